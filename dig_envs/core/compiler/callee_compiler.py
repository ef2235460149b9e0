"""Compile the functions that a kernel calls: without an optimisation of their own, and with unsigned indices."""

from functools import cache
from types import SimpleNamespace
from typing import Any


@cache
def callee_compiler(noalias: bool) -> Any:
    """Make a compiler class for callees, which stops at the unoptimised module.

    Numba would optimise every function on its own, and again in each caller that it is linked into. Here only the kernel with
    all its callees is optimised, once. That halves the time to compile a game.

    Numba counts negative indices from the end of an array, which takes a comparison for each index. Rules count from the start,
    so here indices are unsigned, which saves 4 to 8 % of the time of random play.

    Args:
        noalias: assume that array arguments do not overlap (LLVM's `noalias`), so that the compiler can vectorise writes.
    """
    from numba import types
    from numba.core import ir
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.typed_passes import NopythonTypeInference

    class UnfinishedLibrary(JITCodeLibrary):
        """A library that is only linked into others, so it needs no address and no environment."""

        @property
        def codegen(self) -> Any:
            return SimpleNamespace(set_env=lambda name, env: None)

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()
            return 0

    @register_pass(mutates_CFG=False, analysis_only=True)
    class LowerUnfinished(FunctionPass):
        _name = "lower_unfinished"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            state.library = UnfinishedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return True

    @register_pass(mutates_CFG=False, analysis_only=False)
    class UnsignedIndices(FunctionPass):
        _name = "unsigned_indices"

        def __init__(self) -> None:
            super().__init__()

        def run_pass(self, state: Any) -> bool:
            for statement, signature in list(state.calltypes.items()):
                if isinstance(statement, ir.SetItem) or getattr(statement, "op", None) == "getitem":
                    array, index, *value = signature.args
                    if isinstance(array, types.Array):
                        del state.calltypes[statement]  # the dictionary lets no entry be replaced
                        state.calltypes[statement] = signature.replace(args=(array, unsigned(index), *value))
            return True

    def unsigned(index: Any) -> Any:
        """Return the type of an index with unsigned integers."""
        if isinstance(index, types.UniTuple):
            return types.UniTuple(unsigned(index.dtype), index.count)
        return types.uint64 if isinstance(index, types.Integer) and index.signed else index  # type: ignore[attr-defined]

    class CalleeCompiler(CompilerBase):
        def define_pipelines(self) -> list:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            for each in (LowerUnfinished, UnsignedIndices):  # the second is inserted before the first
                passes.add_pass_after(each, NopythonTypeInference)
            passes.finalize()
            self.state.flags.noalias = noalias
            return [passes]

    return CalleeCompiler
