"""Self-play: tables at which one learner decides for every seat.

A step rewards several seats (`EverySeat.seat_rewards`). The rollout buffer `training/ppo/seat_rollouts.py` adds the rewards of
each seat.
"""

import numpy as np

from dig_envs.adapters.sb3 import BatchVecEnv
from dig_envs.core.batch import Batch
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.training.environment.potentials import potentials_of
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn


class EverySeat(BatchVecEnv):
    """A `VecEnv` whose learner decides for the seat to move. Illegal actions are refused.

    Args:
        batch: the tables, without opponents; they deal a new game after each game.
        scale: the factor of all rewards.
        potential: the potential whose changes are the rewards (`training/environment/potentials.py`); None for no shaping.

    Attributes:
        decided: int64 (n,), the seat of the last step's decision; the step returns the reward of this seat.
        seat_rewards: float32 (n, num_players), the rewards of all seats in the last step.
    """

    def __init__(self, batch: Batch, scale: float = 1.0, potential: str | None = None):
        super().__init__(batch)
        self.scale, self.potential = scale, potential
        self.decided = np.zeros(batch.num_tables, np.int64)
        self.seat_rewards = np.zeros((batch.num_tables, batch.num_players), np.float32)

    @exclusive
    def step_wait(self) -> VecEnvStepReturn:
        batch = self.batch
        self.decided = batch.players.astype(np.int64)
        before = potentials_of(batch, self.potential) if self.potential else 0.0
        batch.step(self._actions)
        dones, final = batch.dones, batch.rewards.astype(np.float32)
        earned = np.where(dones[:, None], final, potentials_of(batch, self.potential)) - before if self.potential else final
        self.seat_rewards = (self.scale * earned).astype(np.float32)
        own = self.seat_rewards[np.arange(self.num_envs), self.decided]
        return batch.observations.copy(), own, dones, [{} for _ in range(self.num_envs)]
