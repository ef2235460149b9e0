"""Write a batch to a snapshot, and read a snapshot.

A snapshot holds the states, the agents' names and seats, the generators, and the results of the last games. All else, such as
masks and observations, is computed from these. Every value is checked before it is used, so a snapshot from an untrusted source
is either refused, or gives a batch with valid games.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.batch.agent_numbers import indices_of, numbers_of, with_occurrences
from dig_envs.core.batch.snapshot_bytes import generator_of, generator_words, pack, unpack
from dig_envs.core.batch.state_checks import before_forfeit, broken_invariants, check_states, refuse_rows
from dig_envs.core.engine import kernels
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import LOW

if TYPE_CHECKING:
    from dig_envs.core.batch.batch import Batch

COMPUTED = ("player", "truncated", "illegal", "illegal_action")  # fields of a status that follow from the others
MAX_STEPS = 2**30
HUGE = float(np.finfo(np.float64).max)


def write(batch: "Batch") -> bytes:
    """Return the snapshot of a batch."""
    header = {**_header(batch), "agents": [agent.fingerprint for agent in batch.agents]}
    return pack(header, _arrays(batch))


def read(batch: "Batch", snapshot: bytes) -> "Batch":
    """Return a copy of `batch` with the games of a snapshot.

    The snapshot's batch must have the same game, options, size, features and agents.

    Raises:
        SnapshotError: the bytes are damaged or no snapshot of such a batch, or have an invalid value, which the message names.
    """
    header, found = unpack(snapshot, _header(batch), _arrays(batch))
    numbers = _numbers_here(header.get("agents"), batch)
    states, finals, statuses, pool = (found[name] for name in ("states", "finals", "statuses", "pool"))
    _check_statuses(batch, statuses, len(numbers) - 1)
    _check_pool(batch, pool, len(numbers) - 1)
    check_states(batch.engine, batch.options, batch._setup["template"], states)
    _check_play(batch, states, statuses)
    _check_ends(batch, finals, statuses)
    pool["controller"] = numbers[pool["controller"]]
    statuses["controllers"] = numbers[statuses["controllers"]]
    restored = batch.clone()
    restored._states, restored._finals, restored._pool = states, finals, pool
    restored._generator = generator_of(found["generator"])
    _compute_the_rest(restored, statuses)
    return restored


def _header(batch: "Batch") -> dict[str, Any]:
    """Return the properties that a snapshot and its batch must share."""
    return {
        "kind": "batch",
        "game": batch.game.id,
        "tables": batch.num_tables,
        "options": dataclasses.asdict(batch.options),
        "learner": int(batch._setup["learner"][0]),
        "deal_again": int(batch._setup["deal_again"][0]),
        "skip_forced": int(batch._setup["skip_forced"][0]),
        "opponents": len(batch._pool),
        "features": None if batch.features is None else batch.features.name_and_version,
    }


def _arrays(batch: "Batch") -> dict[str, np.ndarray]:
    """Return the arrays of a snapshot. Controllers are indices into the snapshot's list of agents; the caller is -1."""
    done = batch._statuses["done"] != 0
    finals = np.zeros_like(batch._finals)
    finals[done] = batch._finals[done]
    fields = [(name, batch._statuses.dtype[name]) for name in batch._statuses.dtype.names or () if name not in COMPUTED]
    statuses = np.zeros(batch.num_tables, fields)
    for name, _ in fields:
        statuses[name] = batch._statuses[name]
    statuses["controllers"] = indices_of(batch._statuses["controllers"], batch.agents)
    pool = batch._pool.copy()
    pool["controller"] = indices_of(batch._pool["controller"], batch.agents)
    words = generator_words(batch._generator)
    return {"states": batch._states, "finals": finals, "statuses": statuses, "pool": pool, "generator": words}


