"""The memory of an NVIDIA GPU and the launches of kernels, by numba-cuda. All work is queued on the default stream."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dig_envs.core.cuda.compile import kernel_of
from dig_envs.core.engine import kernels
from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.core.game import Game
from dig_envs.utils.libraries import load

THREADS = 128  # of a block


class DeviceArray:
    """An array, or a field of an array of records, in the memory of a GPU. Nothing is copied.

    `torch.as_tensor(array, device="cuda")`, `cupy.asarray(array)` and `numba.cuda.as_cuda_array(array)` take it.
    """

    def __init__(self, memory: Any, host: np.ndarray, part: np.ndarray):
        """Describe the place in `memory` that a view `part` of an array `host` has in the host's copy of the memory."""
        self._memory = memory  # is freed with the last array that refers to it
        self.shape, self.dtype = part.shape, part.dtype
        self.__cuda_array_interface__ = {
            "shape": part.shape,
            "strides": part.strides,
            "typestr": part.dtype.str,
            "data": (_address(memory) + part.ctypes.data - host.ctypes.data, False),
            "version": 3,
        }

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<{self.dtype} {self.shape} in the memory of a GPU>"


class Gpu:
    """The tables of one game in the memory of a GPU.

    Args:
        game: the game.
        tables: the tables in the host's memory, with the dtypes of `compile.aligned`.
    """

    def __init__(self, game: Game, tables: kernels.Tables):
        from numba import cuda

        self._game, self._host = game, tables
        self._memory = kernels.Tables(*(cuda.device_array(max(1, array.nbytes), np.uint8) for array in tables))
        self._pointers = cuda.to_device(kernels.pointers_of(tables, map(_address, self._memory)))

    @staticmethod
    def require() -> None:
        """Raise MissingLibraryError without numba-cuda, and ArgumentError without a GPU."""
        load("numba_cuda")
        from numba import cuda

        if not cuda.is_available():
            raise ArgumentError(f'device="cuda" needs an NVIDIA GPU, its driver and NVVM: {cuda.cuda_error() or "no NVVM"}')

    def write(self) -> None:
        """Copy the tables from the host to the GPU."""
        for memory, array in zip(self._memory, self._host, strict=True):
            if array.nbytes:
                memory.copy_to_device(raw(array))

    def read(self) -> None:
        """Copy the tables from the GPU to the host."""
        for memory, array in zip(self._memory, self._host, strict=True):
            if array.nbytes:
                memory.copy_to_host(raw(array))

    def array(self, name: str, part: Callable[[np.ndarray], np.ndarray]) -> DeviceArray:
        """Return the place on the GPU of a part of the tables' array of this name, such as a field."""
        host = getattr(self._host, name)
        return DeviceArray(getattr(self._memory, name), host, part(host))

    def empty_actions(self) -> Any:
        """Return an array for an action of each table, int64 (n,)."""
        from numba import cuda

        return cuda.device_array(len(self._host.states), np.int64)

    def actions(self, given: Any) -> Any:
        """Return an array on the GPU as Numba's array, if it is a contiguous int64 (n,).

        Raises:
            IllegalActionError: it is another array, or is not on a GPU.
        """
        count, interface = len(self._host.states), getattr(given, "__cuda_array_interface__", None)
        if interface is None:
            raise IllegalActionError(f"actions must be an array on the GPU, such as a torch tensor there, not {given!r:.80}")
        dtype, shape = interface["typestr"], tuple(interface["shape"])
        if (dtype, shape, interface.get("strides") or (8,)) != ("<i8", (count,), (8,)):
            raise IllegalActionError(f"actions must be {count} contiguous int64, not {dtype} {shape}")
        from numba import cuda

        return cuda.as_cuda_array(given)

    def launch(self, kernel: Callable, argument: Any, **bindings: Any) -> None:
        """Queue a kernel of `engine/gpu_kernels.py` with a thread for each table."""
        blocks = -(-len(self._host.states) // THREADS)
        kernel_of(self._game, kernel, **bindings)[blocks, THREADS](argument, _address(self._pointers))


def _address(memory: Any) -> int:
    return int(memory.__cuda_array_interface__["data"][0])


def raw(array: np.ndarray) -> np.ndarray:
    """View an array of any dtype as bytes, uint8 (bytes,)."""
    return array.reshape(-1).view(np.uint8)
