"""Digging Bandits: dig through the desert for the GOLD or for WANTED posters, and cash in at a town, or be the last one."""

from dataclasses import dataclass
from typing import ClassVar

from dig_envs.core.errors import OptionError
from dig_envs.core.game import Game, Options
from dig_envs.digging_bandits import determinize, invariants, observation, rules
from dig_envs.digging_bandits.components import MAX_PLAYERS
from dig_envs.digging_bandits.state import SEAT, STATE, TABLE


@dataclass(frozen=True)
class DiggingBanditsOptions(Options):
    """Options of Digging Bandits.

    Attributes:
        num_players: 2 to 4.
        teams: four players, two against two; partners sit opposite.
        quick_play: tools need no TECH, found DYNAMITE leaves the game, one bridge per player.
        reward: "win" (the winners share the win; a lone winner has +1).
        max_turns: turns of all seats after which the game is truncated; 100 per player unless given.
    """

    teams: bool = False
    quick_play: bool = False

    rewards: ClassVar[tuple[str, ...]] = ("win",)
    turns_per_player: ClassVar[int] = 100

    def validate(self) -> None:
        if self.teams and self.num_players != MAX_PLAYERS:
            raise OptionError(f"digging_bandits_v0: teams=True takes num_players=4, not {self.num_players}")

    @property
    def forfeit_reward(self) -> float:
        """What who forfeits gets; with teams both partners lose 1 (C-8)."""
        return -1.0 if self.teams else super().forfeit_reward


GAME = Game(
    id="digging_bandits_v0",
    title="Digging Bandits",
    min_players=2,
    max_players=MAX_PLAYERS,
    options=DiggingBanditsOptions,
    table=TABLE,
    seat=SEAT,
    state=STATE,
    actions=rules.ACTIONS,
    layout=observation.layout,
    deal=rules.deal,
    legal=rules.legal,
    apply=rules.apply,
    encode=observation.encode,
    standings=rules.standings,
    rewards=rules.rewards,
    redeal=determinize.redeal,
    check=invariants.check,
    drawing="dig_envs.digging_bandits.drawing",
)
