"""Check arguments of public calls. What is refused raises an ArgumentError that names what would be right."""

from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError, DigEnvsError

LARGEST = 2**63 - 1


def whole_number(name: str, value: Any, least: int = 0, most: int = LARGEST) -> int:
    """Return a value as a Python int if it is a whole number from `least` to `most`.

    >>> whole_number("num_tables", 0, least=1)
    Traceback (most recent call last):
    dig_envs.core.errors.ArgumentError: num_tables is a whole number of 1 or more, not 0
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
        limits = f"of {least} or more" if most == LARGEST else f"from {least} to {most}"
        raise ArgumentError(f"{name} is a whole number {limits}, not {value!r:.80}")
    return int(value)


def flag(name: str, value: Any) -> bool:
    """Return a value as a Python bool if it is one."""
    if not isinstance(value, bool | np.bool_):
        raise ArgumentError(f"{name} is True or False, not {value!r:.80}")
    return bool(value)


def array(name: str, value: Any, error: type[DigEnvsError] = ArgumentError) -> np.ndarray:
    """Return a value as an array, if it can be one."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError) as found:
        raise error(f"{name} are an array, not {value!r:.80}") from found


def integers(name: str, value: Any) -> np.ndarray:
    """Return a value as a contiguous int64 array, if it holds whole numbers."""
    found = array(name, value)
    if found.dtype.kind not in "iu":
        raise ArgumentError(f"{name} are whole numbers, not {found.dtype}")
    return np.ascontiguousarray(found, np.int64)


def listed(value: Any) -> list[Any]:
    """Return the things that a value holds, or the value alone if it holds none: a text is one thing.

    >>> listed((1, 2)), listed("ab"), listed(3)
    ([1, 2], ['ab'], [3])
    """
    if isinstance(value, str | bytes):
        return [value]
    try:
        return list(value)
    except TypeError:
        return [value]
