"""Stable-Baselines3's DQN with action masks and with values within the range of possible returns.

Stable-Baselines3's DQN has no masks. Here the environment appends the mask to the observation, so that the replay buffer stores
the masks of states and next states. Illegal actions are excluded from

- exploration: random actions are drawn from the mask (`MaskedDQN.predict`);
- the greedy choice: the network gives them the lowest value (`MaskedQNetwork.logits`);
- the bootstrap target: the best action of the next state is chosen under the next state's mask.

Values diverge when a network learns from its own maxima. Three measures prevent this:

- The network chooses the best next action, and the slow target network values it (van Hasselt, Guez, Silver 2016: "Deep
  reinforcement learning with double Q-learning").
- The network's output is the logit of the value's position between the lowest and the highest possible return.
- The loss is the cross-entropy, whose gradient does not vanish where the logistic function is flat, unlike the gradient of
  squared errors (Farebrother et al. 2024: "Stop regressing: training value functions via classification for scalable deep RL").
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from stable_baselines3 import DQN
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork
from torch.nn import functional

from dig_envs.agents.learned import Architecture, build
from dig_envs.core.errors import ModelError
from dig_envs.training.sb3.masked_distribution import ILLEGAL_LOGIT

ROUNDING = 1e-4  # of a value, as a share of the range
ExtraLoss = Callable[[th.Tensor, th.Tensor], th.Tensor | float]  # of observations and logits


class MaskInObservation(VecEnvWrapper):
    """Appends the action mask to each observation. After the end of a game the mask is all 0."""

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
        """Append the tables' present masks to observations: float32 (n, floats) to float32 (n, floats + num_actions)."""
        return np.concatenate([observations, np.asarray(self.venv.env_method("action_masks"), np.float32)], axis=1)


class WithoutMask(BaseFeaturesExtractor):
    """Removes the mask from the end of the observation, so that the network does not see it."""

    def __init__(self, observation_space: spaces.Box, num_actions: int):
        super().__init__(observation_space, observation_space.shape[0] - num_actions)

    def forward(self, observations: th.Tensor) -> th.Tensor:
        return observations[:, : self.features_dim]


