"""The settings of a league."""

from dataclasses import dataclass
from typing import Self

from dig_envs.adapters.arguments import one_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training.league.matchmaking import AGAINST
from dig_envs.training.ppo import settings as ppo
from dig_envs.training.run.settings import setting


@dataclass(frozen=True)
class Config(ppo.Config):
    """Settings of a league: those of PPO, and how members are met and let in."""

    algorithm = "LEAGUE"

    opponents: tuple[str, ...] = setting(
        (), "bots, searches or models in the league from the start; all of the game's bots if none"
    )
    noise_levels: tuple[float, ...] = setting(
        (0.0,), "shares of random moves; each bot is in the league once with each", least=0, most=1
    )
    snapshots: int = setting(12, "past selves that are members at once; beyond that the oldest makes room", least=1)
    snapshot_every: int = setting(1_000_000, "steps of a generation", least=1)
    league_games: int = setting(200, "games against each member at the end of a generation", least=1, most=10**6)
    power: float = setting(
        2.0, "k: members are drawn in proportion to (1 - p)^k, where p is what the learner wins against each", least=0, most=100
    )
    gate: float = setting(0.55, "share of the wins with which a new self is let in", least=0, most=1)
    gate_against: str = setting(AGAINST[0], '"predecessor", the self let in last, or "league", the mean over all members')
    search_share: float = setting(0.02, "of all games, the most that searches are met in: they are slow", least=0, most=1)

    def validated(self) -> Self:
        """Return the settings as `dig_envs.training.run.config.RunConfig.validated` does.

        Raises:
            DigEnvsError: as there, or the learner would have no opponents.
        """
        config = super().validated()
        one_of("gate_against", config.gate_against, AGAINST)
        if config.self_play:
            raise ArgumentError("a league meets its members: leave self_play to PPO")
        if config.played.parse_options(**config.options).num_players == 1:
            raise ArgumentError("a league needs a game for 2 or more: nobody is met in one that is played alone")
        return config
