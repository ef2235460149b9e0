"""Play rollouts at many tables for RLlib."""

import dataclasses
from itertools import pairwise
from typing import Any

import numpy as np

from dig_envs.training.process.ray_cluster import use_one_core
from dig_envs.training.rllib.module import MASK, OBSERVATION
from dig_envs.training.run.make_tables import pool_for, tables_for
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import torch as th
    from ray.rllib.core.columns import Columns
    from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
    from ray.rllib.env.single_agent_episode import SingleAgentEpisode
    from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
    from stable_baselines3.common.vec_env import VecMonitor


class TablesRunner(SingleAgentEnvRunner):
    """Plays against a pool of bots, and steps all tables of its process in one call.

    RLlib's own runner handles each decision of each table separately in Python. This runner collects the steps in arrays, and
    cuts them into RLlib's episodes at the end of a rollout. `env_config["settings"]` holds the settings of the run.
    """

    env: Any  # a `VecEnv` of Stable-Baselines3

    def make_env(self) -> None:
        """Set up this runner's share of the tables."""
        settings, self.num_envs = self.config.env_config["settings"], self.config.num_envs_per_env_runner
        if self.worker_index:
            use_one_core()
        seed = settings.seed + max(0, self.worker_index - 1) * self.num_envs
        self.pool = pool_for(settings)
        tables = tables_for(dataclasses.replace(settings, num_envs=self.num_envs, seed=seed), self.pool)
        self.batch, self.env = tables.batch, VecMonitor(tables)
        self.env.single_observation_space, self.env.single_action_space = tables.observation_space, tables.action_space
        self._observed = self._with_mask(self.env.reset())

    def _sample(self, *, num_timesteps: int | None = None, explore: bool = True, **others: Any) -> list[SingleAgentEpisode]:
        """Play the same number of decisions at each table, `num_timesteps` or a few more in all."""
        if num_timesteps is None:
            raise ValueError('this runner plays rollouts: leave batch_mode at "truncate_episodes"')
        self.batch.set_opponents(self.pool.opponents())
        steps: list[dict[str, np.ndarray]] = []
        ends: dict[tuple[int, int], np.ndarray] = {}  # last observation of a game by table and number of steps
        while len(steps) * self.num_envs < num_timesteps:
            steps.append(self._observed | self._actions(explore))
            observations, rewards, dones, infos = self.env.step(steps[-1][Columns.ACTIONS])
            self._observed = self._with_mask(observations)
            steps[-1] |= {Columns.REWARDS: rewards, Columns.TERMINATEDS: dones}
            self.pool.record(self.batch.last_opponents[dones], self.batch.learner_rewards[dones])
            for table in np.flatnonzero(dones).tolist():
                ends[table, len(steps)] = infos[table]["terminal_observation"]
                self._log_episode_metrics(infos[table]["episode"]["l"], infos[table]["episode"]["r"], 0.0)
        decisions = len(steps) * self.num_envs
        self._log_env_steps(metric=self._metrics_num_env_steps_sampled, num_steps=decisions)
        self._increase_sampled_metrics(decisions, len(ends))
        rows = [*steps, self._observed]  # observations have one more row
        columns = {name: np.stack([row[name] for row in rows if name in row], axis=1) for name in steps[0]}
        return [
            _episode(columns, table, start, end, ends.get((table, end)))
            for table, dones in enumerate(columns[Columns.TERMINATEDS])
            for start, end in pairwise(sorted({0, *(np.flatnonzero(dones) + 1).tolist(), len(steps)}))
        ]

    def _with_mask(self, observations: np.ndarray) -> dict[str, np.ndarray]:
        return {OBSERVATION: observations, MASK: self.batch.masks.copy()}

    def _actions(self, explore: bool) -> dict[str, np.ndarray]:
        observed = {name: th.from_numpy(values) for name, values in self._observed.items()}
        logits = self.module.forward_exploration({Columns.OBS: observed})[Columns.ACTION_DIST_INPUTS]
        distribution = self.module.get_exploration_action_dist_cls().from_logits(logits)
        actions = distribution.sample() if explore else logits.argmax(dim=1)
        chosen = {Columns.ACTIONS: actions, Columns.ACTION_DIST_INPUTS: logits, Columns.ACTION_LOGP: distribution.logp(actions)}
        return {name: values.numpy() for name, values in chosen.items()}


def _episode(columns: dict[str, np.ndarray], table: int, start: int, end: int, final: np.ndarray | None) -> SingleAgentEpisode:
    """Return the steps from `start` to `end` of one table, which belong to one game, as an episode.

    Args:
        columns: arrays (tables, steps, ...) by name, observations with one more step.
        final: the last observation of the game, which its last step has ended; None for a game that continues.
    """
    observations = {name: columns[name][table, start : end + 1].copy() for name in (OBSERVATION, MASK)}
    if final is not None:  # the next row is the first of the next game
        observations[OBSERVATION][-1], observations[MASK][-1] = final, 0
    part = {name: InfiniteLookbackBuffer(column[table, start:end]) for name, column in columns.items()}
    return SingleAgentEpisode(
        observations=InfiniteLookbackBuffer(observations),
        actions=part[Columns.ACTIONS],
        rewards=part[Columns.REWARDS],
        extra_model_outputs={name: part[name] for name in (Columns.ACTION_DIST_INPUTS, Columns.ACTION_LOGP)},
        terminated=final is not None,
        len_lookback_buffer=0,
    )
