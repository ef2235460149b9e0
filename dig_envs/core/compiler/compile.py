"""Compile plain rule functions with Numba, at first use, with an on-disk cache that cannot go stale.

A function marked `@compiled` stays an ordinary Python function: call it on a checked view (`core/checked.py`) to
debug it. `Specialiser` builds the compiled twin of a function: a copy of its code whose marked callees are compiled
twins themselves, and whose free names may be bound to a game's own functions (that is how one loop in `kernels.py`
serves every game).

Numba's own cache does not notice an edit in a callee, a changed global or a changed flag. Here the name of a file of
machine code (`code_cache.py`) carries a hash of everything that the code depends on, so a stale file can't be found.
"""

import ast
import dis
import hashlib
import inspect
import os
import sys
import textwrap
import types
import uuid
from collections.abc import Callable, Mapping, Sequence
from enum import EnumType
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from dig_envs.core.compiler.cache_folders import PACKAGE
from dig_envs.core.compiler.disk_cache import keyed_cache

F = TypeVar("F", bound=Callable[..., Any])

COMPILER = f"by{uuid.uuid4().hex}p"
RESULT = "out"
"""The name of a parameter that a compiled function writes its results into. What it writes overlaps no other argument: so the
compiler may read ahead of what is written, and moves several numbers at once."""


def compiled(function: F) -> F:
    """Mark a function as compilable. It allocates nothing, raises nothing and uses no Python objects."""
    function.compiled = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a small function on a hot path as compilable, with its code copied into each caller, which spares passing arrays."""
    function.inlined = True  # type: ignore[attr-defined]
    return compiled(function)


def bounds_checked() -> bool:
    """Tell whether compiled code checks array bounds (environment variable `DIG_ENVS_BOUNDS_CHECK=1`)."""
    return os.environ.get("DIG_ENVS_BOUNDS_CHECK", "") not in ("", "0")


def uncompiled() -> bool:
    """Tell whether everything runs as plain Python over checked views (environment variable `DIG_ENVS_UNCOMPILED=1`)."""
    return os.environ.get("DIG_ENVS_UNCOMPILED", "") not in ("", "0")


class Specialiser:
    """Compiles functions for one set of bindings; a callee that several functions share is compiled once.

    Functions that allocate nothing are spared counting references to arrays, which takes a twentieth of the time.
    """

    def __init__(self, name: str, bindings: Mapping[str, Any] | None = None, allocating: bool = True):
        self.name = name
        self.options = {} if allocating else {"_nrt": False}
        self.bindings = dict(bindings or {})
        self.inner: dict[Callable, Any] = {}

    def kernel(self, function: Callable) -> Any:
        """Return the compiled form of an entry point, which compiles, or loads from disk, at its first call."""
        import numba

        _vectorise()
        options: dict[str, Any] = {**_options(), **self.options, "nogil": True, "no_cfunc_wrapper": True}
        dispatcher = numba.njit(**options)(self._bound(function))
        dispatcher._cache = self._cache(function)
        dispatcher.compile = _letting_go(dispatcher.compile, dispatcher._cache)
        return dispatcher

    def callback(self, function: Callable, signature: Any) -> Any:
        """Compile a function into a C function pointer (`.address`), which other compiled code can call."""
        from numba.core.ccallback import CFunc
        from numba.core.sigutils import normalize_signature

        _vectorise()
        target = self._bound(function)
        pointer: Any = CFunc(target, normalize_signature(signature), locals={}, options=_options())
        pointer._cache = self._cache(function)
        _letting_go(pointer.compile, pointer._cache)()
        return pointer

    def dispatcher(self, function: Callable) -> Any:
        """Return the compiled form of a function that other compiled functions call. It is not cached by itself."""
        import numba

        if function not in self.inner:
            wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            pipeline = _inner_pipeline(apart=RESULT in inspect.signature(function).parameters)
            options: dict[str, Any] = {**_options(), **self.options, **wrappers, "pipeline_class": pipeline}
            options["forceinline"] = getattr(function, "inlined", False)
            self.inner[function] = numba.njit(**options)(self._bound(function))
        return self.inner[function]

    def key(self, function: Callable) -> str:
        """Hash everything that the machine code of `function` depends on."""
        import numba

        digest = hashlib.sha256()
        digest.update(repr((numba.__version__, np.__version__, sys.version_info[:2], bounds_checked())).encode())
        files: set[Path] = set()
        for part in self.reachable(function):
            files.update(_source_files(part))
            digest.update(f"{part.__module__}.{part.__qualname__}".encode())
            digest.update(_code_fingerprint(part.__code__) + repr(part.__defaults__).encode())
            for name, value in sorted(self._globals_of(part).items()):
                digest.update(name.encode() + _fingerprint(value))
        for file in sorted(files):
            digest.update(str(file.name).encode() + _content(file))
        return digest.hexdigest()[:24]

    def _cache(self, function: Callable) -> Any:
        """Return the function's cache. Machine code with and without bounds checks is kept side by side."""
        flags = "[bounds]" if bounds_checked() else ""
        return keyed_cache(function, f"{self.name}.{function.__name__}{flags}", self.key(function))

    def _globals_of(self, function: Callable) -> dict[str, Any]:
        """Look up the names that a function's code takes from outside itself, with their values under these bindings."""
        known = {**function.__globals__, **self.bindings}
        return {name: known[name] for name in _global_names(function.__code__) if name in known}

    def reachable(self, function: Callable) -> list[Callable]:
        """List the function and every marked function that it can call, in a stable order."""
        found: dict[Callable, None] = {}
        waiting = [function]
        while waiting:
            part = waiting.pop()
            if part not in found:
                found[part] = None
                waiting.extend(value for _, value in sorted(self._globals_of(part).items()) if is_compiled(value))
        return list(found)

    def _bound(self, function: Callable) -> Callable:
        """Copy the function, with its marked callees replaced by compiled ones."""
        scope = {**function.__globals__, **self.bindings}
        for name, value in self._globals_of(function).items():
            if is_compiled(value):
                scope[name] = self.dispatcher(value)
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__qualname__ = f"{function.__qualname__}.{_compiler_mark()}"
        twin.__module__ = function.__module__
        return twin