def _numbers_here(names: Any, batch: "Batch") -> np.ndarray:
    """Return the number in this batch of each agent that a snapshot names, then that of the caller."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SnapshotError("this snapshot is invalid: its agents are not a list of names")
    own = {key: index for index, key in enumerate(with_occurrences(agent.fingerprint for agent in batch.agents))}
    for name, count in with_occurrences(names):
        if (name, count) not in own:
            raise SnapshotError(
                f'this snapshot has the agent "{name}", which this batch lacks: pass it to set_opponents or seat_agents first'
            )
    indices = [own[key] for key in with_occurrences(names)]
    return numbers_of(batch.agents)[[*indices, -1]]


def _check_statuses(batch: "Batch", statuses: np.ndarray, num_agents: int) -> None:
    """Check the ranges of all values. Those of seats beyond the number of players must be as in a new batch."""
    learner, last_seat = int(batch._setup["learner"][0]), batch.num_players - 1
    seats = {kernels.RANDOM_LEARNER: (0, last_seat), kernels.NO_LEARNER: (0, 0)}
    ranges: dict[str, tuple[float, float]] = {
        "controllers": (-1, num_agents - 1),
        "opponents": (-1, batch._most_opponents - 1),
        "noise": (0.0, 1.0),
        "generators": (0, int(LOW)),
        "next_games": (0, int(LOW)),
        "seed": (0, 2**63 - 1),
        "learner": seats.get(learner, (learner, learner)),
        "done": (0, 1),
        "last_learner": (0, last_seat),
        "last_opponents": (-1, batch._most_opponents - 1),
        "steps": (0, MAX_STEPS),
        "last_steps": (0, MAX_STEPS),
        "points": (-HUGE, HUGE),
        "rewards": (-HUGE, HUGE),  # `_check_ends` compares rewards with the final states
    }
    empty_seats = {"controllers": -1, "opponents": -1, "last_opponents": -1, "noise": 0, "points": 0, "rewards": 0}
    for name in statuses.dtype.names or ():
        (minimum, maximum), values = ranges[name], statuses[name]
        numbers = values["key"] if values.dtype.names else values
        inside = (numbers >= minimum) & (numbers <= maximum)  # false for NaN
        if name in empty_seats:
            inside[:, batch.num_players :] &= numbers[:, batch.num_players :] == empty_seats[name]
        refuse_rows(~inside.reshape(len(statuses), -1).all(axis=1), f"has {name} {{0}}", values)


def _check_pool(batch: "Batch", pool: np.ndarray, num_agents: int) -> None:
    inside = (pool["controller"] >= 0) & (pool["controller"] < num_agents)
    inside &= (pool["noise"] >= 0.0) & (pool["noise"] <= 1.0) & (pool["share"] >= 0.0) & (pool["share"] <= 1.0)
    if not inside.all() or (len(pool) and not np.isclose(pool["share"].sum(), 1.0, rtol=0.0, atol=1e-9)):
        raise SnapshotError("this snapshot is invalid: its opponents have no valid agents or shares")


def _check_play(batch: "Batch", states: np.ndarray, statuses: np.ndarray) -> None:
    """Refuse ended games in a batch that deals again, and tables without a seat for the caller, whose play would never stop."""
    if batch._setup["deal_again"][0]:
        end = states["table"]["end"]
        refuse_rows(end != End.RUNNING, "has ended, and the next game was not dealt: end {0}", end)
        if batch._setup["learner"][0] == kernels.NO_LEARNER:
            seated = statuses["controllers"][:, : batch.num_players]
            refuse_rows((seated != -1).all(axis=1), "has no seat for the caller: {0}", seated)


def _check_ends(batch: "Batch", finals: np.ndarray, statuses: np.ndarray) -> None:
    """Check that stored results are those of the final states, by the rules or by a forfeit."""
    done, seats = statuses["done"] != 0, slice(0, batch.num_players)
    rows = np.flatnonzero(done)
    refuse_rows(~done & (statuses["rewards"] != 0.0).any(axis=1), "has rewards without an end: {0}", statuses["rewards"])
    finals[~done] = np.zeros((), finals.dtype)
    ends, rewards = finals[rows], statuses["rewards"][rows, seats]
    refuse_rows(ends["table"]["end"] == End.RUNNING, "has a final state that is no end", ends, rows)
    check_states(batch.engine, batch.options, batch._setup["template"], ends, rows)
    points, expected = _results(batch, ends)
    valid = (expected == rewards).all(axis=1) & (broken_invariants(batch.engine, ends) == 0)
    for seat in range(batch.num_players):
        forfeit = (rewards == batch._forfeit_rewards(np.full(len(rows), seat))).all(axis=1)
        forfeit &= ends["table"]["end"] == End.OVER
        valid |= forfeit & (broken_invariants(batch.engine, before_forfeit(ends, seat)) == 0)
    valid &= (points == statuses["points"][rows, seats]).all(axis=1)
    refuse_rows(~valid, "has other results than those of its last game: {0}", rewards, rows)


def _results(batch: "Batch", ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the standings and the rewards of ended games, each float64 (len(ends), num_players)."""
    results = np.zeros((2, len(ends), batch.game.max_players))
    seat, one = np.zeros(1, np.int64), np.zeros(1)
    for k in range(len(ends)):
        batch.engine.rewards_if_ended(ends[k : k + 1], seat, results[0, k], results[1, k], one)
    return results[0, :, : batch.num_players], results[1, :, : batch.num_players]


def _compute_the_rest(batch: "Batch", restored: np.ndarray) -> None:
    """Write restored statuses into a batch, and compute the computed fields, masks and observations."""
    statuses, setup = batch._statuses, batch._setup.copy()
    for name in restored.dtype.names or ():
        statuses[name] = restored[name]
    statuses["truncated"] = batch._finals["table"]["end"] == End.TRUNCATED
    statuses["player"] = NOBODY  # an end has been reported already
    statuses["controllers"] = kernels.CALLER  # so that no agent plays
    batch._setup["deal_again"] = batch._setup["skip_forced"] = 0
    batch._advance(batch._all, np.full(batch.num_tables, NOBODY))
    statuses["controllers"], batch._setup = restored["controllers"], setup
    stuck = (statuses["player"] != NOBODY) & ~batch.masks.any(axis=1)
    refuse_rows(stuck, "has no legal action for seat {0}", statuses["player"])
