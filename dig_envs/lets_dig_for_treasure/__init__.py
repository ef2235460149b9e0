"""Let's Dig for Treasure: dig as long as you dare, and lose it all to a skeleton or a second worm."""

from dataclasses import dataclass
from typing import ClassVar

from dig_envs.core.errors import OptionError
from dig_envs.core.game import Options, define_game
from dig_envs.lets_dig_for_treasure.components import TEAMS

TEAM_PLAYERS = 4


@dataclass(frozen=True)
class TreasureOptions(Options):
    """Options of Let's Dig for Treasure. The game ends by itself and has no turn limit (LD-16).

    Attributes:
        num_players: 2 to 5.
        reward: "win" or "score" (points less the mean of the others', divided by 40).
        teams: four players in two teams that sit opposite, with one pile each (LD-15).
        land_mine: whether the Land Mine is in the game (LD-10).
    """

    teams: bool = False
    land_mine: bool = True

    rewards: ClassVar[tuple[str, ...]] = ("win", "score")

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


GAME = define_game(__name__, id="lets_dig_for_treasure_v0", title="Let's Dig for Treasure", options=TreasureOptions)
