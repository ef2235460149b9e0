"""Prepare numbers for JSON."""

import math


def rounded(number: float | None, digits: int = 3) -> float | None:
    """Return a rounded number; None for a missing number and for NaN and infinity, which JSON lacks.

    >>> rounded(0.12345), rounded(0.12345, digits=4), rounded(float("nan")), rounded(None)
    (0.123, 0.1235, None, None)
    """
    return round(float(number), digits) if number is not None and math.isfinite(number) else None
