"""Divide a long observation into sections, so that only the written parts of its row are zeroed.

An observation is written into a row of zeros. In a long row most floats are still zero, and zeroing the whole row may take
longer than the rest of a step.

`@sections(...)` on a game's `encode` declares the first float of each section. Floats before the first section are the *base*.
Such an `encode` returns its *extents*: for each section, the index after the last float that it may have written, or 0. The
extents are packed into one int64, 16 bits per section, the first section in the lowest bits. A batch stores the extents of each
row. Before the next observation it zeroes the base, the written part of each section, and the features.

An `encode` without the decorator returns nothing, and its rows are zeroed whole.
"""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from dig_envs.core.errors import ArgumentError

F = TypeVar("F", bound=Callable)

BITS = 16  # per section
FIELD = (1 << BITS) - 1
MOST_SECTIONS = 64 // BITS
ALL = -1  # the extents of a row that is written whole


def sections(*starts: int) -> Callable[[F], F]:
    """Mark an `encode` that returns extents, and declare where its sections begin.

    The last section ends where the game's observation ends under its options. A section that begins behind that is empty.

    Args:
        starts: the first float of each section, in ascending order.

    Raises:
        ArgumentError: the numbers are too many, too large, negative, or not in ascending order.

    >>> @sections(5, 9)
    ... def encode(table, seat, player, out): ...
    >>> starts_of(encode)
    array([5, 9])
    """
    if not 1 <= len(starts) <= MOST_SECTIONS or list(starts) != sorted(set(starts)) or not 0 <= starts[0] <= starts[-1] < FIELD:
        raise ArgumentError(f"sections must be 1 to {MOST_SECTIONS} numbers below {FIELD} in ascending order, not {starts}")

    def mark(function: F) -> F:
        function.sections = starts  # type: ignore[attr-defined]
        return function

    return mark


def starts_of(encode: Callable) -> np.ndarray:
    """Return the first float of each section of an encoder, int64 (sections,); empty for an encoder without the decorator."""
    return np.array(getattr(encode, "sections", ()), np.int64)
