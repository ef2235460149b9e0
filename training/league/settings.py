"""The settings of a league."""

from dataclasses import dataclass
from typing import Self

from dig_envs.core.arguments import one_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training.league.matchmaking import AGAINST
from dig_envs.training.ppo import settings as ppo
from dig_envs.training.run.settings import setting


@dataclass(frozen=True)
class Config(ppo.Config):
    """Settings of a league: the settings of PPO, and settings of members and matchmaking."""

    algorithm = "LEAGUE"

    opponents: tuple[str, ...] = setting(
        (), "members from the start: bots, searches or models; all of the game's bots if not given"
    )
    noise_levels: tuple[float, ...] = setting(
        (0.0,), "shares of random moves; the league has each bot once at each level", minimum=0, maximum=1
    )
    snapshots: int = setting(12, "largest number of past selves among the members; a new one replaces the oldest", minimum=1)
    snapshot_every: int = setting(1_000_000, "steps of a generation", minimum=1)
    league_games: int = setting(200, "games against each member at the end of a generation", minimum=1, maximum=10**6)
    power: float = setting(
        2.0,
        "k: members are drawn in proportion to (1 - p)^k, where p is the learner's win share against the member",
        minimum=0,
        maximum=100,
    )
    gate: float = setting(0.55, "win share from which a new self becomes a member", minimum=0, maximum=1)
    gate_against: str = setting(
        AGAINST[0], 'opponent of the gate: "predecessor", the latest past self, or "league", the mean over all members'
    )
    search_share: float = setting(0.02, "largest share of games against searches, which are slow", minimum=0, maximum=1)

    def validated(self) -> Self:
        """Check the settings, and return them with values of Python's own types.

        Raises:
            DigEnvsError: see `dig_envs.training.ppo.settings.Config.validated`; also a league without opponents.
        """
        config = super().validated()
        one_of("gate_against", config.gate_against, AGAINST)
        if config.self_play or config.self_play_variants:
            raise ArgumentError("a league plays against its members: use self_play and self_play_variants with PPO alone")
        if config.played.parse_options(**config.options).num_players == 1:
            raise ArgumentError("a league needs a game for 2 or more players")
        if len(config.players) > 1:
            raise ArgumentError("a league plays with one number of players: give players one number")
        return config
