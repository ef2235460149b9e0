"""Check states that come from outside, before any rule touches them."""

from typing import Any

import numpy as np

from dig_envs.core.engine import Engine
from dig_envs.core.engine.record_arrays import copied
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End, Options
from dig_envs.core.rng import LOW


def check_states(
    engine: Engine, options: Options, template: np.ndarray, states: np.ndarray, tables: np.ndarray | None = None
) -> None:
    """Refuse states that are no positions between two decisions, or no ends, of games with these options.

    An end by a forfeit counts: the position before it was sound, and somebody had to decide.

    Args:
        options, template: the options as an object, and written into a state of shape (1,).
        states: structured array (n,).
        tables: the number of each state's table; from 0 on if None.

    Raises:
        SnapshotError: one of them is unsound; the message names the first, and how.
    """
    tables = np.arange(len(states)) if tables is None else tables
    check_frames(options, template, states, tables)
    broken = broken_invariants(engine, states)
    for seat in range(options.num_players):
        rows = np.flatnonzero((broken != 0) & (states["table"]["end"] == End.OVER))
        if len(rows):
            sound = broken_invariants(engine, before_forfeit(states[rows], seat)) == 0
            broken[rows[sound]] = 0
    refuse_rows(broken != 0, "breaks invariant {0}", broken, tables)


def check_frames(options: Options, template: np.ndarray, states: np.ndarray, tables: np.ndarray) -> None:
    """Refuse what no game's state may hold: other options, nobody to decide or somebody after the end, a wild generator."""
    table, own, secret = states["table"], template["table"], states["secret"]
    for name in own.dtype.names or ():
        if hasattr(options, name):
            other: Any = table[name] != own[name]
            other = other.any(axis=tuple(range(1, other.ndim)))
            refuse_rows(other, f"is of other options: {name} is {{0}}", table[name], tables)
    running, mover = table["end"] == End.RUNNING, secret["mover"]
    refuse_rows(~np.isin(table["end"], list(End)), "has the end {0}", table["end"], tables)
    refuse_rows(running & ((mover < 0) | (mover >= options.num_players)), "has nobody to decide: seat {0}", mover, tables)
    refuse_rows(~running & (mover != NOBODY), "has ended, and seat {0} to decide", mover, tables)
    refuse_rows((secret["rng"]["key"] > LOW).any(axis=1), "has a generator of the key {0}", secret["rng"]["key"], tables)


def broken_invariants(engine: Engine, states: np.ndarray) -> np.ndarray:
    """Return the number of the invariant that each state breaks, 0 for none: int64 (n,)."""
    broken = np.zeros(len(states), np.int64)
    engine.check_states(states, broken)
    return broken


def before_forfeit(states: np.ndarray, seat: int) -> np.ndarray:
    """Return ended states as they were if that seat forfeited: a copy in which it has to decide."""
    states = copied(states)
    states["table"]["end"] = End.RUNNING
    states["secret"]["mover"] = seat
    return states


def refuse_rows(refused: Any, words: str, values: np.ndarray, tables: np.ndarray | None = None) -> None:
    """Raise SnapshotError if any row is refused, bool (n,); the message names the first row's table, and its value."""
    if refused.any():
        row = int(np.flatnonzero(refused)[0])
        table = row if tables is None else int(tables[row])
        raise SnapshotError(f"this snapshot holds an unsound state: table {table} {words.format(values[row])}")
