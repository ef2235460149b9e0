"""Measure `Batch.step` and `Batch.sample` on one thread and on as many as the batch chooses, from 64 to 16,384 tables.

Both are measured in turns of a few calls, so that a busy machine slows both alike; what is compared is the median of the
ratios of the turns, and the best turns. Cores that are not idle hide what a second thread brings.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import dig_envs
from dig_envs.training.bench.one_game import Rate

if TYPE_CHECKING:
    from rich.table import Table

SIZES = (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384)
TURNS = 15
SECONDS = 0.05  # a turn
CALLS = 16  # so many are made before a turn counts: the batch learns what a step takes


@dataclass(frozen=True)
class Row:
    """The figures of one game at one number of tables, in tables a second.

    Attributes:
        alone, chosen: `Batch.step` on one thread, and as the batch chooses.
        sample_alone, sample_chosen: `Batch.sample`, likewise.
    """

    game: str
    num_tables: int
    alone: Rate
    chosen: Rate
    sample_alone: Rate
    sample_chosen: Rate

    def as_dict(self) -> dict[str, Any]:
        """Return the figures as `dig-envs bench --threads --json` prints them."""
        return {
            "game": self.game,
            "num_tables": self.num_tables,
            "steps_per_second": self.alone.median,
            "times_one_thread": self.chosen.against(self.alone),
            "times_one_thread_best": self.chosen.best / self.alone.best,
            "samples_per_second": self.sample_alone.median,
            "sample_times_one_thread": self.sample_chosen.against(self.sample_alone),
        }


def run(games: Sequence[str] = (), sizes: Sequence[int] = SIZES, turns: int = TURNS, progress: bool = True) -> list[Row]:
    """Measure games, all of them if none is given.

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


def _measure(game: str, num_tables: int, turns: int) -> Row:
    batches = [dig_envs.batch(game, num_tables=num_tables, seed=0, num_threads=threads) for threads in (1, None)]
    for batch in batches:
        for _ in range(CALLS):
            batch.step(batch.sample())
    found = [[_turn(batch) for batch in batches] for _ in range(turns)]
    step, sample = ([Rate(tuple(turn[which][what] for turn in found)) for which in (0, 1)] for what in (0, 1))
    return Row(game, num_tables, *step, *sample)


def _turn(batch: Any) -> tuple[float, float]:
    """Return tables a second, stepped and sampled, over a turn."""
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


def table(rows: Sequence[Row]) -> "Table":
    """Tabulate the figures."""
    from dig_envs.training.show.tables import new_table

    columns = ("tables", "steps a second, one thread", "times that", "best", "samples a second, one thread", "times that")
    found = new_table("Batch.step and Batch.sample on as many threads as the batch chooses, against one", ("game",), columns)
    for row in rows:
        told = row.as_dict()
        found.add_row(
            row.game,
            f"{row.num_tables:,}",
            f"{told['steps_per_second']:,.0f}",
            f"{told['times_one_thread']:.2f}",
            f"{told['times_one_thread_best']:.2f}",
            f"{told['samples_per_second']:,.0f}",
            f"{told['sample_times_one_thread']:.2f}",
        )
    return found
