"""Declare the fields of a game's state once: for the record's dtype, for range checks, and for the docs.

>>> PART = Part(Field("place", range(26), "where the dog stands"), Field("hand", range(5), "bones by colour", shape=(3,)))
>>> PART.dtype
dtype([('place', 'i1'), ('hand', 'i1', (3,))])
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

INTEGERS = ("i1", "i2", "i4", "i8")


@dataclass(frozen=True)
class Field:
    """A number of the state, or an array of them: its name, the values that it takes, and what it means."""

    name: str
    values: range
    meaning: str
    shape: tuple[int, ...] = ()

    @property
    def dtype(self) -> np.dtype:
        """The smallest signed integer that holds the values."""
        return next(kind for kind in map(np.dtype, INTEGERS) if self._fits(np.iinfo(kind)))

    def _fits(self, limits: np.iinfo) -> bool:
        return limits.min <= self.values.start and self.values.stop - 1 <= limits.max

    def outside(self, cells: np.ndarray) -> np.ndarray:
        """Return, by row, whether a cell has a value outside the range."""
        wrong = (cells < self.values.start) | (cells >= self.values.stop)
        return np.asarray(wrong.any(axis=tuple(range(1, wrong.ndim))))


class Part:
    """A part of the state: what everyone sees, what one seat knows, or what nobody knows."""

    def __init__(self, *fields: Field):
        self.fields = fields

    @property
    def dtype(self) -> np.dtype:
        return np.dtype([(field.name, field.dtype, field.shape) for field in self.fields])

    def outside(self, records: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
        """Yield each field's name, and by row whether it holds a value outside its range."""
        for field in self.fields:
            yield field.name, field.outside(records[field.name])

    def table(self) -> str:
        """Return the fields as a Markdown table."""
        rows = (
            f"| `{field.name}` | {' x '.join(map(str, field.shape)) or '-'} | {field.values.start} to {field.values.stop - 1} "
            f"| {field.meaning} |"
            for field in self.fields
        )
        return "\n".join(["| field | shape | values | meaning |", "|---|---|---|---|", *rows])


@dataclass(frozen=True)
class StateFields:
    """All fields of a game's state."""

    table: Part
    seat: Part
    secret: Part

    def first_outside(self, states: np.ndarray) -> np.ndarray:
        """Return, by state, the number of the first field that holds a value outside its range, from 1 on; 0 for none."""
        found = np.zeros(len(states), np.int64)
        for number, (_, wrong) in enumerate(self._outside(states), start=1):
            found[wrong & (found == 0)] = number
        return found

    def names(self) -> list[str]:
        """Return the fields' paths, in the order of their numbers."""
        return [f"{part}.{field.name}" for part in ("table", "seat", "secret") for field in getattr(self, part).fields]

    def _outside(self, states: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
        yield from self.table.outside(states["table"])
        yield from self.seat.outside(states["seats"])
        yield from self.secret.outside(states["secret"])
