"""Check and convert arguments of public calls. Errors name the argument, the value and the values that are allowed."""

import math
import operator
from collections.abc import Iterable
from typing import Any

import numpy as np

from dig_envs.core.errors import ArgumentError, DigEnvsError, nearest

MAX_INTEGER = 2**63 - 1


def as_integer(value: Any) -> int | None:
    """Return an integer of any library, such as a NumPy or PyTorch scalar, as an int; None for all else, also for bools.

    >>> as_integer(np.int8(3)), as_integer(np.array(3)), as_integer(True), as_integer(3.0), as_integer("3")
    (3, 3, None, None, None)
    """
    if isinstance(value, bool) or getattr(value, "shape", ()) != () or "bool" in str(getattr(value, "dtype", "")):
        return None
    try:
        return operator.index(value)
    except (TypeError, ValueError, RuntimeError):  # RuntimeError: a tensor without data
        return None


def whole_number(name: str, value: Any, minimum: int = 0, maximum: int = MAX_INTEGER) -> int:
    """Return `value` as an int if it is an integer from `minimum` to `maximum`.

    Raises:
        ArgumentError: it is not.

    >>> whole_number("num_tables", 0, minimum=1)
    Traceback (most recent call last):
    dig_envs.core.errors.ArgumentError: num_tables must be a whole number of 1 or more, not 0
    """
    number = as_integer(value)
    if number is None or not minimum <= number <= maximum:
        limits = f"from {minimum} to {'2**63 - 1' if maximum == MAX_INTEGER else maximum}"
        if maximum == MAX_INTEGER and (number is None or number < minimum):
            limits = f"of {minimum} or more"
        raise ArgumentError(f"{name} must be a whole number {limits}, not {value!r:.80}")
    return number


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
        raise ArgumentError(f"{name} must be a number{_limits(minimum, maximum, above, below)}, not {value!r:.80}")
    return float(value)


def _limits(minimum: float, maximum: float, above: float, below: float) -> str:
    """Return the limits in words for an error message.

    >>> _limits(0, 1, -math.inf, math.inf), _limits(0, math.inf, -math.inf, 1), _limits(-math.inf, math.inf, 0, math.inf)
    (' from 0 to 1', ' from 0 to below 1', ' above 0')
    """
    start = f" above {above:g}" if above > -math.inf else f" from {minimum:g}" if minimum > -math.inf else ""
    end = f" to below {below:g}" if below < math.inf else f" to {maximum:g}" if maximum < math.inf else ""
    return f" of {minimum:g} or more" if minimum > -math.inf and not end else start + end


def one_of(name: str, value: Any, choices: Iterable[str]) -> str:
    """Check that a value is one of some names, and return it.

    >>> one_of("illegal", "rais", ("end", "raise"))
    Traceback (most recent call last):
    dig_envs.core.errors.ArgumentError: illegal cannot be 'rais'; did you mean "raise"? (illegal: end, raise)
    """
    if not isinstance(value, str) or value not in choices:
        raise ArgumentError(f"{name} cannot be {value!r}; {nearest(value, choices, name)}")
    return value


def flag(name: str, value: Any) -> bool:
    """Return `value` as a bool.

    Raises:
        ArgumentError: it is neither True nor False.
    """
    if not isinstance(value, bool | np.bool_):
        raise ArgumentError(f"{name} must be True or False, not {value!r:.80}")
    return bool(value)


def array(name: str, value: Any, error: type[DigEnvsError] = ArgumentError) -> np.ndarray:
    """Convert `value` to an array; raise `error` if NumPy cannot."""
    try:
        return np.asarray(value)
    except (ValueError, TypeError) as cause:
        raise error(f"{name} must be an array, not {value!r:.80}") from cause


def integers(name: str, value: Any) -> np.ndarray:
    """Convert `value` to a contiguous int64 array.

    Raises:
        ArgumentError: its dtype is no integer type.
    """
    numbers = array(name, value)
    if numbers.dtype.kind not in "iu":
        raise ArgumentError(f"{name} must be whole numbers, not {numbers.dtype}")
    return np.ascontiguousarray(numbers, np.int64)


def as_list(value: Any) -> list[Any]:
    """Convert an iterable to a list. A string, bytes object or scalar becomes a list of one element.

    >>> as_list((1, 2)), as_list("ab"), as_list(3)
    ([1, 2], ['ab'], [3])
    """
    if isinstance(value, str | bytes):
        return [value]
    try:
        return list(value)
    except TypeError:
        return [value]
