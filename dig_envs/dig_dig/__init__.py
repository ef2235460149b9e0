"""Dig Dig: moles shed their cards, from the hand, from a face-up row and blind; the last one with cards loses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.game import LimitedOptions, define_game
from dig_envs.dig_dig.variants import VARIANTS


@dataclass(frozen=True)
class DigDigOptions(LimitedOptions):
    """Options of Dig Dig.

    Attributes:
        num_players: 2 to 4.
        reward: "win" (the loser has -1, the others share +1) or "rank" (from +1 for the first out to -1 for the loser).
        max_turns: turns of all seats after which the game is truncated; 500 unless given.
        variant: "full", or fewer cards: "tiny", "small", "mid", "tiny_long", "small_long", "tiny3" (3 players) (DD-22).
    """

    variant: str = "full"

    rewards: ClassVar[tuple[str, ...]] = ("win", "rank")
    turns_in_all: ClassVar[int] = 500
    fuzz_values: ClassVar[dict[str, tuple]] = {**LimitedOptions.fuzz_values, "variant": tuple(VARIANTS)}
    variants: ClassVar[Mapping[str, Any]] = VARIANTS

    @property
    def row(self) -> int:
        """The number of blind cards, and of face-up cards, that each seat is dealt."""
        return self.variant_size.row

    @property
    def hand(self) -> int:
        """The number of cards that each seat is dealt, and the size up to which it draws."""
        return self.variant_size.hand

    @property
    def forfeit_reward(self) -> float:
        """The reward of a forfeit: the loser's, under both rewards (DD-19)."""
        return -1.0

    def write(self, table: np.ndarray) -> None:
        """Write the options into the table record. Cards that the variant leaves out lie in the compost (DD-22)."""
        super().write(table)
        table["compost"] = self.variant_size.compost


GAME = define_game(__name__, id="dig_dig_v0", title="Dig Dig", options=DigDigOptions)
