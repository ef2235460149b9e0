"""Potential-based shaping of rewards: each decision is paid what it changes of what the game would pay if it ended then.

Over a game these payments add up to its reward, less what it stood at when the learner first had to decide: no strategy gains
by it. But what was won is credited where it was won, and what is to come is all that a value function must predict (Ng,
Harada, Russell 1999: "Policy invariance under reward transformations").
"""

import numpy as np
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn

from dig_envs.adapters.sb3 import DigVecEnv


class Shaping(VecEnvWrapper):
    """Scales the learner's rewards, and pays them decision by decision if asked to.

    Args:
        env: the tables. Where its games are about winning alone, the seat in the lead is paid at once.
        scale: by which all rewards are multiplied.
        shaped: whether to pay at each decision, or at the end of the game.
    """

    def __init__(self, env: DigVecEnv, scale: float, shaped: bool):
        super().__init__(env)
        self.batch, self.scale, self.shaped = env.batch, scale, shaped
        self._before = np.zeros(env.num_envs)

    def reset(self) -> np.ndarray:
        """Deal new games at all tables; float32 (n, floats)."""
        return self.venv.reset()  # type: ignore[return-value]

    def step_async(self, actions: np.ndarray) -> None:
        if self.shaped:
            self._before = self.batch.rewards_if_ended
        self.venv.step_async(actions)

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, dones, infos = self.venv.step_wait()
        if self.shaped:
            rewards = np.where(dones, rewards, self.batch.rewards_if_ended) - self._before
        return observations, (self.scale * rewards).astype(np.float32), dones, infos
