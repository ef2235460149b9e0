"""Write a batch into a snapshot, and read it back.

A snapshot holds what the rest follows from: the games, who has which seat (by name), generators, and what is told of the
games that ended last. Masks, observations and the like are computed anew. Every value that is read is checked before any is
used, so that a snapshot which somebody else made is refused, or is a batch that plays on.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.batch.agent_numbers import counted, numbers_of, places_of
from dig_envs.core.batch.snapshot_bytes import generator_of, generator_words, pack, unpack
from dig_envs.core.batch.state_checks import before_forfeit, broken_invariants, check_states, refuse_rows
from dig_envs.core.engine import kernels
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import LOW

if TYPE_CHECKING:
    from dig_envs.core.batch.batch import Batch

COMPUTED = ("extents", "player", "truncated")  # of a desk: follows from the rest
MOST_STEPS = 2**30
HUGE = float(np.finfo(np.float64).max)


def write(batch: "Batch") -> bytes:
    """Return a batch as bytes."""
    header = {**_header(batch), "agents": [agent.fingerprint for agent in batch.agents]}
    return pack(header, _arrays(batch))


def read(batch: "Batch", snapshot: bytes) -> "Batch":
    """Make a batch that goes on from a snapshot of one with the same game, options, size and agents as this one.

    Raises:
        SnapshotError: it is none, is damaged, or holds a value that no batch comes to; the message names it.
    """
    header, found = unpack(snapshot, _header(batch), _arrays(batch))
    numbers = _numbers_here(header.get("agents"), batch)
    states, finals, desks, pool = (found[name] for name in ("states", "finals", "desks", "pool"))
    _check_desks(batch, desks, len(numbers) - 1)
    _check_pool(batch, pool, len(numbers) - 1)
    check_states(batch.engine, batch.options, batch._setup["template"], states)
    _check_who_plays(batch, states, desks)
    _check_ends(batch, finals, desks)
    pool["controller"] = numbers[pool["controller"]]
    desks["controllers"] = numbers[desks["controllers"]]
    twin = batch.clone()
    twin._states, twin._finals, twin._pool = states, finals, pool
    twin._generator = generator_of(found["generator"])
    _compute_the_rest(twin, desks)
    return twin


def _header(batch: "Batch") -> dict[str, Any]:
    """Return what two batches have in common of which one may go on from the other's snapshot."""
    return {
        "kind": "batch",
        "game": batch.game.id,
        "tables": batch.num_tables,
        "options": dataclasses.asdict(batch.options),
        "learner": int(batch._setup["learner"][0]),
        "deal_again": int(batch._setup["deal_again"][0]),
        "skip_forced": int(batch._setup["skip_forced"][0]),
        "opponents": len(batch._pool),
        "features": None if batch.features is None else batch.features.fingerprint,
    }


def _arrays(batch: "Batch") -> dict[str, np.ndarray]:
    """Return the arrays of a snapshot. Agents are known by their places in its list of names, the caller as -1."""
    done = batch._desks["done"] != 0
    finals = np.zeros_like(batch._finals)
    finals[done] = batch._finals[done]
    kept = [(name, batch._desks.dtype[name]) for name in batch._desks.dtype.names or () if name not in COMPUTED]
    desks = np.zeros(batch.num_tables, kept)
    for name, _ in kept:
        desks[name] = batch._desks[name]
    desks["controllers"] = places_of(batch._desks["controllers"], batch.agents)
    pool = batch._pool.copy()
    pool["controller"] = places_of(batch._pool["controller"], batch.agents)
    words = generator_words(batch._generator)
    return {"states": batch._states, "finals": finals, "desks": desks, "pool": pool, "generator": words}


