"""Allocate working memory for bots and hot paths: a bot may not write into what it is given.

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
NEVER_WRITTEN = 2**64 - 1


def scratch(count: int, dtype: np.dtype | type) -> Any:
    """Allocate `count` zeroed records or numbers. Compiled bots get an array of them, uncompiled ones a checked view."""
    return view(np.zeros(count, dtype))


def room(count: int) -> Any:
    """Reserve `count` float32 numbers to be written before they are read, gone when the function returns: for hot paths.

    Compiled, `count` is a constant, and they lie on the stack; uncompiled they are not numbers until they are written.

    >>> values = room(3)
    >>> values[0] = 0.5
    >>> values[0], values[1]
    (0.5, nan)
    """
    return view(np.full(count, np.nan, np.float32))


def word_room(count: int) -> Any:
    """Reserve `count` uint64 numbers likewise."""
    return view(np.full(count, NEVER_WRITTEN, np.uint64))


@cache
def compiled_scratch() -> Any:
    """Make the compiled form of `scratch`."""
    from numba import njit

    @njit
    def zeroed(count, dtype):
        return np.zeros(count, dtype)

    return zeroed


def compiled_rooms() -> dict[str, Any]:
    """Make the compiled forms of `room` and `word_room`, by name."""
    from numba import types

    return {"room": _compiled_room(types.float32), "word_room": _compiled_room(types.uint64)}


@cache
def _compiled_room(number: Any) -> Any:
    """Make the compiled form of a function that reserves so many numbers of a type on the stack."""
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    @intrinsic(prefer_literal=True)
    def on_stack(typing_context, count):
        numbers = types.Array(number, 1, "C")

        def generate(context, builder, sig, args):
            size = count.literal_value
            array = make_array(numbers)(context, builder)
            data = cgutils.alloca_once(builder, context.get_data_type(number), size=size)
            data.align = CACHE_LINE
            word = context.get_constant
            shape, strides = [word(types.intp, size)], [word(types.intp, number.bitwidth // 8)]
            populate_array(array, data=data, shape=shape, strides=strides, itemsize=strides[0], meminfo=None)
            return array._getvalue()

        return numbers(count), generate

    return on_stack
