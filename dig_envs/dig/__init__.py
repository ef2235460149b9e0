"""DIG, designed by Chris Handy, published by Perplext: dogs dig up bones and bring them to their bowls."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.errors import OptionError
from dig_envs.core.game import FULL, LimitedOptions, define_game
from dig_envs.dig.components import NUM_COLOURS, SCORE_CONSTANT, Card
from dig_envs.dig.variants import VARIANTS


@dataclass(frozen=True)
class DigOptions(LimitedOptions):
    """Options of DIG.

    Attributes:
        num_players: 2 to 4.
        reward: "win" or "score" (points less the mean of the others', divided by 20).
        max_turns: turns of all seats after which the game is truncated; 100 per player unless given (in a variant: DIG-16).
        scents: bones show two colours on their backs, one of which is theirs (DIG-14).
        variant: "full", or fewer bones for exact analysis: "tiny", "small", "mid", "tiny_long", "tiny3" (3 players) (DIG-16).
    """

    scents: bool = False
    variant: str = "full"

    turns_per_player: ClassVar[int] = 100
    fuzz_values: ClassVar[dict[str, tuple]] = {**LimitedOptions.fuzz_values, "variant": tuple(VARIANTS)}
    variants: ClassVar[Mapping[str, Any]] = VARIANTS

    @property
    def colours(self) -> int:
        """The number of colours."""
        return len(self.variant_size.bones)

    @property
    def copies(self) -> tuple[int, ...]:
        """The number of bones of each of the five colours; 0 for colours that are not in the game."""
        return (*self.variant_size.bones, *[0] * (NUM_COLOURS - self.colours))

    @property
    def actions_per_turn(self) -> int:
        """The number of actions of a turn."""
        return self.variant_size.actions

    @property
    def fixed_seats(self) -> bool:
        """Whether seat 0 begins, instead of a random seat (DIG-16)."""
        return self.variant_size.fixed_seats

    @property
    def points_per_reward(self) -> float:
        return SCORE_CONSTANT if self.reward == "score" else 0.0

    def validate(self) -> None:
        """Check that a small variant is played without scents.

        Raises:
            OptionError: it is not.
        """
        if self.scents and self.variant != FULL:
            raise OptionError(f'the variant "{self.variant}" is played without scents')

    def write(self, table: np.ndarray) -> None:
        """Write the options into the table record, and bowls that have a fixed place (DIG-16)."""
        super().write(table)
        for colour, place in enumerate(self.variant_size.bowls):
            table["bowls"][colour] = place
            table["yard"][place] = Card.BOWL + colour


GAME = define_game(__name__, id="dig_v0", title="DIG", options=DigOptions)
