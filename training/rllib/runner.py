"""Play rollouts at many tables for RLlib.

RLlib's own runner handles every decision of every table by itself, in Python. This one steps all tables at once, keeps what
they bring in arrays, and cuts these into RLlib's episodes at the end of the rollout.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import torch as th
from ray.rllib.core.columns import Columns
from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer

from dig_envs.training.process.ray_cluster import use_one_core
from dig_envs.training.rllib.vector_env import PoolTables


class TablesRunner(SingleAgentEnvRunner):
    """Plays at `PoolTables`. Its environment's configuration holds the settings of the run under "settings"."""

    env: PoolTables

    def make_env(self) -> None:
        """Set up this runner's share of the tables."""
        self.num_envs = self.config.num_envs_per_env_runner
        if self.worker_index:
            use_one_core()
        first = max(0, self.worker_index - 1) * self.num_envs
        self.env = PoolTables(self.config.env_config["settings"], self.num_envs, first)
        self._needs_initial_reset = True

    def _sample(self, *, num_timesteps: int | None = None, explore: bool = True, **others: Any) -> list[SingleAgentEpisode]:
        """Play so many decisions, or a few more, the same number at each table."""
        if num_timesteps is None:
            raise ValueError('this runner plays rollouts: leave batch_mode at "truncate_episodes"')
        if self._needs_initial_reset:
            self._seen, _ = self.env.reset()
            self._needs_initial_reset = False
            self._lengths, self._returns = np.zeros((2, self.num_envs))
        self.env.draw_anew()
        rollout = _Rollout(-(-num_timesteps // self.num_envs), self.num_envs)
        distributions = self.module.get_exploration_action_dist_cls()
        for _ in range(rollout.steps):
            seen = {name: th.from_numpy(values) for name, values in self._seen.items()}
            logits = self.module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
            drawn = distributions.from_logits(logits)
            actions = drawn.sample() if explore else logits.argmax(dim=1)
            before = self._seen
            self._seen, rewards, dones, _, infos = self.env.step(actions.numpy())
            rollout.add(before, actions, rewards, dones, logits, drawn.logp(actions), infos)
            self._count(rewards, dones)
        ended = rollout.ended
        self._log_env_steps(metric=self._metrics_num_env_steps_sampled, num_steps=rollout.steps * self.num_envs)
        self._increase_sampled_metrics(rollout.steps * self.num_envs, ended)
        return list(rollout.episodes(self._seen))

    def _count(self, rewards: np.ndarray, dones: np.ndarray) -> None:
        """Log length and return of games that have ended."""
        self._lengths += 1
        self._returns += rewards
        for table in np.flatnonzero(dones):
            self._log_episode_metrics(int(self._lengths[table]), float(self._returns[table]), 0.0)
        self._lengths[dones] = self._returns[dones] = 0


class _Rollout:
    """Keeps what a number of steps at all tables bring.

    Args:
        steps: of each table.
        tables: how many.
    """

    def __init__(self, steps: int, tables: int):
        self.steps, self.tables, self.step = steps, tables, 0
        self._kept: dict[str, np.ndarray] = {}
        self._last: dict[tuple[int, int], dict[str, np.ndarray]] = {}

    def add(self, seen: Any, actions: Any, rewards: Any, dones: Any, logits: Any, logp: Any, infos: Any) -> None:
        """Keep one step of all tables."""
        values = {
            **seen,
            Columns.ACTIONS: actions.numpy(),
            Columns.REWARDS: rewards,
            Columns.TERMINATEDS: dones,
            Columns.ACTION_DIST_INPUTS: logits.numpy(),
            Columns.ACTION_LOGP: logp.numpy(),
        }
        for name, value in values.items():
            if name not in self._kept:
                self._kept[name] = np.empty((self.tables, self.steps, *value.shape[1:]), value.dtype)
            self._kept[name][:, self.step] = value
        self.step += 1
        for table in np.flatnonzero(dones):
            self._last[int(table), self.step] = infos["final_obs"][table]

    @property
    def ended(self) -> int:
        """How many games have ended."""
        return len(self._last)

    def episodes(self, seen: dict[str, np.ndarray]) -> Iterator[SingleAgentEpisode]:
        """Yield each game's decisions as an episode, or as a part of one where it began before or goes on after.

        Args:
            seen: what the tables show now, after the last step.
        """
        kept = self._kept
        for table, dones in enumerate(kept[Columns.TERMINATEDS]):
            for start, end in pairwise(sorted({0, *(np.flatnonzero(dones) + 1).tolist(), self.steps})):
                over = bool(dones[end - 1])
                last = self._last[table, end] if over else {name: values[table] for name, values in seen.items()}
                yield SingleAgentEpisode(
                    observations=_buffer(
                        {name: np.concatenate([kept[name][table, start:end], last[name][None]]) for name in last}
                    ),
                    infos=_buffer([{}] * (end - start + 1)),
                    actions=_buffer(kept[Columns.ACTIONS][table, start:end]),
                    rewards=_buffer(kept[Columns.REWARDS][table, start:end]),
                    extra_model_outputs={
                        name: _buffer(kept[name][table, start:end])
                        for name in (Columns.ACTION_DIST_INPUTS, Columns.ACTION_LOGP)
                    },
                    terminated=over,
                    len_lookback_buffer=0,
                )


def _buffer(data: Any) -> InfiniteLookbackBuffer:
    return InfiniteLookbackBuffer(data)
