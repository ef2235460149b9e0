"""Divide a long observation into sections, so that only those are zeroed that hold something.

Every observation is written into a row of zeros. In a long row most floats were zero anyway, and zeroing them again may take
longer than all else in a step. `@sections(...)` on a game's `encode` says where sections begin; what lies before the first
is the *base*. Such an `encode` returns, as an int64, a bit for each section that it may have written into: bit k for section k.
A batch keeps these bits for each row, and before the next observation zeroes the base, the features, and the marked sections.

An `encode` without the mark returns nothing, and its rows are zeroed whole.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from dig_envs.core.errors import ArgumentError

F = TypeVar("F", bound=Callable[..., Any])

MOST_SECTIONS = 62  # one for each bit of an int64 but the sign, and one to spare
ALL = -1  # all sections


def sections(*starts: int) -> Callable[[F], F]:
    """Mark an `encode` as one that returns which sections it has written; they begin at these floats, in rising order.

    The last section ends where the facts of the game's options end; sections that begin later are empty.

    >>> @sections(5, 9)
    ... def encode(table, seat, player, out): ...
    >>> starts_of(encode)
    array([5, 9])
    """
    if not 1 <= len(starts) <= MOST_SECTIONS or starts[0] < 0 or list(starts) != sorted(set(starts)):
        raise ArgumentError(f"sections are 1 to {MOST_SECTIONS} numbers in rising order, not {starts}")

    def mark(function: F) -> F:
        function.sections = starts  # type: ignore[attr-defined]
        return function

    return mark


def starts_of(encode: Callable) -> np.ndarray:
    """Return where the sections of an encoder begin: int64 (sections,); empty without the mark."""
    return np.array(getattr(encode, "sections", ()), np.int64)


def found_in(rows: np.ndarray, encode: Callable) -> np.ndarray:
    """Return the bits of the sections that hold more than zeros: int64 (n,). Features count to the last one, which does no harm.

    >>> found_in(np.eye(12)[[2, 7, 11]], sections(5, 9)(lambda *_: 0))
    array([0, 1, 2])
    """
    found = np.zeros(len(rows), np.int64)
    starts = starts_of(encode)
    for k, (start, end) in enumerate(zip(starts, [*starts[1:], None], strict=True)):
        found |= np.int64(1 << k) * (rows[:, start:end] != 0).any(axis=1)
    return found
