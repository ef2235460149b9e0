"""Rewards as they are earned: each decision is paid what it changes of what the game would pay if it ended then.

Over a game they add up to its reward, less what it stood at when the learner first had to decide: no strategy gains by it. But
what was won is credited where it was won, and what is to come is all that a value function must foretell (Ng, Harada, Russell
1999: "Policy invariance under reward transformations").
"""

import numpy as np
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from dig_envs.adapters.sb3 import DigVecEnv


class Earnings(VecEnvWrapper):
    """Pays the learner at the tables of an environment as it earns.

    Args:
        env: whose rewards are paid so. Where its games are about winning alone, who leads is paid at once.
        scale: by which all rewards are multiplied.
        at_once: whether to pay at each decision, or at the end of the game.
    """

    def __init__(self, env: DigVecEnv, scale: float, at_once: bool):
        super().__init__(env)
        self.batch, self.scale, self.at_once = env.batch, scale, at_once
        self._before = np.zeros(env.num_envs)

    def reset(self) -> np.ndarray:
        """New games at all tables."""
        return self.venv.reset()  # type: ignore[return-value]

    def step_async(self, actions: np.ndarray) -> None:
        if self.at_once:
            self._before = self.batch.rewards_if_ended
        self.venv.step_async(actions)

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, dones, infos = self.venv.step_wait()
        if self.at_once:
            rewards = np.where(dones, rewards, self.batch.rewards_if_ended) - self._before
        return observations, (self.scale * rewards).astype(np.float32), dones, infos
