"""View a state so that rules run as plain Python, with every index and value checked.

NumPy records behave differently from compiled code: int8 wraps around, and negative indices count from the end. These views
over the same bytes return Python ints, and raise an exception for any index or value out of range.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np


class CheckedRecord:
    """A record whose fields are attributes."""

    __slots__ = ("_data",)

    def __init__(self, data: np.ndarray):
        object.__setattr__(self, "_data", data)

    def __getattr__(self, name: str) -> Any:
        return view(self._field(name))

    def __setattr__(self, name: str, value: Any) -> None:
        _store(self._field(name), (), value)

    def _field(self, name: str) -> np.ndarray:
        if name not in self._data.dtype.names:
            raise AttributeError(f"no field {name}; fields: {self._data.dtype.names}")
        return self._data[name]


class CheckedArray:
    """An array of numbers or records."""

    __slots__ = ("_data",)

    def __init__(self, data: np.ndarray):
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        """Yield Python numbers, or a checked view of each row or record."""
        return (self[k] for k in range(len(self)))

    @property
    def shape(self) -> tuple[int, ...]:
        return self._data.shape

    def __getitem__(self, index: Any) -> Any:
        return view(self._data[self._checked(index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        _store(self._data, self._checked(index), value)

    def _checked(self, index: Any) -> Any:
        for one, size in zip(index if isinstance(index, tuple) else (index,), self._data.shape, strict=False):
            if not 0 <= int(one) < size:
                raise IndexError(f"index {one} is out of range for {size} cells")
        whole = index if isinstance(index, tuple) else (index,)
        return (*(int(one) for one in whole), ...) if self._data.dtype.names or self._data.ndim > len(whole) else whole


def view(data: Any) -> Any:
    """Return a checked view of an array or record. A NumPy number is converted to a Python number."""
    if isinstance(data, np.ndarray):
        if data.ndim:
            return CheckedArray(data)
        return CheckedRecord(data) if data.dtype.names else data.item()
    return data.item() if isinstance(data, np.generic) else data


def tail(row: CheckedArray, start: int) -> CheckedArray:
    """Return row[start:] as a checked array over the same bytes."""
    return CheckedArray(row._data[start:])


def _store(data: np.ndarray, index: Any, value: Any) -> None:
    if isinstance(value, CheckedRecord | CheckedArray):
        data[index] = value._data
    elif data.dtype.kind in "iu":
        whole = int(value)
        limits = np.iinfo(data.dtype)
        if whole != value or not limits.min <= whole <= limits.max:
            raise OverflowError(f"{value} does not fit into {data.dtype}")
        data[index] = whole
    else:
        data[index] = value
