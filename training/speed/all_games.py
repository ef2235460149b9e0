"""Measure the speed of all games, as ratios to PettingZoo's connect_four_v3 in the same run.

Each game runs compiled random play with default options and without features, at 1,024 tables on one thread. Every step writes
the observation and the mask of the deciding seat. The games take turns, and each is measured right after connect_four_v3, so
that a busy machine slows both sides of a ratio.

Every step must write a row of observation and mask. The table therefore also shows the bytes of a row, and the time that
`memset` takes to write as many bytes into a buffer of the same size: a lower bound on the time of a step.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from rich.table import Table

import dig_envs
from dig_envs.training.show.tables import new_table
from dig_envs.training.speed.one_game import connect_four_env, random_games, random_rate, replay_rate
from dig_envs.training.speed.rates import Rate, in_turns

TABLES = 1024
REPEATS = 7
SECONDS = 0.25
BASE = "connect_four"


def run(games: Sequence[str] = (), repeats: int = REPEATS, seconds: float = SECONDS, progress: bool = True) -> dict[str, Any]:
    """Measure games in turns, and return the numbers as `dig-envs speed --all --json` prints them.

    Args:
        games: ids of `dig_envs.games()`; all games if empty.
        repeats: the number of turns.
        seconds: the approximate time of each measurement.
        progress: show a progress bar on stderr if it is a terminal.
    """
    env = connect_four_env()
    base = partial(replay_rate, env, random_games(env), seconds) if env else None
    names = games or dig_envs.games()
    loops = {(game, name): loop for game in names for name, loop in _loops(game, base, seconds).items()}
    rates = {key: Rate(tuple(measured)) for key, measured in in_turns(loops, repeats, progress).items()}
    bases = [rates[game, BASE].median for game in names if base]
    rows = {game: numbers(rates[game, "steps"], rates[game, "memset"], rates.get((game, BASE)), _bytes(game)) for game in names}
    return {"connect_four_steps_per_second": median(bases) if bases else None, "num_tables": TABLES, "games": rows}


def numbers(steps: Rate, memset: Rate, connect_four: Rate | None, bytes_per_step: int) -> dict[str, Any]:
    """Return the numbers of a game.

    Args:
        steps: agent steps per second.
        memset: rows of observation and mask per second that memset writes.
        connect_four: agent steps per second of connect_four_v3, measured right before `steps`; None if it is not installed.
        bytes_per_step: the bytes of a row of observation and mask.
    """
    return {
        "steps_per_second": steps.median,
        "times_connect_four": steps.against(connect_four) if connect_four else None,
        "nanoseconds_per_step": 1e9 / steps.median,
        "bytes_per_step": bytes_per_step,
        "memset_nanoseconds": 1e9 / memset.median,
        "memset_share": steps.against(memset),
    }


def _loops(game: str, base: Callable[[], float] | None, seconds: float) -> dict[str, Callable[[], float]]:
    """Return the measurements of a game's turn, in order; each one takes about `seconds` and returns a rate per second."""
    batch = dig_envs.batch(game, num_tables=TABLES, seed=0, num_threads=1)
    batch.random_steps(100)
    first = {BASE: base} if base else {}
    return {**first, "steps": partial(random_rate, batch, seconds), "memset": partial(_memset_rate, _bytes(game), seconds / 4)}


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


def tables(measured: dict[str, Any]) -> list[Table]:
    """Tabulate the result of `run` for a terminal."""
    title = f"Compiled random play: {TABLES:,} tables, one thread, observations and masks included"
    columns = ("steps per second", "times connect_four", "ns per step", "bytes per step", "memset ns", "share")
    table = new_table(title, ("game",), columns)
    for game, row in measured["games"].items():
        ratio = row["times_connect_four"]
        times = "-" if ratio is None else f"{ratio:,.0f}"
        nanoseconds, memset = f"{row['nanoseconds_per_step']:,.0f}", f"{row['memset_nanoseconds']:,.0f}"
        share = f"{row['memset_share']:.0%}"
        table.add_row(game, f"{row['steps_per_second']:,.0f}", times, nanoseconds, f"{row['bytes_per_step']:,}", memset, share)
    if base := measured["connect_four_steps_per_second"]:
        table.add_row("connect_four_v3", f"{base:,.0f}", "1", f"{1e9 / base:,.0f}", "", "", "")
    return [table]
