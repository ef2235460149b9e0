"""The results of an arena: win shares and score margins of pairs, and ratings."""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.agents.language_model.usage import Usage
from dig_envs.core.errors import ResultsError
from dig_envs.training.arena.ratings import Pair, Rating, pair_as_dict

if TYPE_CHECKING:
    from rich.table import Table


class ArenaInterrupted(KeyboardInterrupt):
    """Ctrl-C has stopped an arena.

    Attributes:
        result: the result of the games so far.
    """

    def __init__(self, result: "ArenaResult"):
        games = sum(pair.games for pair in result.pairs)
        super().__init__(
            f"stopped after {games:,} games; in a notebook their result is sys.last_value.result (import sys). "
            "With results=FILE, the games are saved, and the same call continues with further deals"
        )
        self.result = result


class ArenaNotSaved(ResultsError):
    """The results file could not be written: another program holds it, or the disk is full.

    Attributes:
        result: the result of all games, also of those that are not in the file.
    """

    def __init__(self, error: ResultsError, unsaved: int, result: "ArenaResult"):
        super().__init__(f"{error}; the file lacks the last {unsaved} games, so another run plays them again")
        self.result = result


@dataclass(frozen=True)
class ArenaResult:
    """The results of a run. Intervals are 95 % intervals over deals.

    Attributes:
        game, num_players: the game's id and the number of seats.
        one_vs_rest: one agent had one seat of each table and the other agent all other seats.
        pairs: the result of each pair of agents; with `one_vs_rest` one result for each of the two.
        ratings: the agents of this run, best first, rated by the games of this run.
        pool_ratings: all agents that have games of this contest in the results file, best first, rated by all those games;
            the same as `ratings` without a results file.
        pool_games: the number of games behind `pool_ratings`.
        usage: the tokens, seconds and refusals of each agent that is a language model, since the agent was made;
            not on a cluster.
    """

    game: str
    num_players: int
    one_vs_rest: bool
    pairs: list[Pair]
    ratings: list[Rating]
    pool_ratings: list[Rating]
    pool_games: int
    usage: dict[str, Usage] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return this run without the pool, as `dig-envs arena --json` prints it."""
        return {
            "game": self.game,
            "num_players": self.num_players,
            "one_vs_rest": self.one_vs_rest,
            "pairs": [pair_as_dict(pair) for pair in self.pairs],
            "ratings": [
                {"agent": row.agent, "rating": row.rating.value, "low": row.rating.low, "high": row.rating.high}
                for row in self.ratings
            ],
            **({"usage": {name: asdict(usage) for name, usage in self.usage.items()}} if self.usage else {}),
        }

    def table(self) -> "Table":
        """Return the ranking over the pool as a table for a terminal or a notebook."""
        from dig_envs.training.arena.tables import ranking_table

        return ranking_table(self)

    def pairs_table(self) -> "Table":
        """Return win share and score margin of each pair as a table for a terminal or a notebook."""
        from dig_envs.training.arena.tables import pairs_table

        return pairs_table(self)

    def usage_table(self) -> "Table":
        """Return tokens, seconds and refusals of language models as a table for a terminal or a notebook."""
        from dig_envs.training.arena.tables import usage_table

        return usage_table(self.usage)

    def _repr_html_(self) -> str:
        """Return ratings and win shares as HTML tables for notebooks."""
        from dig_envs.training.arena.html import arena_html

        return arena_html(self)

    def chart(self, path: str | Path) -> Path:
        """Draw ratings and win shares into a file: PNG, SVG or PDF, by its ending."""
        from dig_envs.training.arena.chart import draw_arena

        return draw_arena(self, Path(path))
