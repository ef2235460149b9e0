"""Read a state as plain Python objects: attributes, lists and numbers. Reading is many times faster than from arrays."""

from typing import Any

import numpy as np


class FrozenRecord:
    """A record whose fields are attributes. Each field is converted when it is first read."""

    def __init__(self, record: np.ndarray):
        self._record = record

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (self._record.dtype.names or ()):
            raise AttributeError(f"no field {name}")
        value = self.__dict__[name] = frozen(self._record[name])
        return value


class FrozenList(list):
    """A list without negative indices, as NONE must not count from the end."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if index < 0:
            raise IndexError(f"index {index} is out of range for {len(self)} cells")
        return list.__getitem__(self, index)


def frozen(data: np.ndarray) -> Any:
    """Return an array or record as lists, records and numbers of Python."""
    if data.dtype.names is not None:
        return FrozenList(map(frozen, data)) if data.ndim else FrozenRecord(data)
    return _lists(data.tolist()) if data.ndim else data.item()


def _lists(value: list) -> FrozenList:
    return FrozenList(map(_lists, value)) if value and isinstance(value[0], list) else FrozenList(value)
