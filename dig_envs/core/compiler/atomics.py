"""Numba intrinsics for threads in compiled code: atomic words, the address of a part of a job, and CPython's locks.

These locks work without the interpreter lock (GIL). The intrinsics are made at the first call of `atomics`.
"""

import ctypes
import platform
from functools import cache
from typing import Any

from dig_envs.core.compiler.addresses import address_intrinsics

ORDER = "seq_cst"
WAIT = 1
YIELD = 1
PAUSE = {
    "x86_64": "llvm.x86.sse2.pause",
    "amd64": "llvm.x86.sse2.pause",
    "aarch64": "llvm.aarch64.hint",
    "arm64": "llvm.aarch64.hint",
}


def lock_addresses() -> tuple[int, int]:
    """Return the addresses of the CPython functions that acquire and release a lock."""
    functions = ctypes.pythonapi.PyThread_acquire_lock, ctypes.pythonapi.PyThread_release_lock
    acquire, release = (ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions)
    return acquire, release


def held_lock() -> int:
    """Make a lock that is held, and return its address. The lock is never freed."""
    allocate, acquire = ctypes.pythonapi.PyThread_allocate_lock, ctypes.pythonapi.PyThread_acquire_lock
    allocate.restype = ctypes.c_void_p
    lock = allocate()
    acquire(ctypes.c_void_p(lock), WAIT)
    return int(lock)


def release(lock: int) -> None:
    """Release the lock at this address."""
    ctypes.pythonapi.PyThread_release_lock(ctypes.c_void_p(lock))


@cache
def atomics() -> dict[str, Any]:
    """Return the intrinsics by the names that compiled code uses."""
    return {
        "atomic_load": _load(),
        "atomic_store": _store(),
        "atomic_add": _add(),
        "compare_and_swap": _compare_and_swap(),
        "pause_thread": _pause(),
        "acquire_lock": _call_lock(WAIT),
        "release_lock": _call_lock(),
        "part_address": _part_address(),
        "job_address": _job_address(),
        **address_intrinsics(),
    }


def _word(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """Emit the address of an element of a one-dimensional array."""
    return builder.gep(context.make_array(array_type)(context, builder, array).data, [index])


def _load() -> Any:
    """Make `atomic_load(array, index)`, which returns an int64 word."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def load(typing_context, array, index):
        def generate(context, builder, sig, args):
            return builder.load_atomic(_word(context, builder, sig.args[0], args[0], args[1]), ORDER, 8)

        return types.int64(array, types.int64), generate

    return load


def _store() -> Any:
    """Make `atomic_store(array, index, value)`."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def store(typing_context, array, index, value):
        def generate(context, builder, sig, args):
            builder.store_atomic(args[2], _word(context, builder, sig.args[0], args[0], args[1]), ORDER, 8)
            return context.get_dummy_value()

        return types.void(array, types.int64, types.int64), generate

    return store


def _add() -> Any:
    """Make `atomic_add(array, index, value)`, which returns the word's old value."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def add(typing_context, array, index, value):
        def generate(context, builder, sig, args):
            return builder.atomic_rmw("add", _word(context, builder, sig.args[0], args[0], args[1]), args[2], ORDER)

        return types.int64(array, types.int64, types.int64), generate

    return add


def _compare_and_swap() -> Any:
    """Make `compare_and_swap(array, index, old, new)`, which writes `new` if the word is `old`, and returns whether it was."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def swap(typing_context, array, index, old, new):
        def generate(context, builder, sig, args):
            word = _word(context, builder, sig.args[0], args[0], args[1])
            return builder.extract_value(builder.cmpxchg(word, args[2], args[3], ORDER, ORDER), 1)

        return types.boolean(array, types.int64, types.int64, types.int64), generate

    return swap


def _pause() -> Any:
    """Make `pause_thread()`, the processor's hint for a loop that waits; it does nothing on processors without one."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    name = PAUSE.get(platform.machine().lower(), "")
    flags = [ir.IntType(32)(YIELD)] if name.endswith("hint") else []

    @intrinsic
    def pause(typing_context):
        def generate(context, builder, sig, args):
            if name:
                kind = ir.FunctionType(ir.VoidType(), [flag.type for flag in flags])
                builder.call(cgutils.get_or_insert_function(builder.module, kind, name), flags)
            return context.get_dummy_value()

        return types.void(), generate

    return pause


def _part_type() -> Any:
    from llvmlite import ir

    word = ir.IntType(64)
    return ir.FunctionType(word, [word, word, word])


def _call_lock(*flags: int) -> Any:
    """Make `call_lock(function, lock)`, which calls the CPython function at an address with a lock and these flags."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def call_lock(typing_context, function, lock):
        def generate(context, builder, sig, args):
            word, flag = ir.IntType(64), ir.IntType(32)
            target = ir.FunctionType(flag, [word, *(flag for _ in flags)]).as_pointer()
            builder.call(builder.inttoptr(args[0], target), [args[1], *map(flag, flags)])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return call_lock


def _part_address() -> Any:
    """Make `part_address(function, job)`: the address of a C function `(first, last, job*)` for `function(first, last, job)`.

    With `job_address(job)`, any thread can call it in compiled code. Exceptions of the function are ignored.
    """
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def part_address(typing_context, function, job):
        called = function.get_call_type(typing_context, (types.int64, types.int64, job), {})

        def generate(context, builder, sig, args):
            result = function.dispatcher.get_compile_result(called)
            context.active_code_library.add_linking_library(result.library)
            part = ir.Function(builder.module, _part_type(), builder.module.get_unique_name("part"))
            part.linkage = "internal"
            inner = ir.IRBuilder(part.append_basic_block())
            first, last, address = part.args
            arguments = [first, last, inner.load(inner.inttoptr(address, context.get_value_type(job).as_pointer()))]
            _, value = context.call_internal_no_propagate(inner, result.fndesc, called, arguments)
            inner.ret(value)
            return builder.ptrtoint(part, ir.IntType(64))

        return types.int64(function, job), generate

    return part_address


def _job_address() -> Any:
    """Make `job_address(job)`: the address of a copy of a job on the stack, valid until the caller returns."""
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def job_address(typing_context, job):
        def generate(context, builder, sig, args):
            return builder.ptrtoint(cgutils.alloca_once_value(builder, args[0]), ir.IntType(64))

        return types.int64(job), generate

    return job_address
