"""Measure `Batch.step` and `Batch.sample` on one thread and on the batch's choice of threads, from 64 to 16,384 tables.

The two batches take turns of a few calls, so that a busy machine slows both. The results are the median of the ratios of the
turns, and the ratio of the best turns. A second thread gains little on cores that are not idle.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.table import Table

import dig_envs
from dig_envs.training.show.console import progress_bar
from dig_envs.training.show.tables import new_table
from dig_envs.training.speed.rates import rates_of

SIZES = (64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384)
TURNS = 15
SECONDS = 0.05  # per turn
CALLS = 16  # before the first turn: the batch measures its steps and chooses the number of threads


def run(games: Sequence[str] = (), sizes: Sequence[int] = SIZES, turns: int = TURNS, progress: bool = True) -> dict[str, Any]:
    """Measure games, all if `games` is empty, and return the numbers as `dig-envs speed --threads --json` prints them.

    Raises:
        UnknownGameError: there is no such game.
    """
    wanted = [(game, size) for game in games or dig_envs.games() for size in sizes]
    rows = []
    with progress_bar("measuring", len(wanted), progress) as advance:
        for game, size in wanted:
            rows.append(_measure(game, size, turns))
            advance(1)
    return {"threads": rows}


def _measure(game: str, num_tables: int, turns: int) -> dict[str, Any]:
    batches = [dig_envs.batch(game, num_tables=num_tables, seed=0, num_threads=threads) for threads in (1, None)]
    for batch in batches:
        for _ in range(CALLS):
            batch.step(batch.sample())
    rates = np.array([[_turn(batch) for batch in batches] for _ in range(turns)])  # by turn, batch, and step or sample
    (single, sample_single), (chosen, sample_chosen) = (rates_of(rates[:, batch].tolist()) for batch in (0, 1))
    return {
        "game": game,
        "num_tables": num_tables,
        "steps_per_second": single.median,
        "times_one_thread": chosen.against(single),
        "times_one_thread_best": chosen.best / single.best,
        "samples_per_second": sample_single.median,
        "sample_times_one_thread": sample_chosen.against(sample_single),
    }


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


def tables(measured: dict[str, Any]) -> list[Table]:
    """Tabulate the result of `run` for a terminal."""
    columns = ("tables", "steps/s, one thread", "ratio", "best ratio", "samples/s, one thread", "ratio")
    table = new_table("Batch.step and Batch.sample: the batch's choice of threads against one thread", ("game",), columns)
    for row in measured["threads"]:
        game, *counts = row.values()
        forms = ("{:,}", "{:,.0f}", "{:.2f}", "{:.2f}", "{:,.0f}", "{:.2f}")
        table.add_row(game, *(form.format(count) for form, count in zip(forms, counts, strict=True)))
    return [table]
