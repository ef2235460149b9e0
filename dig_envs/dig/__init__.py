"""DIG, designed by Chris Handy, published by Perplext: dogs dig up bones and bring them to their bowls."""

from dataclasses import dataclass
from typing import ClassVar

from dig_envs.core.game import LimitedOptions, define_game


@dataclass(frozen=True)
class DigOptions(LimitedOptions):
    """Options of DIG.

    Attributes:
        num_players: 2 to 4.
        reward: "win" or "score" (points less the mean of the others', divided by 20).
        max_turns: turns of all seats after which the game is truncated; 100 per player unless given.
        scents: bones show two colours on their backs, one of which is theirs (DIG-14).
    """

    scents: bool = False

    turns_per_player: ClassVar[int] = 100


GAME = define_game(__name__, id="dig_v0", title="DIG", options=DigOptions)
