"""The results of an arena: win shares and score margins of pairs, and ratings."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from training.ratings import Estimate

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class Pair:
    """The results of two agents' games. The shares of wins and of last places (0 to 1) and the score margin are a's."""

    a: str
    b: str
    games: int
    win_share: Estimate
    last_share: Estimate
    score_margin: Estimate


@dataclass(frozen=True)
class Rating:
    """An agent's Bradley-Terry rating on Elo's scale (see `training.ratings`)."""

    agent: str
    rating: Estimate


@dataclass(frozen=True)
class ArenaResult:
    """The results of a run. Intervals are 95 % intervals over deals.

    Attributes:
        game, num_players: what was played.
        one_vs_rest: each table had one seat for one agent and all other seats for the other.
        pairs: every two agents of this run; with `one_vs_rest` twice, each of them against the rest.
        ratings: this run's agents, best first, from this run's games alone.
        pool_ratings: every agent in the results file that has played this game with these options, best first, from
            all those games; without a results file the same as `ratings`.
        pool_games: how many games `pool_ratings` come from.
    """

    game: str
    num_players: int
    one_vs_rest: bool
    pairs: list[Pair]
    ratings: list[Rating]
    pool_ratings: list[Rating]
    pool_games: int

    def as_dict(self) -> dict[str, Any]:
        """Return this run without the pool, as `dig-envs arena --json` prints it."""
        return {
            "game": self.game,
            "num_players": self.num_players,
            "one_vs_rest": self.one_vs_rest,
            "pairs": [_pair_as_dict(pair) for pair in self.pairs],
            "ratings": [
                {"agent": row.agent, "rating": row.rating.value, "low": row.rating.low, "high": row.rating.high}
                for row in self.ratings
            ],
        }

    def table(self) -> "Table":
        """Return the ranking over the pool as a table for a terminal or a notebook."""
        from training.tables import ranking_table

        return ranking_table(self)

    def pairs_table(self) -> "Table":
        """Return win share and score margin of every two agents as a table for a terminal or a notebook."""
        from training.tables import pairs_table

        return pairs_table(self)

    def _repr_html_(self) -> str:
        """Return ratings and win shares as tables, as notebooks show them."""
        from training.tables_html import arena_html

        return arena_html(self)

    def chart(self, path: str | Path) -> Path:
        """Draw ratings and win shares into a file (PNG, SVG or PDF, by its name)."""
        from training.charts import draw_arena

        return draw_arena(self, Path(path))


def _pair_as_dict(pair: Pair) -> dict[str, Any]:
    share = pair.win_share
    names = {"a": pair.a, "b": pair.b, "games": pair.games, "win_share": share.value, "low": share.low, "high": share.high}
    return {**names, "last_share": pair.last_share.value, "score_margin": pair.score_margin.value}
