"""Stable-Baselines3's DQN with illegal actions masked.

Its DQN knows no masks. Here the environment appends the mask to the observation, so that the replay buffer stores every
state's mask with it, the next state's too. Illegal actions are then kept out of

- exploration: random actions are drawn from the mask (`MaskedDQN.predict`);
- the greedy choice: the network gives them the lowest value (`MaskedQNetwork.forward`);
- the bootstrap target: the same network's values of the next state, under the next state's mask.
"""

from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from stable_baselines3 import DQN
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork

from agents.learned import Architecture, build

LOWEST = -1e8


class MaskInObservation(VecEnvWrapper):
    """Appends the action mask to each observation. After the end of a game nothing is legal: its mask is all 0."""

    def __init__(self, env: VecEnv):
        actions = env.action_space
        assert isinstance(actions, spaces.Discrete) and env.observation_space.shape is not None
        self.num_actions = int(actions.n)
        super().__init__(env, spaces.Box(0.0, 1.0, (env.observation_space.shape[0] + self.num_actions,), np.float32))

    def reset(self) -> np.ndarray:
        return self.with_masks(self.venv.reset())

    def step_wait(self) -> VecEnvStepReturn:
        observations, rewards, dones, infos = self.venv.step_wait()
        for table in np.flatnonzero(dones):
            last = infos[table]["terminal_observation"]
            infos[table]["terminal_observation"] = np.pad(last, (0, self.num_actions))
        return self.with_masks(observations), rewards, dones, infos

    def with_masks(self, observations: Any) -> np.ndarray:
        """Append the tables' present masks to observations, float32 (n, floats); returns (n, floats + num_actions)."""
        return np.concatenate([observations, np.asarray(self.venv.env_method("action_masks"), np.float32)], axis=1)


class WithoutMask(BaseFeaturesExtractor):
    """Cuts the mask off the end of the observation: the network does not see it."""

    def __init__(self, observation_space: spaces.Box, num_actions: int):
        super().__init__(observation_space, observation_space.shape[0] - num_actions)

    def forward(self, observations: th.Tensor) -> th.Tensor:
        return observations[:, : self.features_dim]


class MaskedQNetwork(QNetwork):
    """Q-values in which illegal actions have the lowest. Where nothing is legal, after the end, nothing is masked.

    Args:
        architecture: of the network; if not given, an mlp as Stable-Baselines3 makes it.
    """

    def __init__(self, *args: Any, architecture: Architecture | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if architecture is not None:
            self.q_net = build(architecture)  # type: ignore[assignment]

    def forward(self, obs: Any) -> th.Tensor:
        legal = obs[:, -int(self.action_space.n) :] > 0
        return super().forward(obs).masked_fill(~legal & legal.any(dim=1, keepdim=True), LOWEST)


class MaskedPolicy(DQNPolicy):
    """DQN's policy and target networks, masked.

    Args:
        architecture: of both; if not given, an mlp as Stable-Baselines3 makes it.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        *args: Any,
        architecture: Architecture | None = None,
        **kwargs: Any,
    ):
        self.architecture = architecture
        kwargs["features_extractor_class"] = WithoutMask
        kwargs["features_extractor_kwargs"] = {"num_actions": int(action_space.n)}
        super().__init__(observation_space, action_space, *args, **kwargs)

    def make_q_net(self) -> MaskedQNetwork:
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        return MaskedQNetwork(**arguments, architecture=self.architecture).to(self.device)


class MaskedDQN(DQN):
    """Stable-Baselines3's DQN on observations that end with the action mask."""

    def predict(
        self, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = False
    ) -> tuple[np.ndarray, Any]:
        """Return the best legal actions; unless deterministic, each is at the exploration rate any legal action instead."""
        actions, state = self.policy.predict(observation, state, episode_start, deterministic=True)
        if deterministic:
            return actions, state
        explored = self.random_actions(observation).reshape(actions.shape)
        return np.where(th.rand(actions.shape).numpy() < self.exploration_rate, explored, actions), state

    def random_actions(self, observations: Any) -> np.ndarray:
        """Draw a legal action for each observation, each equally likely."""
        assert isinstance(self.action_space, spaces.Discrete)
        masks = np.atleast_2d(observations)[:, -int(self.action_space.n) :]
        return np.argmax(masks * (1.0 - th.rand(masks.shape).numpy()), axis=1)

    def _sample_action(self, learning_starts: int, action_noise: Any = None, n_envs: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Choose actions while collecting: anything legal before learning starts, then what `predict` says."""
        if self.num_timesteps < learning_starts:
            actions = self.random_actions(self._last_obs)
        else:
            actions, _ = self.predict(self._last_obs)
        return actions, actions
