"""Compile marked functions with Numba at first use, and cache the machine code on disk.

A function marked `@compiled` remains an ordinary Python function. To debug it, call it on a checked view (`checked_views.py`).

`Specialiser` makes the compiled form of a function: a copy of its code in which marked callees are replaced by their compiled
forms, and global names by *bindings*, such as a game's own functions. So one loop in `engine/kernels.py` serves every game.

Numba's own cache does not notice a changed callee, global or flag. Here the name of a file of machine code (`disk_cache.py`)
contains a hash of everything that the code depends on, so a stale file is never loaded.
"""

import ast
import dis
import hashlib
import inspect
import itertools
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
from dig_envs.core.compiler.callee_compiler import callee_compiler
from dig_envs.core.compiler.disk_cache import keyed_cache
from dig_envs.core.compiler.interrupts import interrupts_raised

F = TypeVar("F", bound=Callable[..., Any])

COMPILER = f"by{uuid.uuid4().hex}p"
RESULT = "out"  # a parameter of this name is a result array that overlaps no other argument (`callee_compiler`)


def compiled(function: F) -> F:
    """Mark a function as compilable. It must allocate no memory, raise no exceptions and use no Python objects.

    Indices of arrays count from the start. A parameter named `out` is for results; it must overlap none of the other arguments.
    """
    function.compiled = True  # type: ignore[attr-defined]
    return function


def inlined(function: F) -> F:
    """Mark a small function as compilable and inlined into its callers, which saves the time to pass arrays."""
    function.inlined = True  # type: ignore[attr-defined]
    return compiled(function)


def bounds_checked() -> bool:
    """Return whether compiled code checks array bounds (environment variable `DIG_ENVS_BOUNDS_CHECK=1`)."""
    return _is_set("DIG_ENVS_BOUNDS_CHECK")


def uncompiled() -> bool:
    """Return whether rules run as plain Python over checked views.

    They do with the environment variable `DIG_ENVS_UNCOMPILED=1`, or with Numba's `NUMBA_DISABLE_JIT=1`, which debuggers set.
    """
    return _is_set("DIG_ENVS_UNCOMPILED") or _is_set("NUMBA_DISABLE_JIT")


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


def _nothing() -> None:
    pass