def _letting_go(compile: Callable, cache: Any) -> Callable:
    """Make a method that compiles let other processes go on once it is done, or has failed."""
    from numba.core.compiler_lock import global_compiler_lock

    def compile_and_let_go(*arguments: Any) -> Any:
        with global_compiler_lock:  # of several threads the one that compiles lets go
            try:
                return compile(*arguments)
            finally:
                cache.let_go()

    return compile_and_let_go


def _compiler_mark() -> str:
    """Return a word that no other process has: a part of the symbol of every function that this one compiles.

    Numba numbers functions and types of records as a process meets them, and its symbols hold those numbers. Machine code of
    two processes may so have the same symbol for different functions, and once both are loaded from disk one is called for the
    other: a table of one game is then dealt as one of another.
    """
    return f"{COMPILER}{os.getpid()}"  # a forked process has the same COMPILER


@cache
def source_hash(function: Callable) -> str:
    """Hash what a compiled function computes: its source, that of all functions it calls, and the constants they use.

    The hash depends neither on comments and docstrings nor on the modules that the functions stand in.
    """
    specialiser, digest = Specialiser("source"), hashlib.sha256()
    for part in specialiser.reachable(function):
        digest.update(_source(part))
        for name, value in sorted(specialiser._globals_of(part).items()):
            digest.update(f"{name}={_meaning(value, part.__code__.co_names)}".encode())
    return digest.hexdigest()[:12]


