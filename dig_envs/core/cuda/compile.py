"""Compile the functions of a game for NVIDIA GPUs with numba-cuda, from the source that CPUs run."""

import hashlib
from collections.abc import Callable
from enum import EnumType
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from dig_envs.core.compiler import Specialiser, compiled
from dig_envs.core.engine import engine_of, kernels
from dig_envs.core.engine.engine import intrinsics_of
from dig_envs.core.game import Game


class CudaSpecialiser(Specialiser):
    """Compiles functions like `Specialiser`, to kernels and device functions of a GPU. The code has files in the same cache.

    numba-cuda has no enums. Their members become plain numbers.
    """

    def _entry(self, bound: Callable) -> Any:
        from numba import cuda

        _give_integers_a_value()
        return cuda.jit(bound)

    def _callee(self, bound: Callable, forceinline: bool) -> Any:
        from numba import cuda

        return cuda.jit(bound, device=True, forceinline=forceinline)

    def _bound(self, function: Callable) -> Callable:
        bound = super()._bound(function)
        for name, value in self._globals_of(function).items():
            if isinstance(value, EnumType):
                bound.__globals__[name] = _plain_enum(value)
        return bound

    def _codec(self) -> Any:
        from numba.cuda.dispatcher import CUDACacheImpl

        return CUDACacheImpl

    def _hash(self, function: Callable) -> str:
        import numba_cuda

        return hashlib.sha256(f"{super()._hash(function)}{numba_cuda.__version__}".encode()).hexdigest()[:24]


@cache
def kernel_of(game: Game, function: Callable, **more: Any) -> Any:
    """Return a kernel of `engine/gpu_kernels.py` for a game. Its first launch compiles it or loads it from disk."""
    return specialiser_of(game, **more).kernel(function)


def specialiser_of(game: Game, **more: Any) -> CudaSpecialiser:
    """Return the compiler of a game's functions for GPUs. `more` are further bindings by name."""
    from numba import cuda

    engine = engine_of(game)
    bindings = {**engine.bindings, **intrinsics_of(game), "grid": cuda.grid, "call_features": no_features, **more}
    records = {"STATE_DTYPE": game.state, "STATUS": engine.status, "SETUP": engine.setup, "POOL": kernels.POOL}
    bindings |= {name: aligned(dtype) for name, dtype in records.items()}
    return CudaSpecialiser(".".join([game.id, "cuda", *(function.__name__ for function in more.values())]), bindings)


@compiled
def no_features(encoder, table, seat, player, out, start):
    """Write no features: a batch on a GPU has none."""


def aligned(dtype: np.dtype) -> np.dtype:
    """Return a dtype with each field at a multiple of its size, as GPUs need it. The records of a CPU are packed."""
    if dtype.subdtype is not None:
        element, shape = dtype.subdtype
        return np.dtype((aligned(element), shape))
    if dtype.names is None:
        return dtype
    return np.dtype([(name, aligned(dtype[name])) for name in dtype.names], align=True)


def _plain_enum(enum: Any) -> ModuleType:
    """Return a module with the members of an enum as integers, which Numba reads as constants."""
    module = ModuleType(enum.__name__)
    vars(module).update({name: int(value) for name, value in enum.__members__.items()})
    return module


@cache
def _give_integers_a_value() -> None:
    """Let compiled code read `value` of integers, which rules read of members of enums."""
    from numba.cuda import types
    from numba.cuda.extending import overload_attribute

    @overload_attribute(types.Integer, "value", target="cuda")
    def value_of(number):
        return lambda number: number
