"""Divide a long observation into sections, so that only as much is zeroed as holds something.

Every observation is written into a row of zeros. In a long row most floats were zero anyway, and zeroing them again may take
longer than all else in a step. `@sections(...)` on a game's `encode` says where sections begin; what lies before the first
is the *base*. Such an `encode` returns its *extents*: for each section, where the part that it may have written into ends.
A batch keeps them for each row, and before the next observation zeroes the base, the features, and these parts.

Extents are one int64, 16 bits for each section from the lowest on; 0 where nothing was written.
An `encode` without the mark returns nothing, and its rows are zeroed whole.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from dig_envs.core.errors import ArgumentError

F = TypeVar("F", bound=Callable)

BITS = 16  # of an extent
FIELD = (1 << BITS) - 1
MOST_SECTIONS = 64 // BITS
ALL = -1  # the extents of a row that may hold anything


def sections(*starts: int) -> Callable[[F], F]:
    """Mark an `encode` as one that returns extents of sections, which begin at these floats, in rising order.

    The last section ends where the facts of the game's options end; a section that would begin later is empty.

    >>> @sections(5, 9)
    ... def encode(table, seat, player, out): ...
    >>> starts_of(encode)
    array([5, 9])
    """
    if not 1 <= len(starts) <= MOST_SECTIONS or list(starts) != sorted(set(starts)) or not 0 <= starts[0] <= starts[-1] < FIELD:
        raise ArgumentError(f"sections are 1 to {MOST_SECTIONS} numbers below {FIELD} in rising order, not {starts}")

    def mark(function: F) -> F:
        function.sections = starts  # type: ignore[attr-defined]
        return function

    return mark


def starts_of(encode: Callable) -> np.ndarray:
    """Return where the sections of an encoder begin: int64 (sections,); empty without the mark."""
    return np.array(getattr(encode, "sections", ()), np.int64)
