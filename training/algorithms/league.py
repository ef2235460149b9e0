"""A league: PPO against bots, searches and its own past selves, by prioritised fictitious self-play (Vinyals et al. 2019).

After each generation of steps the learner plays duplicate games against every member. It then meets a member the more often the
less it wins against it, and becomes a member itself, as it now is, if it passes the gate. Every generation is rated.

>>> from training import league
>>> result = league.train(league.Config(steps=10_000_000))       # doctest: +SKIP
>>> result.ratings["generation 10"]                              # doctest: +SKIP
Estimate(value=1620.0, low=1590.0, high=1650.0)
"""

import os
from dataclasses import dataclass
from typing import Self, cast

from dig_envs.adapters.arguments import one_of
from dig_envs.core.errors import ArgumentError
from training import duplicate, session
from training.algorithms import ppo
from training.generations.matchmaking import AGAINST
from training.generations.session import League, LeagueResult
from training.settings import setting

EXAMPLES = """
dig-envs train --algo league --config dig
dig-envs train --algo league --config my_league.toml --seed 7
dig-envs train --algo league --config dig --start runs/clone-dig_v0-0/model.zip
dig-envs train --algo league --config dig --opponents greedy,expert,search:playouts=50
dig-envs train --algo league --resume runs/league-dig_v0-0/checkpoint.zip
"""


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

    @property
    def measured_tables(self) -> int:
        """How many tables measurements take."""
        return max(super().measured_tables, min(self.league_games, duplicate.TABLES_AT_ONCE))

    def validated(self) -> Self:
        """Return the settings as `training.config.RunConfig.validated` does.

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


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> LeagueResult:
    """Train generation after generation, rate them, save and evaluate the last.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: a checkpoint of the same settings (`steps` may differ) to go on from, as if it had not been left.

    Returns:
        The last model's file, what it wins, and the ratings of all generations.

    Raises:
        DigEnvsError: a setting is wrong, or the checkpoint is missing, damaged or of other settings.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and a checkpoint was written.
    """
    return cast(LeagueResult, session.train(config, ppo.make_learner, progress, resume, League))
