"""Read a state as plain Python objects: attributes, lists and numbers. Reading is many times faster than from arrays."""

from typing import Any

import numpy as np

from dig_envs.core.compiler import bounds_checked

NUMBERS = frozenset({int, float, bool})


class FrozenRecord:
    """A record whose fields are attributes. The first read converts all numbers, and later reads one array or record each."""

    def __init__(self, record: np.ndarray):
        self._record = record

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__
        try:
            if len(fields) == 1:
                self._read_numbers()
            return fields[name] if name in fields else fields.setdefault(name, frozen(fields["_record"][name]))
        except (KeyError, ValueError):
            raise AttributeError(f"no field {name}") from None

    def _read_numbers(self) -> None:
        values = zip(self._record.dtype.names or (), self._record.item(), strict=True)
        self.__dict__.update([(field, value) for field, value in values if type(value) in NUMBERS])


class CheckedList(list):
    """A list that refuses negative indices, as NONE must not count from the end."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise IndexError(f"index {index} is out of range for {len(self)} cells")
        return list.__getitem__(self, index)


def frozen(data: np.ndarray) -> Any:
    """Return an array or record as lists, records and numbers of Python."""
    if data.dtype.names is None:
        return _lists(data.tolist())
    return _lists([frozen(record) for record in data]) if data.ndim else FrozenRecord(data)


def _checked(value: Any) -> Any:
    return CheckedList(map(_checked, value)) if isinstance(value, list) else value


_lists = _checked if bounds_checked() else lambda value: value
