"""Check numbers that users give."""

import math
from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError


def number(
    name: str,
    value: Any,
    minimum: float = -math.inf,
    maximum: float = math.inf,
    above: float = -math.inf,
    below: float = math.inf,
) -> float:
    """Return the value as a float.

    Raises:
        ArgumentError: the value is not a finite number within the limits. `above` and `below` are excluded.
    """
    real = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not real or not (minimum <= value <= maximum and above < value < below):
        raise ArgumentError(f"{name} must be a number{_limits(minimum, maximum, above, below)}, not {value!r}")
    return float(value)


def _limits(minimum: float, maximum: float, above: float, below: float) -> str:
    """Return the limits in words for an error message.

    >>> _limits(0, 1, -math.inf, math.inf), _limits(0, math.inf, -math.inf, 1), _limits(-math.inf, math.inf, 0, math.inf)
    (' from 0 to 1', ' from 0 to below 1', ' above 0')
    """
    start = f" above {above:g}" if above > -math.inf else f" from {minimum:g}" if minimum > -math.inf else ""
    end = f" to below {below:g}" if below < math.inf else f" to {maximum:g}" if maximum < math.inf else ""
    return f" of {minimum:g} or more" if minimum > -math.inf and not end else start + end
