"""Measure `Batch.step` and `Batch.sample` on one thread and on the batch's choice of threads, from 64 to 16,384 tables.

The two batches take turns of a few calls, so that a busy machine slows both. The results are the median of the ratios of the
turns, and the ratio of the best turns. A second thread gains little on cores that are not idle.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import dig_envs
from dig_envs.training.speed.one_game import Rate

if TYPE_CHECKING:
    from rich.table import Table

SIZES = (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384)
TURNS = 15
SECONDS = 0.05  # per turn
CALLS = 16  # before the first turn: the batch measures its steps and chooses the number of threads


@dataclass(frozen=True)
class ThreadSpeed:
    """The speed of one game at one number of tables, in tables per second.

    Attributes:
        game, num_tables: the game's id and the number of tables.
        single, chosen: `Batch.step` on one thread, and on the batch's choice of threads.
        sample_single, sample_chosen: the same for `Batch.sample`.
    """

    game: str
    num_tables: int
    single: Rate
    chosen: Rate
    sample_single: Rate
    sample_chosen: Rate

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as `dig-envs speed --threads --json` prints them."""
        return {
            "game": self.game,
            "num_tables": self.num_tables,
            "steps_per_second": self.single.median,
            "times_one_thread": self.chosen.against(self.single),
            "times_one_thread_best": self.chosen.best / self.single.best,
            "samples_per_second": self.sample_single.median,
            "sample_times_one_thread": self.sample_chosen.against(self.sample_single),
        }


def run(
    games: Sequence[str] = (), sizes: Sequence[int] = SIZES, turns: int = TURNS, progress: bool = True
) -> list[ThreadSpeed]:
    """Measure games; all games if `games` is empty.

    Raises:
        UnknownGameError: there is no such game.
    """
    from dig_envs.training.show.console import progress_bar

    wanted = [(game, size) for game in games or dig_envs.games() for size in sizes]
    rows = []
    with progress_bar("measuring", len(wanted), progress) as advance:
        for game, size in wanted:
            rows.append(_measure(game, size, turns))
            advance(1)
    return rows


def _measure(game: str, num_tables: int, turns: int) -> ThreadSpeed:
    batches = [dig_envs.batch(game, num_tables=num_tables, seed=0, num_threads=threads) for threads in (1, None)]
    for batch in batches:
        for _ in range(CALLS):
            batch.step(batch.sample())
    rates = np.array([[_turn(batch) for batch in batches] for _ in range(turns)])  # by turn, batch, and step or sample
    step, sample = ([Rate(tuple(rates[:, batch, call].tolist())) for batch in (0, 1)] for call in (0, 1))
    return ThreadSpeed(game, num_tables, *step, *sample)


def _turn(batch: Any) -> tuple[float, float]:
    """Return the tables per second of `step` and of `sample` in one turn."""
    stepping = sampling = 0.0
    calls = 0
    while stepping + sampling < SECONDS or not calls:
        start = time.perf_counter()
        actions = batch.sample()
        sampled = time.perf_counter()
        batch.step(actions)
        stepping += time.perf_counter() - sampled
        sampling += sampled - start
        calls += 1
    return calls * batch.num_tables / stepping, calls * batch.num_tables / sampling


def table(rows: Sequence[ThreadSpeed]) -> "Table":
    """Tabulate the speeds for a terminal."""
    from dig_envs.training.show.tables import new_table

    columns = ("tables", "steps/s, one thread", "ratio", "best ratio", "samples/s, one thread", "ratio")
    result = new_table("Batch.step and Batch.sample: the batch's choice of threads against one thread", ("game",), columns)
    for row in rows:
        numbers = row.as_dict()
        result.add_row(
            row.game,
            f"{row.num_tables:,}",
            f"{numbers['steps_per_second']:,.0f}",
            f"{numbers['times_one_thread']:.2f}",
            f"{numbers['times_one_thread_best']:.2f}",
            f"{numbers['samples_per_second']:,.0f}",
            f"{numbers['sample_times_one_thread']:.2f}",
        )
    return result
