"""Proximal policy optimisation with action masks: sb3-contrib's MaskablePPO against a pool of opponents.

One policy learns all seats: its seat is drawn for each game, and its reward is the reward of this seat. Opponents are bots with
different noise and frozen copies of the policy; the most useful opponents are drawn most often
(`training/environment/opponent_pool.py`). With `--self-play` the policy plays and learns all seats of every game; with
`--self-play-variants` it does so in small variants at some of the tables.

>>> from dig_envs.training import ppo
>>> result = ppo.train(ppo.Config(steps=200_000))       # doctest: +SKIP
>>> result.model                                        # doctest: +SKIP
PosixPath('runs/ppo-dig_v0-0/model.zip')
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

from dig_envs.training.environment.mixed_tables import MixedTables
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.ppo.kickstarting import Kickstarting
from dig_envs.training.ppo.loss_terms import LossTerms, Term
from dig_envs.training.ppo.magnet import Magnet
from dig_envs.training.ppo.rollouts import RolloutBuffer
from dig_envs.training.ppo.seat_rollouts import SeatRolloutBuffer
from dig_envs.training.ppo.settings import Config
from dig_envs.training.process.device import device_of
from dig_envs.training.run import pool_training
from dig_envs.training.run.learner import LearnerEnv
from dig_envs.training.sb3.learner import StableBaselinesLearner
from dig_envs.training.sb3.policy import NetworkPolicy
from dig_envs.training.sb3.start_from import take_weights

if TYPE_CHECKING:
    from dig_envs.training.run.evaluate import Result

ADAM = {"eps": 1e-5, "fused": True}  # fused: one kernel updates all weights, also on a CPU
EXAMPLES = """
dig-envs train dig_v0 --algo ppo --steps 2000000
dig-envs train dig_v0 --algo ppo --players 3 --opponents random,greedy --seed 7
dig-envs train dig_v0 --algo ppo --layers 256,256 --start runs/clone-dig_v0-0/model.zip --opponents expert
dig-envs train dig_dig_v0 --algo ppo --players 4 --self-play
dig-envs train --algo ppo --resume runs/ppo-dig_v0-0/checkpoint.zip --steps 4000000
tensorboard --logdir runs
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
    agent, terms = config.starting_model, list[Term]()
    learner = StableBaselinesLearner(build, config, tables, folder)
    policy = learner.model.policy
    if agent is not None:
        take_weights(policy, agent)
        terms.append(Kickstarting(policy, config.warm_up, config.kl_weight, config.kl_steps))
    if config.magnet != "none":
        terms.append(Magnet(config.magnet_weight, policy if config.magnet == "average" else None, config.magnet_memory))
    if terms:
        learner.callbacks = [LossTerms(terms)]
        learner.modules = {term.name: module for term in terms if (module := term.module())}
    return learner


def build(config: Config, env: VecEnv) -> MaskablePPO:
    """Return the model of sb3-contrib, which draws from the generators that `dig_envs.training.process.torch_state` seeds."""
    model = MaskablePPO(
        NetworkPolicy,
        env,
        learning_rate=LinearSchedule(config.learning_rate, config.learning_rate / 10, 1.0),
        n_steps=config.n_steps,
        batch_size=config.batch_size,
        n_epochs=config.n_epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip_range,
        ent_coef=config.ent_coef,
        rollout_buffer_class=RolloutBuffer,
        policy_kwargs={
            "architecture": config.architecture,
            "value_function": config.value_function,
            "activation_fn": nn.ReLU,
            "optimizer_kwargs": ADAM,
        },
        device=device_of(config.device),
    )
    if config.self_play or config.self_play_variants:
        model.rollout_buffer = _seat_rollouts(config, model)
    return model


def _seat_rollouts(config: Config, model: MaskablePPO) -> SeatRolloutBuffer:
    tables = model.env.unwrapped if model.env else None
    assert isinstance(tables, EverySeat | MixedTables)
    spaces = model.observation_space, model.action_space
    estimate = {"gae_lambda": config.gae_lambda, "gamma": config.gamma, "n_envs": config.num_envs}
    return SeatRolloutBuffer(tables, config.n_steps, *spaces, model.device, **estimate)
