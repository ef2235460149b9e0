"""Deep Q-learning with illegal actions masked, against a graded pool of opponents (`training/pool.py`).

Stable-Baselines3's DQN knows no masks. Here the environment appends the mask to the observation, so that the replay buffer
stores every state's mask with it, the next state's too. Illegal actions are then kept out of

- exploration: random actions are drawn from the mask (`MaskedDQN.predict`);
- the greedy choice: the network gives them the lowest value (`MaskedQNetwork.forward`);
- the bootstrap target: the same network's values of the next state, under the next state's mask.

>>> from training import dqn
>>> result = dqn.train(dqn.Config(steps=300_000))       # doctest: +SKIP
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from stable_baselines3 import DQN
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvStepReturn
from stable_baselines3.dqn.policies import DQNPolicy, QNetwork

from training.run import Result, RunConfig, command, run
from training.settings import setting

LOWEST = -1e8
EXAMPLES = """
dig-envs train --algo dqn --game dig_v0 --steps 1000000
dig-envs train --algo dqn --game dig_v0 --opponents random,greedy --grades 0.9,0.7,0.5
dig-envs train --algo dqn --resume runs/dqn-dig_v0-0/checkpoint.zip --steps 2000000
"""


@dataclass(frozen=True)
class Config(RunConfig):
    """Settings of a run of DQN."""

    algorithm = "DQN"

    num_envs: int = setting(32, "tables played at once", least=1)
    layers: tuple[int, ...] = setting((128, 128), "sizes of the hidden layers", least=1)
    learning_rate: float = setting(1e-3, "of Adam", above=0)
    buffer_size: int = setting(100_000, "decisions that are remembered", least=1)
    learning_starts: int = setting(5_000, "decisions before the first update", least=0)
    batch_size: int = setting(256, "decisions in an update", least=1)
    update_every: int = setting(1, "decisions at each table between two updates", least=1)
    target_every: int = setting(2_000, "decisions between two copies to the target network", least=1)
    n_step: int = setting(10, "decisions whose rewards count before the target network's value does", least=1)
    gamma: float = setting(0.98, "discount of a reward for each decision until it comes", least=0, most=1)
    exploration: float = setting(0.3, "share of the run in which the share of random actions falls to its end", least=0, most=1)
    exploration_end: float = setting(0.1, "share of random actions from then on", least=0, most=1)


def train(config: Config = Config(), progress: bool = True, resume: str | Path | None = None) -> Result:
    """Train, save and evaluate an agent.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: a checkpoint of the same settings (`steps` may differ) to go on from, as if it had not been left.

    Returns:
        The model's file and what it wins; `agents.make(result.model, game=…)` plays it.

    Raises:
        DigEnvsError: a setting is wrong, or the checkpoint is missing, damaged or of other settings.
    """
    return run(config, build, progress, resume)


def build(config: Config, env: VecEnv) -> "MaskedDQN":
    """The learner. It has no seed of its own: `training.run.isolated` seeds all that it draws from."""
    return MaskedDQN(
        MaskedPolicy,
        MaskInObservation(env),
        learning_rate=config.learning_rate,
        buffer_size=config.buffer_size,
        learning_starts=config.learning_starts,
        batch_size=config.batch_size,
        train_freq=config.update_every,
        target_update_interval=config.target_every,
        n_steps=config.n_step,
        gamma=config.gamma,
        exploration_fraction=config.exploration,
        exploration_final_eps=config.exploration_end,
        policy_kwargs={"net_arch": list(config.layers)},
        device="cpu",
    )


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
        return np.concatenate([observations, np.asarray(self.venv.env_method("action_masks"), np.float32)], axis=1)


class WithoutMask(BaseFeaturesExtractor):
    """The observation without the mask at its end: what the network gets to see."""

    def __init__(self, observation_space: spaces.Box, num_actions: int):
        super().__init__(observation_space, observation_space.shape[0] - num_actions)

    def forward(self, observations: th.Tensor) -> th.Tensor:
        return observations[:, : self.features_dim]


class MaskedQNetwork(QNetwork):
    """Q-values in which illegal actions have the lowest. Where nothing is legal, after the end, nothing is masked."""

    def forward(self, obs: Any) -> th.Tensor:
        legal = obs[:, -int(self.action_space.n) :] > 0
        return super().forward(obs).masked_fill(~legal & legal.any(dim=1, keepdim=True), LOWEST)


class MaskedPolicy(DQNPolicy):
    """DQN's policy and target networks, masked."""

    def __init__(self, observation_space: spaces.Box, action_space: spaces.Discrete, *args: Any, **kwargs: Any):
        kwargs["features_extractor_class"] = WithoutMask
        kwargs["features_extractor_kwargs"] = {"num_actions": int(action_space.n)}
        super().__init__(observation_space, action_space, *args, **kwargs)

    def make_q_net(self) -> MaskedQNetwork:
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        return MaskedQNetwork(**arguments).to(self.device)


class MaskedDQN(DQN):
    """Stable-Baselines3's DQN on observations that end with the action mask."""

    def predict(
        self, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = False
    ) -> tuple[np.ndarray, Any]:
        """The best legal actions; unless deterministic, each is at the exploration rate any legal action instead."""
        actions, state = self.policy.predict(observation, state, episode_start, deterministic=True)
        if deterministic:
            return actions, state
        explored = self.random_actions(observation).reshape(actions.shape)
        return np.where(th.rand(actions.shape).numpy() < self.exploration_rate, explored, actions), state

    def random_actions(self, observations: Any) -> np.ndarray:
        """A legal action for each observation, each equally likely."""
        assert isinstance(self.action_space, spaces.Discrete)
        masks = np.atleast_2d(observations)[:, -int(self.action_space.n) :]
        return np.argmax(masks * (1.0 - th.rand(masks.shape).numpy()), axis=1)

    def _sample_action(self, learning_starts: int, action_noise: Any = None, n_envs: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """What to do while collecting: anything legal before learning starts, then what `predict` says."""
        if self.num_timesteps < learning_starts:
            actions = self.random_actions(self._last_obs)
        else:
            actions, _ = self.predict(self._last_obs)
        return actions, actions


def main(arguments: Sequence[str]) -> None:
    """`dig-envs train --algo dqn`: train, and print what the agent wins."""
    command("dqn", __doc__, EXAMPLES, Config, train, arguments)


if __name__ == "__main__":
    from training import cli

    sys.exit(cli.main(["train", "--algo", "dqn", *sys.argv[1:]]))
