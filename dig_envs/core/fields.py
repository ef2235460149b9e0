"""Declare the fields of a game's state once, for the dtype, the range checks and the documentation.

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
    """An integer field of a state, or an array of integers.

    Attributes:
        name: the field's name.
        values: the allowed values.
        meaning: the meaning of the values, in a few words.
        shape: the shape; () for a single number.
    """

    name: str
    values: range
    meaning: str
    shape: tuple[int, ...] = ()

    @property
    def dtype(self) -> np.dtype:
        """The smallest signed integer dtype for the values."""
        return next(kind for kind in map(np.dtype, INTEGERS) if self._fits(np.iinfo(kind)))

    def _fits(self, limits: np.iinfo) -> bool:
        return limits.min <= self.values.start and self.values.stop - 1 <= limits.max

    @property
    def shown_values(self) -> str:
        """The allowed values, for a table."""
        return f"{self.values.start} to {self.values.stop - 1}"

    def outside(self, cells: np.ndarray) -> np.ndarray:
        """Return whether each row of `cells` (n, ...) has a value outside the range, bool (n,)."""
        wrong = (cells < self.values.start) | (cells >= self.values.stop)
        return np.asarray(wrong.any(axis=tuple(range(1, wrong.ndim))))


@dataclass(frozen=True)
class Part:
    """The fields of one part of the state: `table`, `seats[p]` or `secret`."""

    fields: tuple[Field, ...]

    def __init__(self, *fields: Field):
        object.__setattr__(self, "fields", fields)

    @property
    def dtype(self) -> np.dtype:
        return np.dtype([(field.name, field.dtype, field.shape) for field in self.fields])

    def outside(self, records: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
        """Yield for each field its name and whether each record has a value outside the field's range, bool (n,)."""
        for field in self.fields:
            yield field.name, field.outside(records[field.name])

    def table(self) -> str:
        """Return a Markdown table with the shape, values and meaning of each field."""
        rows = (
            f"| `{field.name}` | {' x '.join(map(str, field.shape)) or '-'} | {field.shown_values} | {field.meaning} |"
            for field in self.fields
        )
        return "\n".join(["| field | shape | values | meaning |", "|---|---|---|---|", *rows])


@dataclass(frozen=True)
class RecordField(Field):
    """A record of further fields, or an array of such records. `values` has the fields of the record."""

    values: Part  # type: ignore[assignment]

    @property
    def dtype(self) -> np.dtype:
        return self.values.dtype

    @property
    def shown_values(self) -> str:
        return ", ".join(f"`{field.name}` {field.shown_values}" for field in self.values.fields)

    def outside(self, cells: np.ndarray) -> np.ndarray:
        return np.logical_or.reduce([wrong for _, wrong in self.values.outside(cells)])


@dataclass(frozen=True)
class StateFields:
    """All fields of a game's state, by part. Random generators are no fields."""

    table: Part
    seat: Part
    secret: Part

    def first_outside(self, states: np.ndarray) -> np.ndarray:
        """Return for each state the number of its first field with a value outside the range, from 1, or 0, int64 (n,)."""
        numbers = np.zeros(len(states), np.int64)
        for number, (_, wrong) in enumerate(self._outside(states), start=1):
            numbers[wrong & (numbers == 0)] = number
        return numbers

    def names(self) -> list[str]:
        """Return the path of each field, such as "table.turn", in the order of their numbers."""
        return [f"{part}.{field.name}" for part in ("table", "seat", "secret") for field in getattr(self, part).fields]

    def _outside(self, states: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
        yield from self.table.outside(states["table"])
        yield from self.seat.outside(states["seats"])
        yield from self.secret.outside(states["secret"])
