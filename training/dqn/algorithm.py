"""Deep Q-learning with illegal actions masked, against a pool of opponents (`training/environment/opponent_pool.py`).

>>> from dig_envs.training import dqn
>>> result = dqn.train(dqn.Config(steps=300_000))       # doctest: +SKIP
"""

import os
from dataclasses import dataclass
from pathlib import Path

from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv

from dig_envs.training.dqn.demonstrations import Demonstrations, take_choices
from dig_envs.training.dqn.masked_dqn import MaskedDQN, MaskedPolicy, MaskInObservation
from dig_envs.training.process import memory
from dig_envs.training.process.device import device_of
from dig_envs.training.run import pool_training
from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.evaluate import Result
from dig_envs.training.run.learner import Tables
from dig_envs.training.run.return_range import return_range
from dig_envs.training.run.settings import setting
from dig_envs.training.sb3.learner import StableBaselinesLearner
from dig_envs.training.sb3.start_from import StartConfig

EXAMPLES = """
dig-envs train dig_v0 --algo dqn --option reward=score --shaped --steps 2000000
dig-envs train dig_v0 --algo dqn --opponents random,greedy --noise-levels 0.9,0.7,0.5
dig-envs train dig_v0 --algo dqn --layers 256,256 --start runs/clone-dig_v0-0/model.zip
dig-envs train --algo dqn --resume runs/dqn-dig_v0-0/checkpoint.zip --steps 2000000
"""

WRITTEN = 1.5  # times the replay buffer: what a checkpoint of it takes while it is written


@dataclass(frozen=True)
class Config(StartConfig, RunConfig):
    """Settings of a run of DQN."""

    algorithm = "DQN"

    num_envs: int = setting(32, "tables played at once", least=1)
    learning_rate: float = setting(1e-3, "of Adam at the start; it falls to a tenth by the end", above=0)
    buffer_size: int = setting(100_000, "decisions that are remembered", least=1)
    learning_starts: int = setting(5_000, "decisions before the first update", least=0)
    batch_size: int = setting(256, "decisions in an update", least=1)
    update_every: int = setting(1, "decisions at each table between two updates", least=1)
    tau: float = setting(0.005, "share of the network's weights that the target network takes at each update", above=0, most=1)
    n_step: int = setting(3, "decisions whose rewards count before the target network's value does", least=1)
    gamma: float = setting(0.97, "discount of a reward for each decision until it comes", least=0, most=1)
    return_limit: float = setting(
        2.0,
        "the highest and lowest return that counts where a game pays points, which have no bounds, before --reward-scale",
        above=0,
    )
    exploration: float = setting(0.3, "share of the run in which the share of random actions falls to its end", least=0, most=1)
    exploration_end: float = setting(0.05, "share of random actions from then on", least=0, most=1)
    demonstrations: int = setting(50_000, "with start: decisions that it plays into the replay buffer at first", least=1)
    start_updates: int = setting(5_000, "with start: updates that fit the values to what these games paid", least=0)
    margin_weight: float = setting(
        0.1, "with start: weight at first of the margin by which that model's actions stay ahead of the others", least=0
    )
    margin_steps: int = setting(4_000_000, "with start: decisions over which that weight falls to 0", least=1)

    def memory_needed(self) -> float:
        """Estimate how many bytes a run takes: beside its tables the replay buffer, and the network with its target."""
        seen = memory.FLOAT * (self.inputs + self.played.num_actions)
        update = self.batch_size * (2 * seen + 4 * memory.FLOAT * self.n_step)
        networks = 2 * self.network_memory(self.batch_size, self.snapshots)
        shown = seen * min(self.demonstrations, self.buffer_size) if self.start else 0
        return super().memory_needed() + WRITTEN * 2 * seen * self.buffer_size + shown + update + networks


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> Result:
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
    return pool_training.train(config, make_learner, progress, resume)


def make_learner(config: Config, tables: Tables, folder: Path) -> StableBaselinesLearner:
    """Make the learner of a session; it starts from a model if the settings name one."""
    agent = config.starting_model
    learner = StableBaselinesLearner(build, config, tables, folder)
    if agent is not None:
        take_choices(learner.model.q_net, agent)
        settings = (
            config.demonstrations,
            config.start_updates,
            config.exploration_end,
            config.margin_weight,
            config.margin_steps,
        )
        learner.callbacks = [Demonstrations(agent, *settings)]
    return learner


def build(config: Config, env: VecEnv) -> MaskedDQN:
    """Make the model. It has no seed of its own: `dig_envs.training.process.torch_state.isolated` seeds all that it draws from."""
    return MaskedDQN(
        MaskedPolicy,
        MaskInObservation(env),
        learning_rate=LinearSchedule(config.learning_rate, config.learning_rate / 10, 1.0),
        buffer_size=config.buffer_size,
        learning_starts=0 if config.start else config.learning_starts,
        batch_size=config.batch_size,
        train_freq=config.update_every,
        tau=config.tau,
        target_update_interval=config.num_envs * config.update_every,
        n_steps=config.n_step,
        gamma=config.gamma,
        exploration_fraction=config.exploration,
        exploration_initial_eps=config.exploration_end if config.start else 1.0,
        exploration_final_eps=config.exploration_end,
        policy_kwargs={"architecture": config.architecture, "value_range": return_range(config, config.return_limit)},
        device=device_of(config.device),
    )
