"""Keep the rollouts of self-play, and estimate advantages along the decisions of each seat of each table.

The decisions of all seats stand in the buffer as they were made; each seat of a table is a stream of its own. A decision's
successor is the next one of the same seat in the same game, however many others have decided meanwhile; what its seat is paid
until then is its reward. So no advantage crosses from one seat to another.

When the rollout ends, each seat but the one to move still waits for what its last decision brings. Its value closes the
decisions before it, and it is not learned from itself: one decision a rollout for each such seat.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.ppo.rollouts import RolloutBuffer


class SeatRolloutBuffer(RolloutBuffer):
    """Estimates advantages (GAE) along the decisions of each seat.

    Args:
        tables: where the decisions are made.
        *args, **kwargs: those of `RolloutBuffer`.

    Attributes:
        seats: int64 (steps, tables), who has decided.
        paid: float32 (steps, tables, num_players), what each seat was paid for it.
        closed: bool (steps, tables), whether the seat's next decision, or the end of its game, is known.
    """

    def __init__(self, tables: EverySeat, *args: Any, **kwargs: Any):
        self.tables = tables
        super().__init__(*args, **kwargs)

    def reset(self) -> None:
        shape = self.buffer_size, self.n_envs
        self.seats = np.zeros(shape, np.int64)
        self.paid = np.zeros((*shape, self.tables.batch.num_players), np.float32)
        self.closed = np.zeros(shape, bool)
        super().reset()

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Take in the step that the tables have just made."""
        self.seats[self.pos] = self.tables.decided
        self.paid[self.pos] = self.tables.paid
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: th.Tensor, dones: np.ndarray) -> None:
        """Estimate advantages and returns, backwards through the steps and for each seat of each table on its own.

        Args:
            last_values: of the decisions that wait now, (tables, 1).
            dones: bool (tables,), where the last step has ended a game.
        """
        rows, shape = np.arange(self.n_envs), self.paid.shape[1:]
        values, advantages, rewards = (np.zeros(shape, np.float32) for _ in range(3))  # of what follows, by table and seat
        known = np.zeros(shape, bool)
        movers = self.tables.batch.players
        values[rows, movers] = last_values.cpu().numpy().ravel()
        known[rows, movers] = True
        ended = dones.astype(bool)
        for step in reversed(range(self.buffer_size)):
            values[ended] = advantages[ended] = rewards[ended] = 0.0
            known[ended] = True
            rewards += self.paid[step]
            own = rows, self.seats[step]
            error = rewards[own] + self.gamma * values[own] - self.values[step]
            found = np.where(known[own], error + self.gamma * self.gae_lambda * advantages[own], np.float32(0.0))
            self.closed[step] = known[own]
            self.advantages[step] = advantages[own] = found
            values[own], rewards[own], known[own] = self.values[step], 0.0, True
            ended = self.episode_starts[step] != 0
        self.returns = self.advantages + self.values

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:  # type: ignore[override]
        """Yield all decisions whose consequences are known, in random order, in minibatches.

        A last minibatch of a single decision, whose advantage can't be normalised, is left out.
        """
        places = np.random.permutation(np.flatnonzero(self.closed.T))
        size = batch_size or len(places)
        for start in range(0, len(places) - 1, size):
            yield self._get_samples(places[start : start + size])
