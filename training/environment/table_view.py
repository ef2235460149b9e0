"""Observations of all seats, for a value function that sees the whole table during the training.

A value function that sees the hidden cards has less noise to learn from, and the policy learns from more exact advantages
(Yang et al. 2022: "PerfectDou"; Li et al. 2020: "Suphx"). The policy reads the observation of its own seat alone.
"""

import numpy as np
from gymnasium import spaces

from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.environment.shaping import Shaping
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from stable_baselines3.common.vec_env import VecEnvWrapper
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn


class TableView(VecEnvWrapper):
    """Appends the observations of the other seats to the observation of the seat that decides.

    The other seats follow in the order of play. Places of absent seats are 0.

    Args:
        tables: the tables.
        seats: the number of seats that an observation has room for.
    """

    def __init__(self, tables: DigVecEnv | EverySeat | Shaping, seats: int):
        self.batch, self.seats = tables.batch, seats
        super().__init__(tables, spaces.Box(0.0, 1.0, (seats * self.batch.layout.size,), np.float32))

    def reset(self) -> np.ndarray:
        """Deal new games at all tables, and return the observations, float32 (n, seats * layout.size)."""
        self.venv.reset()
        return self.current_observations()

    def step_wait(self) -> VecEnvStepReturn:
        _, rewards, dones, infos = self.venv.step_wait()
        return self.current_observations(), rewards, dones, infos

    def current_observations(self) -> np.ndarray:
        """Return the observations of the present decisions, float32 (n, seats * layout.size)."""
        batch, players = self.batch, self.batch.num_players
        seen = batch.observe_states(batch.states)
        order = (batch.players[:, None] + np.arange(players)) % players
        out = np.zeros((batch.num_tables, self.seats, batch.layout.size), np.float32)
        out[:, :players] = seen[np.arange(batch.num_tables)[:, None], order]
        return out.reshape(batch.num_tables, -1)
