"""OpenSpiel observers: a seat's information as named numbers and as a string."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from dig_envs.core.errors import ArgumentError
from dig_envs.core.layout import Layout


class Observer:
    """Observes the information of one seat.

    Args:
        layout: the layout of observations.
        perfect_recall: whether the string is a digest of everything that the seat has seen and done.

    Attributes:
        tensor: float32 (layout.size,), set by `set_from`.
        dict: views of the blocks of `tensor`, by name.
    """

    def __init__(self, layout: Layout, perfect_recall: bool):
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.decode(self.tensor)

    def set_from(self, state: Any, player: int) -> None:
        """Set `tensor` to a player's observation; zeros before the deal."""
        self.tensor[:] = state.observation_of(player)

    def string_from(self, state: Any, player: int) -> str:
        """Return the digest of everything that the seat has seen and done, or without perfect recall the position as JSON."""
        if not self.perfect_recall:
            return json.dumps(state.description_of(player), ensure_ascii=False)
        return f"seat {player}, recalls {state.recollection_of(player)}" if state.dealt else "before the deal"


def observer_of(layout: Layout, kind: Any, params: Mapping[str, Any] | None) -> Observer | None:
    """Return an observer for OpenSpiel's observation type; None for types of public information only or of all players.

    Raises:
        ArgumentError: there are parameters.
    """
    if params:
        raise ArgumentError(f"observers of these games take no parameters, not {dict(params)}")
    if not kind:
        return Observer(layout, perfect_recall=False)
    if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return None
    return Observer(layout, perfect_recall=kind.perfect_recall)
