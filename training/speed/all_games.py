"""Measure the speed of all games, as ratios to PettingZoo's connect_four_v3 in the same run.

Each game runs compiled random play with default options and without features, at 1,024 tables on one thread. Every step writes
the observation and the mask of the deciding seat. The games take turns, and each is measured right after connect_four_v3, so
that a busy machine slows both sides of a ratio.

Every step must write a row of observation and mask. The table therefore also shows the bytes of a row, and the time that
`memset` takes to write as many bytes into a buffer of the same size: a lower bound on the time of a step.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

import dig_envs
from dig_envs.training.speed.one_game import Rate, connect_four_env, random_games, random_rate, replay_rate

if TYPE_CHECKING:
    from rich.table import Table

TABLES = 1024
REPEATS = 7
SECONDS = 0.25


@dataclass(frozen=True)
class GameSpeed:
    """The speed of a game.

    Attributes:
        game: the game's id.
        steps: agent steps per second.
        memset: rows of observation and mask per second that memset writes.
        connect_four: agent steps per second of connect_four_v3, measured right before `steps`; None if it is not installed.
        bytes_per_step: the bytes of a row of observation and mask.
    """

    game: str
    steps: Rate
    memset: Rate
    connect_four: Rate | None
    bytes_per_step: int

    @property
    def times_connect_four(self) -> float | None:
        """The ratio to connect_four_v3: the median over the turns."""
        return self.steps.against(self.connect_four) if self.connect_four else None

    @property
    def memset_share(self) -> float:
        """The time of memset for the bytes of a step, as a share of the step's time."""
        return self.steps.against(self.memset)

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as `dig-envs speed --all --json` prints them."""
        return {
            "steps_per_second": self.steps.median,
            "times_connect_four": self.times_connect_four,
            "nanoseconds_per_step": 1e9 / self.steps.median,
            "bytes_per_step": self.bytes_per_step,
            "memset_nanoseconds": 1e9 / self.memset.median,
            "memset_share": self.memset_share,
        }


def run(games: Sequence[str] = (), repeats: int = REPEATS, seconds: float = SECONDS, progress: bool = True) -> list[GameSpeed]:
    """Measure games in turns.

    Args:
        games: ids of `dig_envs.games()`; all games if empty.
        repeats: the number of turns.
        seconds: the approximate time of each measurement.
        progress: show a progress bar on stderr if it is a terminal.
    """
    from dig_envs.training.show.console import progress_bar

    base = _connect_four_loop(seconds)
    loops = {game: _loops(game, base, seconds) for game in games or dig_envs.games()}
    rates: dict[str, dict[str, list[float]]] = {game: {name: [] for name in by_name} for game, by_name in loops.items()}
    with progress_bar("measuring", repeats * len(loops), progress) as advance:
        for _ in range(repeats):
            for game, by_name in loops.items():
                for name, loop in by_name.items():
                    rates[game][name].append(loop())
                advance(1)
    return [_speed(game, {name: Rate(tuple(measured)) for name, measured in rates[game].items()}) for game in loops]


def _loops(game: str, base: Callable[[], float] | None, seconds: float) -> dict[str, Callable[[], float]]:
    """Return the measurements of a game's turn, in order; each one takes about `seconds` and returns a rate per second."""
    batch = dig_envs.batch(game, num_tables=TABLES, seed=0, num_threads=1)
    batch.random_steps(100)
    first = {"connect_four": base} if base else {}
    return {**first, "steps": partial(random_rate, batch, seconds), "memset": partial(_memset_rate, _bytes(game), seconds / 4)}


def _speed(game: str, rates: dict[str, Rate]) -> GameSpeed:
    return GameSpeed(game, rates["steps"], rates["memset"], rates.get("connect_four"), _bytes(game))


def _bytes(game_id: str) -> int:
    """Return the bytes of the observation (float32) and the mask (int8) of one seat."""
    game = dig_envs.game_of(game_id)
    return 4 * game.layout(game.parse_options()).size + game.num_actions


def _memset_rate(row: int, seconds: float) -> float:
    """Return how many rows of `row` bytes memset writes per second, in a buffer with a row for each table."""
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


def as_dict(rows: Sequence[GameSpeed]) -> dict[str, Any]:
    """Return all numbers as `dig-envs speed --all --json` prints them."""
    bases = [row.connect_four.median for row in rows if row.connect_four]
    return {
        "connect_four_steps_per_second": median(bases) if bases else None,
        "num_tables": TABLES,
        "games": {row.game: row.as_dict() for row in rows},
    }


def table(rows: Sequence[GameSpeed]) -> "Table":
    """Tabulate the speeds of games for a terminal."""
    from dig_envs.training.show.tables import new_table

    title = f"Compiled random play: {TABLES:,} tables, one thread, observations and masks included"
    columns = ("steps per second", "times connect_four", "ns per step", "bytes per step", "memset ns", "share")
    result = new_table(title, ("game",), columns)
    for row in rows:
        numbers = row.as_dict()
        ratio = numbers["times_connect_four"]
        result.add_row(
            row.game,
            f"{numbers['steps_per_second']:,.0f}",
            "-" if ratio is None else f"{ratio:,.0f}",
            f"{numbers['nanoseconds_per_step']:,.0f}",
            f"{row.bytes_per_step:,}",
            f"{numbers['memset_nanoseconds']:,.0f}",
            f"{row.memset_share:.0%}",
        )
    base = as_dict(rows)["connect_four_steps_per_second"]
    if base:
        result.add_row("connect_four_v3", f"{base:,.0f}", "1", f"{1e9 / base:,.0f}", "", "", "")
    return result
