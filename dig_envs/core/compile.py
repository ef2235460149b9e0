"""Compile plain rule functions with Numba, at first use, with an on-disk cache that cannot go stale.

A function marked `@compiled` stays an ordinary Python function: call it on a checked view (`core/checked.py`) to
debug it. `specialise` builds the compiled twin of a function: a copy of its code whose marked callees are compiled
twins themselves, and whose free names may be bound to a game's own functions (that is how one loop in `kernels.py`
serves every game).

Numba's own cache does not notice an edit in a callee, a changed global or a changed flag. Here the cache *file name*
carries a hash of everything that the machine code depends on, so a stale file can't be found.
"""

import contextlib
import glob
import hashlib
import os
import pickle
import sys
import threading
import types
from collections.abc import Callable, Mapping
from enum import EnumType
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

PACKAGE = Path(__file__).resolve().parent.parent
DIGEST = hashlib.sha256().digest_size
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Mark a function as compilable. It allocates nothing, raises nothing and uses no Python objects."""
    function.compiled = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """As `compiled`, for a small function on a hot path: its code goes into each caller, which spares handing over arrays."""
    function.inlined = True  # type: ignore[attr-defined]
    return compiled(function)


def bounds_checked() -> bool:
    """Whether compiled code checks array bounds (environment variable `DIG_ENVS_BOUNDS_CHECK=1`)."""
    return os.environ.get("DIG_ENVS_BOUNDS_CHECK", "") not in ("", "0")


def uncompiled() -> bool:
    """Whether everything runs as plain Python over checked views (environment variable `DIG_ENVS_UNCOMPILED=1`)."""
    return os.environ.get("DIG_ENVS_UNCOMPILED", "") not in ("", "0")


def cache_directory() -> Path:
    """Where machine code is kept: `DIG_ENVS_CACHE_DIR`, else beside the package, else in the user's cache folder."""
    if chosen := os.environ.get("DIG_ENVS_CACHE_DIR"):
        return Path(chosen)
    beside = PACKAGE / "__pycache__"
    if os.access(beside if beside.exists() else PACKAGE, os.W_OK):
        return beside / "machine_code"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "dig-envs"


class Specialiser:
    """Compiles functions for one set of bindings; a callee that several functions share is compiled once."""

    def __init__(self, name: str, bindings: Mapping[str, Any] | None = None):
        self.name = name
        self.bindings = dict(bindings or {})
        self.inner: dict[Callable, Any] = {}

    def kernel(self, function: Callable) -> Any:
        """The cached compiled form of an entry point. Compiles, or loads from disk, at its first call."""
        import numba

        name = f"{self.name}.{function.__name__}"
        options: dict[str, Any] = {**_options(), "nogil": True, "no_cfunc_wrapper": True}
        dispatcher = numba.njit(**options)(self._bound(function))
        dispatcher._cache = _keyed_cache(dispatcher.py_func, name, self.key(function))
        return dispatcher

    def callback(self, function: Callable, signature: Any) -> Any:
        """The same as a C function pointer (`.address`), which other compiled code can call."""
        from numba.core.ccallback import CFunc
        from numba.core.sigutils import normalize_signature

        name = f"{self.name}.{function.__name__}"
        target = self._bound(function)
        pointer: Any = CFunc(target, normalize_signature(signature), locals={}, options=_options())
        pointer._cache = _keyed_cache(target, name, self.key(function))
        pointer.compile()
        return pointer

    def dispatcher(self, function: Callable) -> Any:
        """The compiled form of a function that other compiled functions call. Not cached by itself."""
        import numba

        if function not in self.inner:
            wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            options: dict[str, Any] = {**_options(), **wrappers, "pipeline_class": _inner_pipeline()}
            options["forceinline"] = getattr(function, "inlined", False)
            self.inner[function] = numba.njit(**options)(self._bound(function))
        return self.inner[function]

    def key(self, function: Callable) -> str:
        """A hash of all that the machine code of `function` depends on."""
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

    def _globals_of(self, function: Callable) -> dict[str, Any]:
        """The names that a function's code looks up outside itself, with their values under these bindings."""
        known = {**function.__globals__, **self.bindings}
        return {name: known[name] for name in function.__code__.co_names if name in known}

    def reachable(self, function: Callable) -> list[Callable]:
        """The function and every marked function it can call, in a stable order."""
        found: dict[Callable, None] = {}
        waiting = [function]
        while waiting:
            part = waiting.pop()
            if part not in found:
                found[part] = None
                waiting.extend(value for _, value in sorted(self._globals_of(part).items()) if _is_marked(value))
        return list(found)

    def _bound(self, function: Callable) -> Callable:
        """A copy of the function whose marked callees are compiled."""
        scope = {**function.__globals__, **self.bindings}
        for name, value in self._globals_of(function).items():
            if _is_marked(value):
                scope[name] = self.dispatcher(value)
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__qualname__ = function.__qualname__
        twin.__module__ = function.__module__
        return twin


