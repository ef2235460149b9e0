"""Allocate working memory for bots and hot paths. A bot may not write into its arguments.

>>> states = scratch(2, np.dtype([("cards", "i1", (3,))]))
>>> states[0].cards[1] = 5
>>> states[1] = states[0]
>>> states[1].cards[1]
5
"""

from functools import cache
from typing import Any

import numpy as np

from dig_envs.core.compiler.checked_views import view

CACHE_LINE = 64  # bytes
UNWRITTEN = 2**64 - 1


def scratch(count: int, dtype: np.dtype | type) -> Any:
    """Allocate `count` zeroed records or numbers: an array in compiled code, a checked view in plain Python.

    Compiled code needs a constant `count`. Its records are on the stack until the function returns. Numba would free an array
    of records after the last use of the array, although one of its records is still in use.
    """
    return view(np.zeros(count, dtype))


def stack_floats(count: int) -> Any:
    """Reserve `count` float32 numbers on the stack until the function returns. For hot paths.

    Write each number before you read it. Compiled code needs a constant `count`. In plain Python, unwritten numbers are NaN.

    >>> values = stack_floats(3)
    >>> values[0] = 0.5
    >>> values[0], values[1]
    (0.5, nan)
    """
    return view(np.full(count, np.nan, np.float32))


def stack_uint64s(count: int) -> Any:
    """Reserve `count` uint64 numbers like `stack_floats`. In plain Python, unwritten numbers are 2**64 - 1."""
    return view(np.full(count, UNWRITTEN, np.uint64))


def stack_bytes(count: int) -> Any:
    """Reserve `count` int8 numbers like `stack_floats`, such as an action mask. In plain Python, unwritten numbers are -128."""
    return view(np.full(count, -128, np.int8))


def compiled_stack_arrays() -> dict[str, Any]:
    """Make the compiled forms of the functions that reserve memory on the stack, by name."""
    from numba import types

    kinds = {"stack_floats": types.float32, "stack_uint64s": types.uint64, "stack_bytes": types.int8}
    return {"scratch": _compiled_scratch(), **{name: _compiled_stack_array(kind) for name, kind in kinds.items()}}


@cache
def _compiled_scratch() -> Any:
    """Make the compiled form of `scratch`."""
    from numba import types
    from numba.extending import intrinsic

    def zeros(count, dtype):
        return np.zeros(count, dtype)

    @intrinsic(prefer_literal=True)
    def zeroed(typing_context, count, dtype):
        array, size = types.Array(dtype.dtype, 1, "C"), count.literal_value

        def generate(context, builder, sig, args):
            if isinstance(array.dtype, types.Record):
                return _reserve(context, builder, array, size, zeroed=True)
            words = context.get_constant(types.intp, size), args[1]
            return context.compile_internal(builder, zeros, array(types.intp, dtype), words)

        return array(count, dtype), generate

    return zeroed


@cache
def _compiled_stack_array(number: Any) -> Any:
    """Make the compiled form of a function that reserves numbers of one Numba type on the stack."""
    from numba import types
    from numba.extending import intrinsic

    @intrinsic(prefer_literal=True)
    def stack_array(typing_context, count):
        array = types.Array(number, 1, "C")

        def generate(context, builder, sig, args):
            return _reserve(context, builder, array, count.literal_value)

        return array(count), generate

    return stack_array


def _reserve(context: Any, builder: Any, array: Any, size: int, zeroed: bool = False) -> Any:
    """Emit code that reserves an array of `size` elements on the stack, and return the array."""
    from numba import types
    from numba.core import cgutils
    from numba.np.arrayobj import make_array, populate_array

    element = context.get_data_type(array.dtype)
    itemsize, word = context.get_abi_sizeof(element), context.get_constant
    data = cgutils.alloca_once(builder, element, size=size)
    data.align = CACHE_LINE
    if zeroed:
        cgutils.memset(builder, data, word(types.intp, size * itemsize), 0)
    view = make_array(array)(context, builder)
    shape, strides = [word(types.intp, size)], [word(types.intp, itemsize)]
    populate_array(view, data=data, shape=shape, strides=strides, itemsize=strides[0], meminfo=None)
    return view._getvalue()
