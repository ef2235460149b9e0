"""Check states from snapshots before rules run on them."""

from typing import Any

import numpy as np

from dig_envs.core.engine import Engine
from dig_envs.core.engine.record_arrays import copy_records
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End, Options
from dig_envs.core.rng import LOW


def check_states(
    engine: Engine, options: Options, template: np.ndarray, states: np.ndarray, tables: np.ndarray | None = None
) -> None:
    """Check that states are valid positions at a decision, or valid ends, of games with these options.

    An end by forfeit is valid if the position before it was valid.

    Args:
        engine: the engine of the game.
        options: the options.
        template: a state (1,) with the options written into its table.
        states: the states to check, structured (n,).
        tables: the table number of each state, integers (n,); 0 to n - 1 if None.

    Raises:
        SnapshotError: a state is invalid; the message names the first one and the reason.
    """
    tables = np.arange(len(states)) if tables is None else tables
    check_common_fields(options, template, states, tables)
    broken = broken_invariants(engine, states)
    for seat in range(options.num_players):
        rows = np.flatnonzero((broken != 0) & (states["table"]["end"] == End.OVER))
        if len(rows):
            valid = broken_invariants(engine, before_forfeit(states[rows], seat)) == 0
            broken[rows[valid]] = 0
    refuse_rows(broken != 0, "breaks invariant {0}", broken, tables)


def check_common_fields(options: Options, template: np.ndarray, states: np.ndarray, tables: np.ndarray) -> None:
    """Check the fields that all games share: the options, the end, the mover and the generator."""
    table, own, secret = states["table"], template["table"], states["secret"]
    for name in own.dtype.names or ():
        if hasattr(options, name):
            other: Any = table[name] != own[name]
            other = other.any(axis=tuple(range(1, other.ndim)))
            refuse_rows(other, f"has other options: {name} is {{0}}", table[name], tables)
    running, mover = table["end"] == End.RUNNING, secret["mover"]
    refuse_rows(~np.isin(table["end"], list(End)), "has the end {0}", table["end"], tables)
    refuse_rows(running & ((mover < 0) | (mover >= options.num_players)), "is running, and its mover is {0}", mover, tables)
    refuse_rows(~running & (mover != NOBODY), "has ended, and its mover is {0}", mover, tables)
    refuse_rows((secret["rng"]["key"] > LOW).any(axis=1), "has the generator key {0}", secret["rng"]["key"], tables)


def broken_invariants(engine: Engine, states: np.ndarray) -> np.ndarray:
    """Return the number of the invariant that each state breaks, or 0, int64 (n,)."""
    broken = np.zeros(len(states), np.int64)
    engine.check_states(states, broken)
    return broken


def before_forfeit(states: np.ndarray, seat: int) -> np.ndarray:
    """Return copies of ended states as they were before `seat` forfeited: running, with `seat` as the mover."""
    states = copy_records(states)
    states["table"]["end"] = End.RUNNING
    states["secret"]["mover"] = seat
    return states


def refuse_rows(refused: Any, words: str, values: np.ndarray, tables: np.ndarray | None = None) -> None:
    """Raise SnapshotError for the first refused row.

    Args:
        refused: bool (n,).
        words: the reason for the message; "{0}" is replaced by the row's value.
        values: (n, ...).
        tables: the table number of each row, integers (n,); the row itself if None.
    """
    if refused.any():
        row = int(np.flatnonzero(refused)[0])
        table = row if tables is None else int(tables[row])
        raise SnapshotError(f"this snapshot has an invalid state: table {table} {words.format(values[row])}")
