"""Write a batch to a snapshot, and read a snapshot.

A snapshot holds the states, the agents' names and seats, the generators, and the results of the last games. All else, such as
masks and observations, is computed from these. A snapshot is for its owner: a checksum finds damage, and ranges and indices are
checked, but not whether the games could have been played.
"""

import dataclasses
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dig_envs.core.batch.agent_numbers import indices_of, numbers_of, with_occurrences
from dig_envs.core.batch.snapshot_bytes import check_ranges, pack, refuse_outside, unpack
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End

if TYPE_CHECKING:
    from dig_envs.core.batch.batch import Batch

COMPUTED = ("player", "truncated", "illegal", "illegal_action")  # fields of a status that follow from the others


class Saved(NamedTuple):
    """The contents of a snapshot: arrays as in `kernels.Tables`, with this batch's numbers of agents, and the generator."""

    states: np.ndarray
    finals: np.ndarray
    statuses: np.ndarray
    pool: np.ndarray
    generator: np.random.Generator


def write(batch: "Batch", generator: np.random.Generator) -> bytes:
    """Return the snapshot of a batch and its random generator."""
    agents = [agent.fingerprint for agent in batch.agents]
    return pack({**_header(batch), "agents": agents, "generator": generator.bit_generator.state}, _arrays(batch))


def read(batch: "Batch", snapshot: bytes, most_opponents: int) -> Saved:
    """Return the contents of a snapshot of a batch with the same game, options, size, features and agents.

    Args:
        batch: the batch that is to continue from the snapshot; it does not change.
        snapshot: the bytes of `write`.
        most_opponents: the size of the largest pool of the batch so far.

    Raises:
        SnapshotError: the bytes are damaged or no snapshot of such a batch, or a value is out of its range.
    """
    header, arrays = unpack(snapshot, _header(batch), _arrays(batch))
    numbers = _numbers_here(header["agents"], batch)
    states, finals, stored, pool = (arrays[name] for name in ("states", "finals", "statuses", "pool"))
    _check_indices(batch.num_players, most_opponents, stored, pool, len(numbers) - 1)
    for records in (states, finals[stored["done"] != 0]):
        check_ranges(batch.game, records)
    pool["controller"] = numbers[pool["controller"]]
    statuses = np.zeros(batch.num_tables, batch.engine.status)
    for name in stored.dtype.names or ():
        statuses[name] = stored[name]
    statuses["controllers"] = numbers[stored["controllers"]]
    statuses["truncated"] = finals["table"]["end"] == End.TRUNCATED
    statuses["player"] = NOBODY  # an end has been reported already
    generator = np.random.default_rng(0)
    generator.bit_generator.state = header["generator"]
    return Saved(states, finals, statuses, pool, generator)


def _header(batch: "Batch") -> dict[str, Any]:
    """Return the properties that a snapshot and its batch must share."""
    setup, pool = batch.kernel_tables.setup, batch.kernel_tables.pool
    return {
        "kind": "batch",
        "game": batch.game.id,
        "tables": batch.num_tables,
        "options": dataclasses.asdict(batch.options),
        "learner": int(setup["learner"][0]),
        "deal_again": int(setup["deal_again"][0]),
        "skip_forced": int(setup["skip_forced"][0]),
        "opponents": len(pool),
        "features": None if batch.features is None else batch.features.name_and_version,
    }


def _arrays(batch: "Batch") -> dict[str, np.ndarray]:
    """Return the arrays of a snapshot. Controllers are indices into the snapshot's list of agents; the caller is -1."""
    tables = batch.kernel_tables
    done = tables.statuses["done"] != 0
    finals = np.zeros_like(tables.finals)
    finals[done] = tables.finals[done]
    dtype = tables.statuses.dtype
    fields = [(name, dtype[name]) for name in dtype.names or () if name not in COMPUTED]
    statuses = np.zeros(batch.num_tables, fields)
    for name, _ in fields:
        statuses[name] = tables.statuses[name]
    statuses["controllers"] = indices_of(statuses["controllers"], batch.agents)
    pool = tables.pool.copy()
    pool["controller"] = indices_of(pool["controller"], batch.agents)
    return {"states": tables.states, "finals": finals, "statuses": statuses, "pool": pool}


def _numbers_here(names: list[str], batch: "Batch") -> np.ndarray:
    """Return the number in this batch of each agent that a snapshot names, then that of the caller."""
    own = {key: index for index, key in enumerate(with_occurrences(agent.fingerprint for agent in batch.agents))}
    for name, count in with_occurrences(names):
        if (name, count) not in own:
            raise SnapshotError(
                f'this snapshot has the agent "{name}", which this batch lacks: pass it to set_opponents or seat_agents first'
            )
    indices = [own[key] for key in with_occurrences(names)]
    return numbers_of(batch.agents)[[*indices, -1]]


def _check_indices(num_players: int, most_opponents: int, statuses: np.ndarray, pool: np.ndarray, num_agents: int) -> None:
    """Refuse indices of agents, seats and opponents that are outside their arrays."""
    refuse_outside("controllers", statuses["controllers"], -1, num_agents - 1)
    refuse_outside("the controller of an opponent", pool["controller"], 0, num_agents - 1)
    for name in ("learner", "last_learner"):
        refuse_outside(name, statuses[name], 0, num_players - 1)
    for name in ("opponents", "last_opponents"):
        refuse_outside(name, statuses[name], -1, most_opponents - 1)
