"""Tables at which one learner decides for every seat, one after the other: self-play.

What a seat is paid between two of its decisions, and at the end of the game, belongs to that seat: a step tells what it has
paid to each of them (`EverySeat.paid`), and whoever learns keeps the seats apart (`training/ppo/seat_rollouts.py`).
"""

import numpy as np
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from dig_envs.adapters.sb3 import BatchVecEnv
from dig_envs.core.batch import Batch
from dig_envs.core.batch.one_thread import exclusive
from dig_envs.training.environment.potentials import potentials_of


class EverySeat(BatchVecEnv):
    """A `VecEnv` whose learner decides for the seat whose turn it is, whichever. Illegal actions are refused.

    Args:
        batch: the tables, without opponents. They deal ended games anew.
        scale: by which all rewards are multiplied.
        potential: pay each seat at each step what that changes of this (`training/environment/potentials.py`); None: pay at the end.

    Attributes:
        decided: int64 (n,), the seat that the last step has decided for; its reward is the one that the step returns.
        paid: float32 (n, num_players), what the last step has paid each seat.
    """

    def __init__(self, batch: Batch, scale: float = 1.0, potential: str | None = None):
        super().__init__(batch)
        self.scale, self.potential = scale, potential
        self.decided = np.zeros(batch.num_tables, np.int64)
        self.paid = np.zeros((batch.num_tables, batch.num_players), np.float32)

    @exclusive
    def step_wait(self) -> VecEnvStepReturn:
        batch = self.batch
        self.decided = batch.players.astype(np.int64)
        before = potentials_of(batch, self.potential) if self.potential else 0.0
        batch.step(self._actions)
        dones, final = batch.dones, batch.rewards.astype(np.float32)
        earned = np.where(dones[:, None], final, potentials_of(batch, self.potential)) - before if self.potential else final
        self.paid = (self.scale * earned).astype(np.float32)
        own = self.paid[np.arange(self.num_envs), self.decided]
        return batch.observations.copy(), own, dones, [{} for _ in range(self.num_envs)]
