"""Potential-based shaping: the reward of a decision is its change of a potential, the learner's standing in the game.

Over a game these rewards add up to the reward of the game minus the potential at the learner's first decision: no strategy
gains from shaping. But each gain is credited to the decision that caused it, and the value function predicts only later gains
(Ng, Harada, Russell 1999: "Policy invariance under reward transformations").
"""

import numpy as np

from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.agents.search.estimates import STANDINGS
from dig_envs.training.environment.potentials import potentials_of
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from stable_baselines3.common.vec_env import VecEnvWrapper
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn


class Shaping(VecEnvWrapper):
    """Scales the learner's rewards, and shapes them by a potential if one is given.

    Args:
        env: the tables.
        scale: the factor of all rewards.
        potential: the potential whose changes are the rewards (`training/environment/potentials.py`); None for no shaping. In
            games that reward winning alone, the standings reward a seat when it takes the lead.
    """

    def __init__(self, env: DigVecEnv, scale: float, potential: str | None):
        super().__init__(env)
        self.batch, self.scale, self.potential = env.batch, scale, potential
        self._before = np.zeros(env.num_envs)

    def reset(self) -> np.ndarray:
        """Deal new games at all tables, and return the observations, float32 (n, floats)."""
        return self.venv.reset()  # type: ignore[return-value]

    def step_async(self, actions: np.ndarray) -> None:
        if self.potential:
            self._before = self._potentials(self.potential)
        self.venv.step_async(actions)

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, dones, infos = self.venv.step_wait()
        if self.potential:
            rewards = np.where(dones, rewards, self._potentials(self.potential)) - self._before
        return observations, (self.scale * rewards).astype(np.float32), dones, infos

    def _potentials(self, potential: str) -> np.ndarray:
        """Return the learner's potential at each table, float64 (n,)."""
        if potential == STANDINGS:
            return self.batch.rewards_if_ended
        return potentials_of(self.batch, potential)[np.arange(self.num_envs), self.batch.learner_seats]
