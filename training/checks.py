"""Checks of numbers that callers give."""

from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError

LARGEST = 2**63 - 1


def whole_number(name: str, value: Any, least: int, most: int = LARGEST) -> int:
    """The value as an int.

    Raises:
        ArgumentError: it is no whole number from `least` to `most`.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
        limits = f"of {least} or more" if most == LARGEST else f"from {least} to {most}"
        raise ArgumentError(f"{name} is a whole number {limits}, not {value!r}")
    return int(value)
