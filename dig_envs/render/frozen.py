"""Read a state as plain Python objects: attributes, lists and numbers. Reading is many times faster than from arrays."""

from typing import Any

import numpy as np

from dig_envs.core.compiler import bounds_checked


class FrozenRecord:
    """A record whose fields are attributes. Each field is converted when it is first read."""

    def __init__(self, record: np.ndarray):
        self._record = record

    def __getattr__(self, name: str) -> Any:
        try:
            value = self.__dict__[name] = frozen(self.__dict__["_record"][name])
        except (KeyError, ValueError):
            raise AttributeError(f"no field {name}") from None
        return value


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