class Specialiser:
    """Compiles functions for one set of bindings. A callee that several functions share is compiled once.

    Args:
        name: the first part of the names of cache files.
        bindings: values of global names, which replace those of the functions' modules.
        allocating: whether the functions allocate memory. If not, references to arrays are not counted, which takes a
            twentieth of the time.
    """

    def __init__(self, name: str, bindings: Mapping[str, Any] | None = None, allocating: bool = True):
        self.name = name
        self.options = {} if allocating else {"_nrt": False}
        self.bindings = dict(bindings or {})
        self.inner: dict[Callable, Any] = {}
        self._keys: dict[Callable, str] = {}

    def kernel(self, function: Callable, before: Callable = _nothing, after: Callable = _nothing) -> Any:
        """Return the compiled form of an entry point. Its first call compiles it or loads it from disk.

        Args:
            function: the entry point.
            before, after: called without arguments before and after the function is compiled or loaded.
        """
        dispatcher = self._entry(self._bound(function))
        dispatcher._cache = self._cache(function)
        dispatcher.compile = _releasing(dispatcher.compile, dispatcher._cache, before, after)
        return dispatcher

    def callback(self, function: Callable) -> Any:
        """Compile a C function, whose `address` compiled code can call. All arguments and the result are int64."""
        from numba import types
        from numba.core.ccallback import CFunc

        _vectorise()
        signature = (types.int64,) * len(inspect.signature(function).parameters), types.int64
        pointer: Any = CFunc(self._bound(function), signature, locals={}, options={**_options(), **self.options})
        pointer._cache = self._cache(function)
        _releasing(pointer.compile, pointer._cache)()
        return pointer

    def is_missing(self, function: Callable) -> bool:
        """Return whether the cache on disk lacks the machine code of an entry point. Without a cache, return False."""
        return self._cache(function).is_missing()

    def dispatcher(self, function: Callable) -> Any:
        """Return the compiled form of a callee. It has no cache file of its own."""
        if function not in self.inner:
            self.inner[function] = _widening(self._callee(self._bound(function), getattr(function, "inlined", False)))
        return self.inner[function]

    def _entry(self, bound: Callable) -> Any:
        """Return Numba's dispatcher of an entry point."""
        import numba

        _vectorise()
        options: dict[str, Any] = {**_options(), **self.options, "nogil": True, "no_cfunc_wrapper": True}
        return numba.njit(**options)(bound)

    def _callee(self, bound: Callable, forceinline: bool) -> Any:
        """Return Numba's dispatcher of a callee."""
        import numba

        wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        pipeline = callee_compiler(noalias=RESULT in inspect.signature(bound).parameters)
        options: dict[str, Any] = {**_options(), **self.options, **wrappers, "pipeline_class": pipeline}
        return numba.njit(**options, forceinline=forceinline)(bound)

    def key(self, function: Callable) -> str:
        """Hash everything that the machine code of `function` depends on."""
        if function not in self._keys:
            self._keys[function] = self._hash(function)
        return self._keys[function]

    def _hash(self, function: Callable) -> str:
        import numba

        digest = hashlib.sha256()
        digest.update(repr((numba.__version__, np.__version__, sys.version_info[:2], bounds_checked())).encode())
        digest.update(_core_content())
        files: set[Path] = set()
        for part in self.reachable(function):
            files.add(Path(part.__code__.co_filename).resolve())
            digest.update(f"{part.__module__}.{part.__qualname__}".encode())
            digest.update(_code_fingerprint(part.__code__) + repr(part.__defaults__).encode())
            for name, value in sorted(self._globals_of(part).items()):
                digest.update(name.encode() + _fingerprint(value, part.__code__.co_names))
        for file in sorted(files):
            digest.update(str(file.name).encode() + _content(file))
        return digest.hexdigest()[:24]

    def _cache(self, function: Callable) -> Any:
        """Return the function's disk cache. Machine code with bounds checks has files of its own."""
        flags = "[bounds]" if bounds_checked() else ""
        return keyed_cache(function, f"{self.name}.{function.__name__}{flags}", self.key(function), self._codec())

    def _codec(self) -> Any:
        """Return Numba's class that turns compiled code into data for a file, and back."""
        from numba.core.caching import CompileResultCacheImpl

        return CompileResultCacheImpl

    def _globals_of(self, function: Callable) -> dict[str, Any]:
        """Return the values of the global names that a function's code uses, under the bindings."""
        known = {**function.__globals__, **self.bindings}
        return {name: known[name] for name in _global_names(function.__code__) if name in known}

    def names(self, function: Callable) -> set[str]:
        """Return the global names in a function and in all marked functions that it can call."""
        return {name for part in self.reachable(function) for name in self._globals_of(part)}

    def reachable(self, function: Callable) -> list[Callable]:
        """Return the function and all marked functions that it can call, in a fixed order."""
        functions: dict[Callable, None] = {}
        waiting = [function]
        while waiting:
            part = waiting.pop()
            if part not in functions:
                functions[part] = None
                waiting.extend(callee for _, callee in sorted(self._callees_of(part).items()))
        return list(functions)

    def _callees_of(self, function: Callable) -> dict[tuple[str, ...], Callable]:
        """Return the marked functions that a function's code calls, by (name,) or (module, name)."""
        callees: dict[tuple[str, ...], Any] = {(name,): value for name, value in self._globals_of(function).items()}
        for (module,), value in list(callees.items()):
            if isinstance(value, types.ModuleType):
                names = _attributes_of(function.__code__, module)
                callees |= {(module, name): getattr(value, name, None) for name in names}
        return {path: value for path, value in callees.items() if is_compiled(value)}

    def _bound(self, function: Callable) -> Callable:
        """Copy a function and replace its marked callees by their compiled forms."""
        scope = {**function.__globals__, **self.bindings}
        compiled_modules: dict[str, types.ModuleType] = {}
        for (*module, name), callee in self._callees_of(function).items():
            if module:
                copy = compiled_modules.setdefault(module[0], _copy_of_module(scope[module[0]]))
                setattr(copy, name, self.dispatcher(callee))
            else:
                scope[name] = self.dispatcher(callee)
        scope |= compiled_modules
        bound = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        bound.__qualname__ = f"{function.__qualname__}.{_process_mark()}"
        bound.__module__ = function.__module__
        return bound


def _widening(dispatcher: Any) -> Any:
    """Make a callee take all signed integers and enum members as int64, so that it is compiled for one signature."""
    from numba import types

    def wide(kind: Any) -> Any:
        whole = isinstance(kind, types.IntEnumMember) or (isinstance(kind, types.Integer) and kind.signed)  # type: ignore[attr-defined]
        return types.int64 if whole else kind

    find = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: find(tuple(map(wide, args)), {name: wide(kws[name]) for name in kws})
    return dispatcher


def _releasing(compile: Callable, cache: Any, before: Callable = _nothing, after: Callable = _nothing) -> Callable:
    """Wrap a dispatcher's method `compile`, so that the cache's lock is released afterwards, also after an error."""
    from numba.core.compiler_lock import global_compiler_lock

    def compile_and_release(*arguments: Any) -> Any:
        with global_compiler_lock:  # another thread must not release the lock while this one compiles
            before()
            try:
                with interrupts_raised():
                    result = compile(*arguments)
            finally:
                cache.release()
            after()
            return result

    return compile_and_release


