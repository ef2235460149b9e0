"""Dig Dig: moles shed their cards, from the hand, from a face-up row and blind; the last one with cards loses."""

from dataclasses import dataclass
from typing import ClassVar

from dig_envs.core.game import LimitedOptions, define_game


@dataclass(frozen=True)
class DigDigOptions(LimitedOptions):
    """Options of Dig Dig.

    Attributes:
        num_players: 2 to 4.
        reward: "win" (the loser has -1, the others share +1) or "rank" (from +1 for the first out to -1 for the loser).
        max_turns: turns of all seats after which the game is truncated; 500 unless given.
    """

    rewards: ClassVar[tuple[str, ...]] = ("win", "rank")
    turns_in_all: ClassVar[int] = 500

    @property
    def forfeit_reward(self) -> float:
        """The reward of a forfeit: the loser's, under both rewards (DD-19)."""
        return -1.0


GAME = define_game(__name__, id="dig_dig_v0", title="Dig Dig", options=DigDigOptions)
