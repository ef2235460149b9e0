"""Digging Bandits: dig through the desert for the GOLD or for WANTED posters, and cash in at a town, or be the last one."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dig_envs.core.errors import OptionError
from dig_envs.core.game import LimitedOptions, define_game
from dig_envs.digging_bandits.components import MAX_PLAYERS
from dig_envs.digging_bandits.state import FrameKind

TEAMS = 2


@dataclass(frozen=True)
class DiggingBanditsOptions(LimitedOptions):
    """Options of Digging Bandits.

    Attributes:
        num_players: 2 to 4.
        teams: four players, two against two; partners sit opposite.
        quick_play: tools need no TECH, dug DYNAMITE leaves the game, one bridge per player.
        reward: "win" (the winners share the win; a lone winner has +1).
        max_turns: turns of all seats after which the game is truncated; 100 per player unless given.
    """

    teams: bool = False
    quick_play: bool = False

    rewards: ClassVar[tuple[str, ...]] = ("win",)
    turns_per_player: ClassVar[int] = 100

    def validate(self) -> None:
        """Check that a game with teams has four players.

        Raises:
            OptionError: `teams` with fewer than four players.
        """
        if self.teams and self.num_players != MAX_PLAYERS:
            raise OptionError(f"teams=True takes num_players={MAX_PLAYERS}, not {self.num_players}")

    @property
    def num_teams(self) -> int:
        """The number of sides that win or lose together; partners sit opposite."""
        return TEAMS if self.teams else self.num_players


def window_open(tables: np.ndarray) -> np.ndarray:
    """Return whether a reaction window is open (an event, a bribe or a rescue), bool with the shape of `tables`."""
    innermost = np.maximum(tables["depth"].astype(np.int64) - 1, 0)
    innermost_kind = np.take_along_axis(tables["frames"]["kind"], innermost[..., None], axis=-1)[..., 0]
    return np.isin(innermost_kind, (FrameKind.EVENT, FrameKind.BRIBE, FrameKind.TURN_IN))


GAME = define_game(
    __name__, id="digging_bandits_v0", title="Digging Bandits", options=DiggingBanditsOptions, window_open=window_open
)
