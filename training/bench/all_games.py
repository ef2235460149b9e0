"""Measure how fast all games are played: one table of ratios to PettingZoo's connect_four_v3, in the same run.

For each game with its default options: compiled random play at 1,024 tables on one thread, facts alone, in agent steps a
second. Every step writes the observation and the mask of the seat that must decide. The games are measured in turns, each
right after connect_four_v3, so that a busy machine slows both sides of a ratio.

A row of observation and mask has to be written at every step, whatever the rules do. So beside each game stands how many bytes
that are, and how long `memset` takes to write as many into memory that is as large: no step can be faster than that.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

import dig_envs
from dig_envs.training.bench.one_game import Rate, connect_four_env, random_games, random_rate, replay_rate

if TYPE_CHECKING:
    from rich.table import Table

TABLES = 1024
REPEATS = 7
SECONDS = 0.25


@dataclass(frozen=True)
class Row:
    """A game's figures.

    Attributes:
        game: its id.
        steps: agent steps a second.
        memset: rows of observation and mask a second that memset writes.
        connect_four: agent steps a second of connect_four_v3, each measured right before `steps`; None if not installed.
        bytes_per_step: of a row of observation and mask.
    """

    game: str
    steps: Rate
    memset: Rate
    connect_four: Rate | None
    bytes_per_step: int

    @property
    def times_connect_four(self) -> float | None:
        """How many times as fast as connect_four_v3: the median over the turns."""
        return self.steps.against(self.connect_four) if self.connect_four else None

    @property
    def memset_share(self) -> float:
        """The share of a step's time that memset would take to write its bytes."""
        return self.steps.against(self.memset)

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as `dig-envs bench --all --json` prints them."""
        return {
            "steps_per_second": self.steps.median,
            "times_connect_four": self.times_connect_four,
            "nanoseconds_per_step": 1e9 / self.steps.median,
            "bytes_per_step": self.bytes_per_step,
            "memset_nanoseconds": 1e9 / self.memset.median,
            "memset_share": self.memset_share,
        }


def run(games: Sequence[str] = (), repeats: int = REPEATS, seconds: float = SECONDS, progress: bool = True) -> list[Row]:
    """Measure games in turns.

    Args:
        games: ids of `dig_envs.games()`; all of them if not given.
        repeats: how many turns.
        seconds: how long each measurement lasts, about.
        progress: show a progress bar on stderr, where that is a terminal.
    """
    from dig_envs.training.show.console import progress_bar

    base = _connect_four_loop(seconds)
    loops = {game: _loops(game, base, seconds) for game in games or dig_envs.games()}
    rates: dict[str, dict[str, list[float]]] = {game: {what: [] for what in loop} for game, loop in loops.items()}
    with progress_bar("measuring", repeats * len(loops), progress) as advance:
        for _ in range(repeats):
            for game, of_game in loops.items():
                for what, loop in of_game.items():
                    rates[game][what].append(loop())
                advance(1)
    return [_row(game, {what: Rate(tuple(measured)) for what, measured in of_game.items()}) for game, of_game in rates.items()]


def _loops(game: str, base: Callable[[], float] | None, seconds: float) -> dict[str, Callable[[], float]]:
    """Return what is measured in a game's turn, in this order; each measures for a while and returns steps a second."""
    batch = dig_envs.batch(game, num_tables=TABLES, seed=0, num_threads=1)
    batch.random_steps(100)
    first = {"connect_four": base} if base else {}
    return {**first, "steps": partial(random_rate, batch, seconds), "memset": partial(_memset_rate, _bytes(game), seconds / 4)}


def _row(game: str, rates: dict[str, Rate]) -> Row:
    return Row(game, rates["steps"], rates["memset"], rates.get("connect_four"), _bytes(game))


def _bytes(game: str) -> int:
    """Return how many bytes the observation (float32) and the mask (int8) of one seat have."""
    found = dig_envs.game_of(game)
    return 4 * found.layout(found.parse_options()).size + found.num_actions


def _memset_rate(row: int, seconds: float) -> float:
    """Return how many rows of so many bytes memset writes a second, in a buffer with a row for each table."""
    buffer = np.ones(row * TABLES, np.uint8)
    rows, spent = 0, 0.0
    while spent < seconds:
        start = time.perf_counter()
        buffer.fill(0)
        spent += time.perf_counter() - start
        rows += TABLES
    return rows / spent


def _connect_four_loop(seconds: float) -> Callable[[], float] | None:
    env = connect_four_env()
    return partial(replay_rate, env, random_games(env), seconds) if env else None


def as_dict(rows: Sequence[Row]) -> dict[str, Any]:
    """Return all figures as `dig-envs bench --all --json` prints them."""
    bases = [row.connect_four.median for row in rows if row.connect_four]
    return {
        "connect_four_steps_per_second": median(bases) if bases else None,
        "num_tables": TABLES,
        "games": {row.game: row.as_dict() for row in rows},
    }


def table(rows: Sequence[Row]) -> "Table":
    """Tabulate the games' figures for a terminal."""
    from dig_envs.training.show.tables import new_table

    title = f"Compiled random play: {TABLES:,} tables, one thread, observations and masks included"
    columns = ("steps a second", "times connect_four", "ns a step", "bytes a step", "memset ns", "share")
    found = new_table(title, ("game",), columns)
    for row in rows:
        figures = row.as_dict()
        ratio = figures["times_connect_four"]
        found.add_row(
            row.game,
            f"{figures['steps_per_second']:,.0f}",
            "-" if ratio is None else f"{ratio:,.0f}",
            f"{figures['nanoseconds_per_step']:,.0f}",
            f"{row.bytes_per_step:,}",
            f"{figures['memset_nanoseconds']:,.0f}",
            f"{row.memset_share:.0%}",
        )
    base = as_dict(rows)["connect_four_steps_per_second"]
    if base:
        found.add_row("connect_four_v3", f"{base:,.0f}", "1", f"{1e9 / base:,.0f}", "", "", "")
    return found
