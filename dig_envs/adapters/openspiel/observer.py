"""What a seat may know, as OpenSpiel's observers tell it: numbers by name, and a text."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from dig_envs.core.errors import ArgumentError
from dig_envs.core.layout import Layout


class Observer:
    """Tells what one seat may know.

    Args:
        layout: of the observation.
        recalls: whether the text tells all that the seat has seen and done, as a digest, or the present alone.

    Attributes:
        tensor: float32 (layout.size,), written by `set_from`.
        dict: its blocks by name, as views.
    """

    def __init__(self, layout: Layout, recalls: bool):
        self.recalls = recalls
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = layout.decode(self.tensor)
        self.names = [
            block.name + "".join(f"[{index}]" for index in place) for block in layout for place in np.ndindex(block.shape)
        ]

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player may know in a state; zeros before the deal."""
        self.tensor[:] = state.observation_of(player)

    def string_from(self, state: Any, player: int) -> str:
        """Name the facts that are not 0, and what the player recalls."""
        if not state.dealt:
            return "before the deal"
        observation = state.observation_of(player)
        facts = [f"{self.names[k]}={observation[k]:.6g}" for k in np.flatnonzero(observation)]
        recalled = [f"recalls {state.recollection_of(player)}"] if self.recalls else []
        return ", ".join([f"seat {player}", *recalled, *facts])


def observer_of(layout: Layout, kind: Any, params: Mapping[str, Any] | None) -> Observer | None:
    """Return an observer of the kind that is asked for; None where only the public part or all hands are.

    Raises:
        ArgumentError: there are parameters, and no observer here takes any.
    """
    if params:
        raise ArgumentError(f"observers here take no parameters, not {dict(params)}")
    if not kind:
        return Observer(layout, recalls=False)
    if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
        return None
    return Observer(layout, recalls=kind.perfect_recall)
