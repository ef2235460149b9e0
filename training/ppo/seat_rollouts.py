"""A rollout buffer for self-play, which estimates advantages along the decisions of each seat of each table.

The buffer has the decisions of all seats in their order of play. The successor of a decision is the next decision of the same
seat in the same game. The reward of a decision is the sum of the seat's rewards up to its next decision. Advantages never
mix seats.

When a rollout ends, the result of the last decision of each seat is still open, except for the seat to move. Such a decision is
not learned; its value bootstraps the decisions of the seat before it.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from dig_envs.training.environment.mixed_tables import MixedTables
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.ppo.rollouts import RolloutBuffer


class SeatRolloutBuffer(RolloutBuffer):
    """Estimates advantages (GAE) along the decisions of each seat.

    Args:
        tables: the tables of self-play.
        *args, **kwargs: arguments of `RolloutBuffer`.

    Attributes:
        seats: int64 (steps, tables), the seat that decided.
        seat_rewards: float32 (steps, tables, num_players), the rewards of all seats in the step.
        closed: bool (steps, tables), whether the seat's next decision or the end of its game is known.
    """

    def __init__(self, tables: EverySeat | MixedTables, *args: Any, **kwargs: Any):
        self.tables = tables
        super().__init__(*args, **kwargs)

    def reset(self) -> None:
        shape = self.buffer_size, self.n_envs
        self.seats = np.zeros(shape, np.int64)
        self.seat_rewards = np.zeros((*shape, self.tables.batch.num_players), np.float32)
        self.closed = np.zeros(shape, bool)
        super().reset()

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Store the last step of the tables."""
        self.seats[self.pos] = self.tables.decided
        self.seat_rewards[self.pos] = self.tables.seat_rewards
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: th.Tensor, dones: np.ndarray) -> None:
        """Estimate advantages and returns, backwards through the steps and separately for each seat of each table.

        Args:
            last_values: the values of the present decisions, (tables, 1).
            dones: bool (tables,), whether the last step ended a game.
        """
        rows, shape = np.arange(self.n_envs), self.seat_rewards.shape[1:]
        values, advantages, rewards = (np.zeros(shape, np.float32) for _ in range(3))  # of later decisions, by table and seat
        known = np.zeros(shape, bool)
        movers = self.tables.batch.players
        values[rows, movers] = last_values.cpu().numpy().ravel()
        known[rows, movers] = True
        ended = dones.astype(bool)
        for step in reversed(range(self.buffer_size)):
            values[ended] = advantages[ended] = rewards[ended] = 0.0
            known[ended] = True
            rewards += self.seat_rewards[step]
            own = rows, self.seats[step]
            error = rewards[own] + self.gamma * values[own] - self.values[step]
            advantage = np.where(known[own], error + self.gamma * self.gae_lambda * advantages[own], np.float32(0.0))
            self.closed[step] = known[own]
            self.advantages[step] = advantages[own] = advantage
            values[own], rewards[own], known[own] = self.values[step], 0.0, True
            ended = self.episode_starts[step] != 0
        self.returns = self.advantages + self.values

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield all closed decisions in random order in minibatches.

        A last minibatch of a single decision, whose advantage cannot be normalised, is left out.
        """
        places = np.random.permutation(np.flatnonzero(self.closed.T))
        size = batch_size or len(places)
        for start in range(0, len(places) - 1, size):
            yield self._get_samples(places[start : start + size])
