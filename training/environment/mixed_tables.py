"""Tables with different options as one `VecEnv`, so that one policy learns all numbers of players, and small variants too.

An observation has the same length for all numbers of players and variants. Each game has all its decisions at one table, so
trajectories never mix.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from dig_envs.adapters.sb3 import BatchVecEnv
from dig_envs.core.agent import Opponent
from dig_envs.core.batch import Batch
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

NO_OPPONENT = -1


class BatchGroup:
    """Several batches as one: arrays have the rows of all batches, in order.

    Args:
        batches: batches of one game, with observations of equal length.

    Attributes:
        game, layout, options: of the first batch.
        num_tables: the number of tables of all batches.
        num_players: the largest number of seats.
    """

    def __init__(self, batches: Sequence[Batch]):
        self.batches = list(batches)
        first = self.batches[0]
        self.game, self.layout, self.options = first.game, first.layout, first.options
        self.num_tables = sum(batch.num_tables for batch in batches)
        self.num_players = max(batch.num_players for batch in batches)

    @property
    def masks(self) -> np.ndarray:
        """int8 (n, num_actions): 1 for each legal action of the seat that must decide."""
        return self._joined("masks")

    @property
    def players(self) -> np.ndarray:
        """int8 (n,): the seat that must decide."""
        return self._joined("players")

    @property
    def dones(self) -> np.ndarray:
        """bool (n,): whether a game ended in the last step."""
        return self._joined("dones")

    @property
    def seeds(self) -> np.ndarray:
        """int64 (n,): the seed of the game at each table."""
        return self._joined("seeds")

    @property
    def learner_rewards(self) -> np.ndarray:
        """float64 (n,): the learner's reward if a game ended in the last step, else 0."""
        return self._joined("learner_rewards")

    @property
    def last_opponents(self) -> np.ndarray:
        """int16 (n, num_players): each seat's index into the pool in the last game that ended; -1 for the learner and absent
        seats."""
        return self._joined("last_opponents", NO_OPPONENT)

    def _joined(self, name: str, absent: float = 0) -> np.ndarray:
        return join([getattr(batch, name) for batch in self.batches], self.num_players, absent)

    def check_finished(self) -> None:
        """Raise OrderError if an interrupted call left tables that wait for an opponent."""
        for batch in self.batches:
            batch.check_finished()

    def set_opponents(self, opponents: Sequence[Opponent]) -> None:
        """Set the pool from which opponents are drawn for each new game, except at tables of self-play."""
        for batch in self.batches:
            if batch.agents:
                batch.set_opponents(opponents)

    def snapshot(self) -> bytes:
        """Return the games and all random generators as bytes."""
        parts = [batch.snapshot() for batch in self.batches]
        return json.dumps(list(map(len, parts))).encode() + b"\n" + b"".join(parts)

    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a group of equal batches.

        Raises:
            ValueError, SnapshotError: the bytes are no such snapshot.
        """
        head, _, rest = snapshot.partition(b"\n")
        sizes = json.loads(head)
        if len(sizes) != len(self.batches) or sum(sizes) != len(rest):
            raise ValueError(f"it holds {len(sizes)} batches of tables, not {len(self.batches)}")
        ends = np.cumsum(sizes)
        for batch, end, size in zip(self.batches, ends, sizes, strict=True):
            batch.restore(rest[end - size : end])


class MixedTables(BatchVecEnv):
    """Tables with different options, some in self-play and others with opponents.

    Args:
        parts: tables with equal options each, with observations and actions of equal sizes.

    Attributes:
        batch: the tables of all parts, a `BatchGroup`.
        decided: int64 (n,), the seat of the last step's decision.
    """

    def __init__(self, parts: Sequence[Any]):
        self.parts = list(parts)
        group: Any = BatchGroup([part.batch for part in parts])
        super().__init__(group)
        self.observation_space = parts[0].observation_space
        self._ends = np.cumsum([part.num_envs for part in parts])[:-1]
        self.decided = np.zeros(self.num_envs, np.int64)
        self._rewards = np.zeros(self.num_envs, np.float32)

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Set the seed of the next `reset`; each part has the seeds that follow those of the part before."""
        first, seeds = 0, []
        for part in self.parts:
            seeds += part.seed(None if seed is None else seed + first)
            first += part.num_envs
        return seeds

    def reset(self) -> np.ndarray:
        """Deal new games at all tables, and return the observations, float32 (n, floats)."""
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return np.concatenate([part.reset() for part in self.parts])

    def current_observations(self) -> np.ndarray:
        return np.concatenate([part.current_observations() for part in self.parts])

    def step_async(self, actions: np.ndarray) -> None:
        self.decided = self.batch.players.astype(np.int64)
        for part, own in zip(self.parts, np.split(actions, self._ends), strict=True):
            part.step_async(own)

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, dones, infos = zip(*(part.step_wait() for part in self.parts), strict=True)
        listed = [info for part in infos for info in part]
        self._rewards = np.concatenate(rewards)
        return np.concatenate(observations), self._rewards, np.concatenate(dones), listed

    @property
    def seat_rewards(self) -> np.ndarray:
        """float32 (n, num_players): the rewards of all seats in the last step.

        Absent seats have 0. At tables with opponents, all seats but the learner's have 0.
        """
        rewards = np.zeros((self.num_envs, self.batch.num_players), np.float32)
        rewards[np.arange(self.num_envs), self.decided] = self._rewards
        for part, own in zip(self.parts, np.split(rewards, self._ends), strict=True):
            if isinstance(part.unwrapped, EverySeat):
                own[:, : part.batch.num_players] = part.unwrapped.seat_rewards
        return rewards


def join(parts: Sequence[np.ndarray], width: int = 0, absent: float = 0) -> np.ndarray:
    """Concatenate arrays; those with one column a seat are widened to `width` columns with the value `absent`.

    >>> join([np.ones((1, 2)), np.ones((1, 3))], 3).tolist()
    [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]
    """
    if len({part.shape[1:] for part in parts}) > 1:
        parts = [np.pad(part, ((0, 0), (0, width - part.shape[1])), constant_values=absent) for part in parts]
    return np.concatenate(parts)