def _process_mark() -> str:
    """Return a string that is unique to this process, for the symbols of the functions that it compiles.

    Numba's symbols contain numbers that each process counts from 1. Without the mark, machine code of two processes could use
    one symbol for different functions. A process that loads both from disk would then call the wrong function.
    """
    return f"{COMPILER}{os.getpid()}"  # a forked process has the same COMPILER


@cache
def source_hash(function: Callable) -> str:
    """Hash the source of a compiled function and of all functions that it calls, and the constants that they use.

    The hash does not depend on comments, docstrings, annotations and the functions' modules.
    """
    specialiser, digest = Specialiser("source"), hashlib.sha256()
    for part in specialiser.reachable(function):
        digest.update(_source(part))
        for name, value in sorted(specialiser._globals_of(part).items()):
            digest.update(f"{name}={_meaning(value, part.__code__.co_names)}".encode())
    return digest.hexdigest()[:12]


def _source(function: Callable) -> bytes:
    """Return a function's source without comments, docstring, decorators and annotations; without source, its byte code."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return _code_fingerprint(function.__code__)
    (definition,) = tree.body
    if not isinstance(definition, ast.FunctionDef):
        return _code_fingerprint(function.__code__)
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:] or [ast.Pass()]
    return ast.unparse(definition).encode()


def _meaning(value: Any, used: Sequence[str]) -> str:
    """Return a global's value as text, the same in every version of Python. For a module, return the constants in `used`."""
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
    """Return a plain Python copy of a function with these bindings, which also apply to its callees of the same package."""
    scope = {**function.__globals__, **bindings}
    package = function.__globals__["__package__"]
    for name in _global_names(function.__code__):
        if is_compiled(scope.get(name)) and scope[name].__globals__.get("__package__") == package:
            scope[name] = bind(scope[name], bindings)
    return types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)


def _options() -> dict[str, Any]:
    """Return Numba's options. A division by zero raises no exception in compiled code."""
    return {"boundscheck": bounds_checked(), "error_model": "numpy"}


def _vectorise() -> None:
    """Turn on LLVM's SLP vectoriser, for short loops of fixed length, which are unrolled before the loop vectoriser runs."""
    from numba import config

    config.SLP_VECTORIZE = 1  # type: ignore[attr-defined]


def is_compiled(value: Any) -> bool:
    """Return whether a value is a function marked `@compiled`."""
    return isinstance(value, types.FunctionType) and getattr(value, "compiled", False)


@cache
def _global_names(code: types.CodeType) -> tuple[str, ...]:
    """Return the global names that code loads. `co_names` would include the fields of records."""
    loads = (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return tuple(dict.fromkeys(loads))


@cache
def _attributes_of(code: types.CodeType, name: str) -> tuple[str, ...]:
    """Return the attributes that code loads from a global name, such as a module's functions."""
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    pairs = ((step, after) for step, after in itertools.pairwise(steps) if (step.opname, step.argval) == ("LOAD_GLOBAL", name))
    return tuple(dict.fromkeys(after.argval for _, after in pairs if after.opname in ("LOAD_ATTR", "LOAD_METHOD")))


def _copy_of_module(module: types.ModuleType) -> types.ModuleType:
    copy = types.ModuleType(module.__name__)
    vars(copy).update(vars(module))
    return copy


def _code_fingerprint(code: types.CodeType) -> bytes:
    constants = [_code_fingerprint(part) if isinstance(part, types.CodeType) else part for part in code.co_consts]
    return repr((code.co_code, code.co_names, constants)).encode()


def _fingerprint(value: Any, used: Sequence[str]) -> bytes:
    """Return bytes that identify a global's value, for the key of machine code. Of a module, `used` names the attributes."""
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    if isinstance(value, EnumType):
        return repr(list(value)).encode()
    if isinstance(value, types.ModuleType):
        attributes = {name: getattr(value, name) for name in used if hasattr(value, name)}
        parts = [name.encode() + _fingerprint(part, ()) for name, part in attributes.items()]
        return b"".join([value.__name__.encode(), *parts])
    if callable(value):
        return getattr(value, "__name__", type(value).__name__).encode()
    return repr(value).encode()


@cache
def _core_content() -> bytes:
    """Hash the compiler and all that it may compile into every game, such as its intrinsics."""
    return b"".join(map(_content, sorted((PACKAGE / "core").rglob("*.py"))))


@cache
def _content(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest() if file.exists() else b""