def bind(function: Callable, bindings: Mapping[str, Any]) -> Callable:
    """The uncompiled twin of `Specialiser.kernel`: the same code with the same names bound, as plain Python."""
    scope = {**function.__globals__, **bindings}
    for name in function.__code__.co_names:
        if name not in bindings and _is_marked(scope.get(name)) and scope[name].__module__ == function.__module__:
            scope[name] = bind(scope[name], bindings)
    return types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)


def _options() -> dict[str, Any]:
    """Compiled code raises nothing, so a division need not look for zero."""
    return {"boundscheck": bounds_checked(), "error_model": "numpy"}


@cache
def _inner_pipeline() -> Any:
    """A compiler for functions that only other compiled functions call.

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
            return [passes]

    return InnerCompiler


def _is_marked(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and getattr(value, "compiled", False)


def _code_fingerprint(code: types.CodeType) -> bytes:
    constants = [_code_fingerprint(part) if isinstance(part, types.CodeType) else part for part in code.co_consts]
    return repr((code.co_code, code.co_names, constants)).encode()


def _fingerprint(value: Any) -> bytes:
    """What of a global's value decides the machine code."""
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
    """The function's module; for a module of this package, its folder and `core` whole."""
    file = Path(function.__code__.co_filename).resolve()
    if PACKAGE not in file.parents:
        return [file]
    folder = PACKAGE / file.relative_to(PACKAGE).parts[0]
    return [*sorted((PACKAGE / "core").glob("*.py")), *(sorted(folder.rglob("*.py")) if folder.is_dir() else [file])]


@cache
def _content(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest() if file.exists() else b""


class _CodeFiles:
    """Machine code on disk, in place of Numba's numbered files: one file for each signature and processor, with a checksum."""

    def __init__(self, folder: Path, name: str, key: str):
        self._folder, self._name, self._key = folder, name, key

    def _path(self, index: Any) -> Path:
        return self._folder / f"{self._name}-{self._key}-{hashlib.sha256(repr(index).encode()).hexdigest()[:12]}.code"

    def load(self, index: Any) -> Any:
        """What was saved, or None; a damaged file is as good as none."""
        try:
            whole = self._path(index).read_bytes()
        except OSError:
            return None
        body = whole[DIGEST:]
        return pickle.loads(body) if hashlib.sha256(body).digest() == whole[:DIGEST] else None

    def save(self, index: Any, data: Any) -> None:
        """Write whole or not at all, whoever else writes the same; and remove the files of earlier keys."""
        from numba.core.serialize import dumps

        body = dumps(data)
        path = self._path(index)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(hashlib.sha256(body).digest() + body)
        unfinished.replace(path)
        for old in self._folder.glob(f"{glob.escape(self._name)}-*"):
            if not old.name.startswith(f"{self._name}-{self._key}"):
                old.unlink(missing_ok=True)


def _keyed_cache(function: Callable, name: str, key: str) -> Any:
    """Numba's cache of one function, over `_CodeFiles`. Without a folder to write to there is none."""
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache

    folder = cache_directory()
    name = f"{name}{'[bounds]' if bounds_checked() else ''}-py{sys.version_info[0]}{sys.version_info[1]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        return NullCache()

    class KeyedCache(FunctionCache):
        def __init__(self) -> None:
            self._name, self._py_func, self._cache_path = name, function, str(folder)
            self._impl = object.__new__(CompileResultCacheImpl)
            self._impl._locator = types.SimpleNamespace(ensure_cache_path=lambda: None, _py_file=str(folder))
            self._impl._lineno = 0
            self._cache_file = _CodeFiles(folder, name, key)
            self._notice: threading.Timer | None = None
            self.enable()

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            found = super().load_overload(sig, target_context)
            if found is None:
                self._notice = threading.Timer(1.5, _say_compiling, [name.split(".")[0]])
                self._notice.daemon = True
                self._notice.start()
            return found

        def save_overload(self, sig: Any, data: Any) -> None:
            if self._notice:
                self._notice.cancel()
            with contextlib.suppress(OSError):  # a full disk costs time, not the run
                super().save_overload(sig, data)

    return KeyedCache()


_told: set[str] = set()


def _say_compiling(what: str) -> None:
    if what not in _told:
        _told.add(what)
        print(f"dig-envs: compiling {what} (once; later processes load it from disk)", file=sys.stderr, flush=True)
