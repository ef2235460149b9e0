"""Let's Dig for Treasure: dig as long as you dare, and lose it all to a skeleton or a second worm."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.errors import OptionError
from dig_envs.core.game import Options, define_game
from dig_envs.lets_dig_for_treasure.components import MINE, SCORE_CONSTANT, TEAMS
from dig_envs.lets_dig_for_treasure.variants import VARIANTS

TEAM_PLAYERS = 4


@dataclass(frozen=True)
class TreasureOptions(Options):
    """Options of Let's Dig for Treasure. The game ends by itself and has no turn limit (LD-16).

    Attributes:
        num_players: 2 to 5.
        reward: "win" or "score" (points less the mean of the others', divided by 40).
        teams: four players in two teams that sit opposite, with one pile each (LD-15).
        land_mine: whether the Land Mine is in the game (LD-10).
        variant: "full", or fewer cards for exact analysis: "tiny", "small", "mid" (2 players) or "tiny3" (3 players) (LD-17).
    """

    teams: bool = False
    land_mine: bool = True
    variant: str = "full"

    rewards: ClassVar[tuple[str, ...]] = ("win", "score")
    fuzz_values: ClassVar[dict[str, tuple]] = {"variant": tuple(VARIANTS)}
    variants: ClassVar[Mapping[str, Any]] = VARIANTS

    @property
    def stacks(self) -> int:
        """The number of stacks."""
        return self.variant_size.stacks

    @property
    def fixed_seats(self) -> bool:
        """Whether the first seat, the owner of the game and the new player are fixed, not drawn (LD-17)."""
        return self.variant_size.fixed_seats

    @property
    def points_per_reward(self) -> float:
        return SCORE_CONSTANT if self.reward == "score" else 0.0

    def validate(self) -> None:
        """Refuse teams at a table of another size than two against two.

        Raises:
            OptionError: `teams` is set, and there are not four players.
        """
        if self.teams and self.num_players != TEAM_PLAYERS:
            raise OptionError(f"teams=True takes num_players={TEAM_PLAYERS}, not {self.num_players}")

    @property
    def num_teams(self) -> int:
        """The number of teams that win and lose together; partners sit opposite."""
        return TEAMS if self.teams else self.num_players

    def write(self, table: np.ndarray) -> None:
        """Write the options into the table record.

        Cards that the variant leaves out lie in the discard pile; stacks that it leaves out count as destroyed (LD-17).
        """
        super().write(table)
        table["destroyed"][self.stacks :] = 1
        table["discard"] = self.variant_size.discard
        if not self.land_mine:
            table["discard"][MINE] = 0


GAME = define_game(__name__, id="lets_dig_for_treasure_v0", title="Let's Dig for Treasure", options=TreasureOptions)
