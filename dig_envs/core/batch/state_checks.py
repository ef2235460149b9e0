"""Check the ranges of the values in a snapshot."""

from typing import Any

import numpy as np

from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import Game


def check_ranges(game: Game, states: np.ndarray) -> None:
    """Check that each field of the states, structured (n,), is in its range.

    Raises:
        SnapshotError: a value is outside; the message names the first table and the field.
    """
    outside = game.fields.first_outside(states)
    for row in np.flatnonzero(outside)[:1]:
        raise SnapshotError(f"this snapshot is invalid: table {row} has {game.fields.names()[outside[row] - 1]} out of range")


def refuse_outside(name: str, values: Any, minimum: int, maximum: int) -> None:
    """Raise SnapshotError if a value is not from `minimum` to `maximum`."""
    values = np.asarray(values)
    if (wrong := (values < minimum) | (values > maximum)).any():
        raise SnapshotError(f"this snapshot is invalid: {name} is {values[wrong][0]}, not from {minimum} to {maximum}")
