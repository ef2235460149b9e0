"""Write a batch to a snapshot, and read a snapshot.

A snapshot holds the states, the agents' names and seats, the generators, and the results of the last games. All else, such as
masks and observations, is computed from these. A snapshot is for its owner: a checksum finds damage, and ranges and indices are
checked, but not whether the games could have been played.
"""

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from dig_envs.core.batch.agent_numbers import indices_of, numbers_of, with_occurrences
from dig_envs.core.batch.snapshot_bytes import generator_of, generator_words, pack, unpack
from dig_envs.core.batch.state_checks import check_ranges, refuse_outside
from dig_envs.core.engine import kernels
from dig_envs.core.errors import SnapshotError
from dig_envs.core.game import NOBODY, End

if TYPE_CHECKING:
    from dig_envs.core.batch.batch import Batch

COMPUTED = ("player", "truncated", "illegal", "illegal_action")  # fields of a status that follow from the others


def write(batch: "Batch") -> bytes:
    """Return the snapshot of a batch."""
    header = {**_header(batch), "agents": [agent.fingerprint for agent in batch.agents]}
    return pack(header, _arrays(batch))


def read(batch: "Batch", snapshot: bytes) -> "Batch":
    """Return a copy of `batch` with the games of a snapshot.

    The snapshot's batch must have the same game, options, size, features and agents.

    Raises:
        SnapshotError: the bytes are damaged or no snapshot of such a batch, or a value is out of its range.
    """
    header, found = unpack(snapshot, _header(batch), _arrays(batch))
    numbers = _numbers_here(header["agents"], batch)
    states, finals, statuses, pool = (found[name] for name in ("states", "finals", "statuses", "pool"))
    _check_indices(batch, statuses, pool, len(numbers) - 1)
    for records in (states, finals[statuses["done"] != 0]):
        check_ranges(batch.game, records)
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


def _check_indices(batch: "Batch", statuses: np.ndarray, pool: np.ndarray, num_agents: int) -> None:
    """Refuse indices of agents, seats and opponents that are outside their arrays."""
    refuse_outside("controllers", statuses["controllers"], -1, num_agents - 1)
    refuse_outside("the controller of an opponent", pool["controller"], 0, num_agents - 1)
    for name in ("learner", "last_learner"):
        refuse_outside(name, statuses[name], 0, batch.num_players - 1)
    for name in ("opponents", "last_opponents"):
        refuse_outside(name, statuses[name], -1, batch._most_opponents - 1)


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
