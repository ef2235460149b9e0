"""Dig Dig: moles shed their cards, from the hand, from a face-up row and blind; the last one with cards loses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.errors import OptionError
from dig_envs.core.game import LimitedOptions, define_game
from dig_envs.dig_dig.variants import VARIANTS, Variant


@dataclass(frozen=True)
class DigDigOptions(LimitedOptions):
    """Options of Dig Dig.

    Attributes:
        num_players: 2 to 4.
        reward: "win" (the loser has -1, the others share +1) or "rank" (from +1 for the first out to -1 for the loser).
        max_turns: turns of all seats after which the game is truncated; 500 unless given.
        variant: "full", or a smaller deck for exact analysis: "tiny", "small", "mid" (2 players) or "tiny3" (3 players).
    """

    variant: str = "full"

    rewards: ClassVar[tuple[str, ...]] = ("win", "rank")
    turns_in_all: ClassVar[int] = 500
    tried: ClassVar[dict[str, tuple]] = {**LimitedOptions.tried, "variant": tuple(VARIANTS)}
    variants: ClassVar[Mapping[str, Any]] = VARIANTS

    @property
    def size(self) -> Variant:
        """The numbers of the variant."""
        return VARIANTS[self.variant]

    @property
    def turn_limit(self) -> int:
        """The turn limit, given or the variant's default."""
        return self.size.max_turns if self.max_turns is None else self.max_turns

    @property
    def row(self) -> int:
        """The number of blind cards, and of face-up cards, that each seat is dealt."""
        return self.size.row

    @property
    def hand(self) -> int:
        """The number of cards that each seat is dealt, and the size up to which it draws."""
        return self.size.hand

    @property
    def forfeit_reward(self) -> float:
        """The reward of a forfeit: the loser's, under both rewards (DD-19)."""
        return -1.0

    def validate(self) -> None:
        """Check that the variant is for this number of players.

        Raises:
            OptionError: it is not.
        """
        players = self.size.num_players
        if players not in (0, self.num_players):
            raise OptionError(f'the variant "{self.variant}" is for num_players={players}, not {self.num_players}')

    def write(self, table: np.ndarray) -> None:
        """Write the options into the table record. Cards that the variant leaves out lie in the compost (DD-22)."""
        super().write(table)
        table["compost"] = self.size.compost


GAME = define_game(__name__, id="dig_dig_v0", title="Dig Dig", options=DigDigOptions)