def _source(function: Callable) -> bytes:
    """Return a function's source without comments, docstring and decorators; the code of a function without a source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return _code_fingerprint(function.__code__)
    (definition,) = tree.body
    if not isinstance(definition, ast.FunctionDef):
        return _code_fingerprint(function.__code__)
    definition.decorator_list = []
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:] or [ast.Pass()]
    return ast.unparse(definition).encode()


def _meaning(value: Any, used: Sequence[str]) -> str:
    """Return a global's value as text that is the same in every version of Python; of a module, the constants used."""
    if isinstance(value, types.ModuleType):
        constants = {name: getattr(value, name) for name in used if isinstance(getattr(value, name, None), int | float)}
        return f"{value.__name__.rpartition('.')[2]}{constants}"
    if isinstance(value, EnumType):
        return repr({str(name): int(value[name]) for name in value.__members__})
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return repr(int(value))
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    return getattr(value, "__name__", type(value).__name__) if callable(value) else repr(value)


def bind(function: Callable, bindings: Mapping[str, Any]) -> Callable:
    """Bind the same names to a function's code, and its package's, as `Specialiser.kernel` does, but leave it plain Python."""
    scope = {**function.__globals__, **bindings}
    package = function.__globals__["__package__"]
    for name in _global_names(function.__code__):
        if is_compiled(scope.get(name)) and scope[name].__globals__.get("__package__") == package:
            scope[name] = bind(scope[name], bindings)
    return types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)


def _options() -> dict[str, Any]:
    """Return Numba's options. Compiled code raises nothing, so a division need not look for zero."""
    return {"boundscheck": bounds_checked(), "error_model": "numpy"}


def _vectorise() -> None:
    """Have short loops of a fixed length computed at once: they are unrolled before loops are looked at for that."""
    from numba import config

    config.SLP_VECTORIZE = 1  # type: ignore[attr-defined]


@cache
def _inner_pipeline(apart: bool) -> Any:
    """Make a compiler for functions that only other compiled functions call.

    With `apart` it may assume that what the function writes overlaps none of its other arguments (LLVM's `noalias`).

    Numba optimises every function and emits its machine code, and then does both again in each caller that it is linked
    into. Here an inner function stops at its unoptimised module: the kernel around it is optimised whole, once.
    That halves the time to compile a game.
    """
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.typed_passes import NopythonTypeInference

    class UnfinishedLibrary(JITCodeLibrary):
        """A library that is only ever linked into others, so it has no address and no environment of its own."""

        @property
        def codegen(self) -> Any:
            return types.SimpleNamespace(set_env=lambda name, env: None)

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

    class InnerCompiler(CompilerBase):
        def define_pipelines(self) -> list:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(LowerUnfinished, NopythonTypeInference)
            passes.finalize()
            self.state.flags.noalias = apart
            return [passes]

    return InnerCompiler


def is_compiled(value: Any) -> bool:
    """Tell whether a value is a function that is marked `@compiled`."""
    return isinstance(value, types.FunctionType) and getattr(value, "compiled", False)


@cache
def _global_names(code: types.CodeType) -> tuple[str, ...]:
    """List the names that code looks up outside itself; `co_names` would have the fields of records too."""
    loads = (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return tuple(dict.fromkeys(loads))


def _code_fingerprint(code: types.CodeType) -> bytes:
    constants = [_code_fingerprint(part) if isinstance(part, types.CodeType) else part for part in code.co_consts]
    return repr((code.co_code, code.co_names, constants)).encode()


def _fingerprint(value: Any) -> bytes:
    """Return the part of a global's value that decides the machine code, as bytes."""
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    if isinstance(value, EnumType):
        return repr(list(value)).encode()
    if isinstance(value, types.ModuleType):
        return value.__name__.encode() + _content(Path(getattr(value, "__file__", None) or value.__name__))
    if callable(value):
        return getattr(value, "__name__", type(value).__name__).encode()
    return repr(value).encode()


def _source_files(function: Callable) -> list[Path]:
    """List the files that a function's code may depend on: its module; of rules, the game's whole folder and `core`."""
    file = Path(function.__code__.co_filename).resolve()
    place = file.relative_to(PACKAGE).parts if PACKAGE in file.parents else ()
    if len(place) < 2 or place[0] in ("agents", "training"):
        return [file]
    return [*sorted((PACKAGE / "core").rglob("*.py")), *sorted((PACKAGE / place[0]).rglob("*.py"))]


@cache
def _content(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest() if file.exists() else b""
