"""Our tables as one of Gymnasium's vector environments, as `training/rllib/runner.py` steps them."""

import dataclasses
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dig_envs.training.rllib.module import MASK, OBSERVATION, seen_space
from dig_envs.training.rllib.settings import Config
from dig_envs.training.run.make_tables import pool_for, tables_for


class PoolTables(VectorEnv[dict[str, np.ndarray], np.ndarray, np.ndarray]):
    """N tables with one seat for the learner, and a pool of opponents drawn by how hard each is for it.

    An ended game is followed at once by the next (`SAME_STEP`); what was seen last stands in `infos["final_obs"]`.

    Args:
        config: whose game, opponents, features and rewards they have.
        num_envs: how many tables.
        first: table i first plays the game of `config.seed + first + i`.
    """

    def __init__(self, config: Config, num_envs: int, first: int = 0):
        self.pool = pool_for(config)
        self._tables = tables_for(dataclasses.replace(config, num_envs=num_envs, seed=config.seed + first), self.pool)
        self.batch = self._tables.batch
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = seen_space(self.batch.layout.size, self.batch.game.num_actions)
        self.single_action_space = spaces.Discrete(self.batch.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """Deal new games at all tables; of these seeds, or those that follow the last ones."""
        if seed is not None:
            self._tables.seed(seed)
        return self._seen(self._tables.reset()), {}

    def step(self, actions: np.ndarray) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carry out the learner's decision at every table, and give the pool the results of games that ended.

        Returns:
            What is observed (float32 (n, floats), and the mask int8 (n, num_actions)), rewards float32 (n,), terminations
            bool (n,), truncations, of which there are none, and infos.
        """
        observations, rewards, dones, infos = self._tables.step(actions)
        final: dict[str, Any] = {}
        if dones.any():
            self.pool.record(self.batch.last_opponents[dones], self.batch.learner_rewards[dones])
            final = {"final_obs": np.full(self.num_envs, None, object), "_final_obs": dones.copy()}
            nothing = np.zeros(self.batch.game.num_actions, np.int8)
            for table in np.flatnonzero(dones):
                final["final_obs"][table] = {OBSERVATION: infos[table]["terminal_observation"], MASK: nothing}
        return self._seen(observations), rewards, dones, np.zeros(self.num_envs, bool), final

    def draw_anew(self) -> None:
        """Draw opponents from now on by how hard each has become."""
        self.batch.set_opponents(self.pool.opponents())

    def _seen(self, observations: Any) -> dict[str, np.ndarray]:
        return {OBSERVATION: observations, MASK: self.batch.masks.copy()}
