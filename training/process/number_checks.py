"""Check numbers that users give."""

import math
from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError


def number(
    name: str, value: Any, least: float = -math.inf, most: float = math.inf, above: float = -math.inf, below: float = math.inf
) -> float:
    """Return the value as a float.

    Raises:
        ArgumentError: the value is not a finite number within the limits. `above` and `below` are excluded.
    """
    real = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not real or not (least <= value <= most and above < value < below):
        raise ArgumentError(f"{name} must be a number{_limits(least, most, above, below)}, not {value!r}")
    return float(value)


def _limits(least: float, most: float, above: float, below: float) -> str:
    """Return the limits in words for an error message.

    >>> _limits(0, 1, -math.inf, math.inf), _limits(0, math.inf, -math.inf, 1), _limits(-math.inf, math.inf, 0, math.inf)
    (' from 0 to 1', ' from 0 to below 1', ' above 0')
    """
    start = f" above {above:g}" if above > -math.inf else f" from {least:g}" if least > -math.inf else ""
    end = f" to below {below:g}" if below < math.inf else f" to {most:g}" if most < math.inf else ""
    return f" of {least:g} or more" if least > -math.inf and not end else start + end
