"""Potential-based shaping of rewards: each decision is paid what it changes of how well the learner stands.

Over a game these payments add up to its reward, less the potential when the learner first had to decide: no strategy gains
by it. But what was won is credited where it was won, and what is to come is all that a value function must predict (Ng,
Harada, Russell 1999: "Policy invariance under reward transformations").
"""

import numpy as np
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.agents.search.estimates import STANDINGS
from dig_envs.training.environment.potentials import potentials_of


class Shaping(VecEnvWrapper):
    """Scales the learner's rewards, and pays them decision by decision if asked to.

    Args:
        env: the tables.
        scale: by which all rewards are multiplied.
        potential: pay at each decision what it changes of this (`training/environment/potentials.py`); None: pay at the end of the game.
            By the standings of games that are about winning alone, the seat in the lead is paid at once.
    """

    def __init__(self, env: DigVecEnv, scale: float, potential: str | None):
        super().__init__(env)
        self.batch, self.scale, self.potential = env.batch, scale, potential
        self._before = np.zeros(env.num_envs)

    def reset(self) -> np.ndarray:
        """Deal new games at all tables; float32 (n, floats)."""
        return self.venv.reset()  # type: ignore[return-value]

    def step_async(self, actions: np.ndarray) -> None:
        if self.potential:
            self._before = self._standing(self.potential)
        self.venv.step_async(actions)

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, dones, infos = self.venv.step_wait()
        if self.potential:
            rewards = np.where(dones, rewards, self._standing(self.potential)) - self._before
        return observations, (self.scale * rewards).astype(np.float32), dones, infos

    def _standing(self, potential: str) -> np.ndarray:
        """Return how well the learner stands at each table: float64 (n,)."""
        if potential == STANDINGS:
            return self.batch.rewards_if_ended
        return potentials_of(self.batch, potential)[np.arange(self.num_envs), self.batch.learner_seats]