class MaskedQNetwork(QNetwork):
    """Estimates the value of each action between two bounds.

    Illegal actions get the lowest value. In observations without legal actions nothing is masked.

    Args:
        value_range: the lowest and the highest value.
        architecture: the description of the network; None for the mlp of Stable-Baselines3.
    """

    def __init__(self, *args: Any, value_range: tuple[float, float], architecture: Architecture | None = None, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.low, self.high = value_range
        if architecture is not None:
            self.q_net = build(architecture)  # type: ignore[assignment]

    def logits(self, obs: Any) -> th.Tensor:
        """Return the logits of the values, float32 (n, num_actions). The logistic function maps them to the range of values."""
        legal = obs[:, -int(self.action_space.n) :] > 0
        return super().forward(obs).masked_fill(~legal & legal.any(dim=1, keepdim=True), ILLEGAL_LOGIT)

    def forward(self, obs: Any) -> th.Tensor:
        return self.low + (self.high - self.low) * th.sigmoid(self.logits(obs))

    def shares(self, values: th.Tensor) -> th.Tensor:
        """Return the positions of values between the bounds, 0 to 1; values beyond a bound are clipped to it."""
        return ((values - self.low) / (self.high - self.low)).clamp(0.0, 1.0)

    def _predict(self, observation: Any, deterministic: bool = True) -> th.Tensor:
        return self.logits(observation).argmax(dim=1)  # values close to a bound can round to the same float


class MaskedPolicy(DQNPolicy):
    """DQN's policy and target networks, masked and bounded.

    Args:
        value_range: the lowest and the highest value.
        architecture: the description of both networks; None for the mlp of Stable-Baselines3.
    """

    def __init__(
        self,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        *args: Any,
        value_range: tuple[float, float],
        architecture: Architecture | None = None,
        **kwargs: Any,
    ):
        self.value_range, self.architecture = value_range, architecture
        kwargs["features_extractor_class"] = WithoutMask
        kwargs["features_extractor_kwargs"] = {"num_actions": int(action_space.n)}
        super().__init__(observation_space, action_space, *args, **kwargs)

    def make_q_net(self) -> MaskedQNetwork:
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        network = MaskedQNetwork(**arguments, value_range=self.value_range, architecture=self.architecture)
        return network.to(self.device)


class MaskedDQN(DQN):
    """Stable-Baselines3's DQN on observations that end with the action mask, with double Q-learning and bounded values."""

    q_net: MaskedQNetwork
    q_net_target: MaskedQNetwork
    extra_loss: ExtraLoss | None = None  # the margin of a clone's actions (`demonstrations.py`)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "extra_loss"]

    def train(self, gradient_steps: int, batch_size: int = 100) -> None:
        """Make steps of gradient descent on decisions from the replay buffer.

        Raises:
            ModelError: a value is outside the range of possible returns.
        """
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        losses = []
        for _ in range(gradient_steps):
            memory: Any = self.replay_buffer.sample(batch_size)  # type: ignore[union-attr]
            targets = self._targets(memory)
            logits = self.q_net.logits(memory.observations)
            taken = logits.gather(1, memory.actions.long())
            loss = functional.binary_cross_entropy_with_logits(taken, self.q_net.shares(targets))
            if self.extra_loss is not None:
                loss = loss + self.extra_loss(memory.observations, logits)
            self.policy.optimizer.zero_grad()
            loss.backward()
            th.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
            losses.append(loss.item())
        self._n_updates += gradient_steps
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")
        self.logger.record("train/loss", np.mean(losses))
        self.logger.record("train/lowest_target", targets.min().item())
        self.logger.record("train/highest_target", targets.max().item())

    def _targets(self, memory: Any) -> th.Tensor:
        """Return the targets of the values: rewards plus discounted values of the next states, (n, 1)."""
        discounts = self.gamma if memory.discounts is None else memory.discounts
        with th.no_grad():
            best = self.q_net.logits(memory.next_observations).argmax(dim=1, keepdim=True)
            values = self.q_net_target(memory.next_observations).gather(1, best)
            self._check(values)
            return memory.rewards + (1.0 - memory.dones) * discounts * values

    def _check(self, values: th.Tensor) -> None:
        """Check that values are within the range of possible returns, which not-a-number is not."""
        lowest, highest = values.min().item(), values.max().item()
        slack = ROUNDING * (self.q_net.high - self.q_net.low)
        if not self.q_net.low - slack <= lowest <= highest <= self.q_net.high + slack:
            ranges = f"values go from {lowest:g} to {highest:g}, and returns from {self.q_net.low:g} to {self.q_net.high:g}"
            raise ModelError(f"the training has diverged: {ranges}")

    def predict(
        self, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = False
    ) -> tuple[np.ndarray, Any]:
        """Return the best legal actions; unless deterministic, random legal actions with the probability `exploration_rate`."""
        actions, state = self.policy.predict(observation, state, episode_start, deterministic=True)
        if deterministic:
            return actions, state
        explored = self.random_actions(observation).reshape(actions.shape)
        return np.where(th.rand(actions.shape).numpy() < self.exploration_rate, explored, actions), state

    def random_actions(self, observations: Any) -> np.ndarray:
        """Draw a uniformly random legal action for each observation."""
        assert isinstance(self.action_space, spaces.Discrete)
        masks = np.atleast_2d(observations)[:, -int(self.action_space.n) :]
        return np.argmax(masks * (1.0 - th.rand(masks.shape).numpy()), axis=1)

    def _sample_action(self, learning_starts: int, action_noise: Any = None, n_envs: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Choose actions of a rollout: random legal actions before learning starts, then the actions of `predict`."""
        if self.num_timesteps < learning_starts:
            actions = self.random_actions(self._last_obs)
        else:
            actions, _ = self.predict(self._last_obs)
        return actions, actions