def _numbers_here(names: Any, batch: "Batch") -> np.ndarray:
    """Return the number in this batch of each agent that a snapshot names, and after them the caller's."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise SnapshotError("this snapshot is unsound: its agents are no list of names")
    own = {key: place for place, key in enumerate(counted(agent.fingerprint for agent in batch.agents))}
    for name, count in counted(names):
        if (name, count) not in own:
            raise SnapshotError(
                f'this snapshot has the agent "{name}", which this batch does not: have set_opponents or seat_agents take it'
            )
    places = [own[key] for key in counted(names)]
    return numbers_of(batch.agents)[[*places, -1]]


def _check_desks(batch: "Batch", desks: np.ndarray, num_agents: int) -> None:
    """Refuse values out of range. Those of seats that the options leave empty must be as a new batch has them."""
    learner, last_seat = int(batch._setup["learner"][0]), batch.num_players - 1
    seats = {kernels.LEARNER_ANYWHERE: (0, last_seat), kernels.NO_LEARNER: (0, 0)}
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
        "steps": (0, MOST_STEPS),
        "last_steps": (0, MOST_STEPS),
        "points": (-HUGE, HUGE),
        "rewards": (-HUGE, HUGE),  # `_check_ends` compares them with the results
    }
    empty_seats = {"controllers": -1, "opponents": -1, "last_opponents": -1, "noise": 0, "points": 0, "rewards": 0}
    for name in desks.dtype.names or ():
        (least, most), values = ranges[name], desks[name]
        numbers = values["key"] if values.dtype.names else values
        inside = (numbers >= least) & (numbers <= most)  # a NaN is not
        if name in empty_seats:
            inside[:, batch.num_players :] &= numbers[:, batch.num_players :] == empty_seats[name]
        refuse_rows(~inside.reshape(len(desks), -1).all(axis=1), f"has {name} {{0}}", values)


def _check_pool(batch: "Batch", pool: np.ndarray, num_agents: int) -> None:
    inside = (pool["controller"] >= 0) & (pool["controller"] < num_agents)
    inside &= (pool["noise"] >= 0.0) & (pool["noise"] <= 1.0) & (pool["share"] >= 0.0) & (pool["share"] <= 1.0)
    if not inside.all() or (len(pool) and not np.isclose(pool["share"].sum(), 1.0, rtol=0.0, atol=1e-9)):
        raise SnapshotError("this snapshot is unsound: its opponents are no agents, or their shares are none")


def _check_who_plays(batch: "Batch", states: np.ndarray, desks: np.ndarray) -> None:
    """Refuse tables at which nobody would ever ask the caller, and ended games where the next should have been dealt."""
    if batch._setup["deal_again"][0]:
        end = states["table"]["end"]
        refuse_rows(end != End.RUNNING, "has ended, and the next game was not dealt: end {0}", end)
        if batch._setup["learner"][0] == kernels.NO_LEARNER:
            asked = desks["controllers"][:, : batch.num_players]
            refuse_rows((asked != -1).all(axis=1), "has no seat for the caller: {0}", asked)


def _check_ends(batch: "Batch", finals: np.ndarray, desks: np.ndarray) -> None:
    """Refuse results that are not those of the games that ended in the last step, by their rules or by a forfeit."""
    done, seats = desks["done"] != 0, slice(0, batch.num_players)
    rows = np.flatnonzero(done)
    refuse_rows(~done & (desks["rewards"] != 0.0).any(axis=1), "has rewards without an end: {0}", desks["rewards"])
    finals[~done] = np.zeros((), finals.dtype)
    ends, rewards = finals[rows], desks["rewards"][rows, seats]
    refuse_rows(ends["table"]["end"] == End.RUNNING, "tells of a game's end that is none", ends, rows)
    check_states(batch.engine, batch.options, batch._setup["template"], ends, rows)
    points, paid = _results(batch, ends)
    told = (paid == rewards).all(axis=1) & (broken_invariants(batch.engine, ends) == 0)
    for seat in range(batch.num_players):
        forfeit = (rewards == batch._forfeit_rewards(np.full(len(rows), seat))).all(axis=1)
        forfeit &= ends["table"]["end"] == End.OVER
        told |= forfeit & (broken_invariants(batch.engine, before_forfeit(ends, seat)) == 0)
    told &= (points == desks["points"][rows, seats]).all(axis=1)
    refuse_rows(~told, "has other results than those of its last game: {0}", rewards, rows)


def _results(batch: "Batch", ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the standings and the rewards of ended games: two float64 (len(ends), num_players)."""
    results = np.zeros((2, len(ends), batch.game.max_players))
    seat, one = np.zeros(1, np.int64), np.zeros(1)
    for k in range(len(ends)):
        batch.engine.rewards_if_ended(ends[k : k + 1], seat, results[0, k], results[1, k], one)
    return results[0, :, : batch.num_players], results[1, :, : batch.num_players]


def _compute_the_rest(batch: "Batch", kept: np.ndarray) -> None:
    """Fill in a batch's desks, and compute all that is not kept: who decides, masks and observations."""
    desks, setup = batch._desks, batch._setup.copy()
    for name in kept.dtype.names or ():
        desks[name] = kept[name]
    desks["truncated"] = batch._finals["table"]["end"] == End.TRUNCATED
    desks["player"] = NOBODY  # of an end that stands the caller was told
    desks["controllers"] = kernels.CALLER  # so that nobody goes on
    batch._setup["deal_again"] = batch._setup["skip_forced"] = 0
    batch._advance(batch._all, np.full(batch.num_tables, NOBODY))
    desks["controllers"], batch._setup = kept["controllers"], setup
    stuck = (desks["player"] != NOBODY) & ~batch.masks.any(axis=1)
    refuse_rows(stuck, "has no legal action for seat {0}", desks["player"])
