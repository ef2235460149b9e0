"""Deep Q-learning with action masks against a pool of opponents (`training/environment/opponent_pool.py`).

>>> from dig_envs.training import dqn
>>> result = dqn.train(dqn.Config(steps=300_000))       # doctest: +SKIP
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv

from dig_envs.training.dqn.demonstrations import Demonstrations, take_choices
from dig_envs.training.dqn.masked_dqn import MaskedDQN, MaskedPolicy, MaskInObservation
from dig_envs.training.dqn.settings import Config
from dig_envs.training.process.device import device_of
from dig_envs.training.run import pool_training
from dig_envs.training.run.learner import LearnerEnv
from dig_envs.training.sb3.learner import StableBaselinesLearner

if TYPE_CHECKING:
    from dig_envs.training.run.evaluate import Result

EXAMPLES = """
dig-envs train dig_v0 --algo dqn --option reward=score --shaped --steps 2000000
dig-envs train dig_v0 --algo dqn --opponents random,greedy --noise-levels 0.9,0.7,0.5
dig-envs train dig_v0 --algo dqn --layers 256,256 --start runs/clone-dig_v0-0/model.zip
dig-envs train --algo dqn --resume runs/dqn-dig_v0-0/checkpoint.zip --steps 2000000
"""


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> "Result":
    """Train, save and evaluate an agent.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: a checkpoint with the same settings (`steps` may differ); the run continues as if it had not been interrupted.

    Returns:
        The model's file and the result of its evaluation; `agents.make(result.model, game=…)` returns the trained agent.

    Raises:
        DigEnvsError: a setting is wrong, the checkpoint is missing, damaged or of other settings, or the folder has a run.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and a checkpoint was written.
    """
    return pool_training.train(config, make_learner, progress, resume)


def make_learner(config: Config, tables: LearnerEnv, folder: Path) -> StableBaselinesLearner:
    """Return the learner, which starts from a model if the settings name one."""
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
    """Return the model, which draws from the generators that `dig_envs.training.process.torch_state` seeds."""
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
        policy_kwargs={"architecture": config.architecture, "value_range": config.value_range},
        device=device_of(config.device),
    )
