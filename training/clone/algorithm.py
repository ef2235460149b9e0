"""Behaviour cloning: a network learns to choose the actions of a teacher in recorded choices.

The teacher is any agent: a bot, a search, or a model. Recorded games contain random actions, so that the network also learns to
recover from mistakes. With `rounds` above 1 the learner plays in later games, and the teacher labels the positions that the
learner reaches itself (DAgger). PPO and DQN start from the model with `--start`.

>>> from dig_envs.training import clone
>>> result = clone.train(clone.Config(teacher="expert"))       # doctest: +SKIP
>>> result.agreement.agreement                                 # doctest: +SKIP
0.77
"""

import os
from dataclasses import dataclass

import numpy as np
from gymnasium import spaces
from rich.table import Table

from dig_envs.core.errors import ArgumentError
from dig_envs.training.clone.agreement import Agreement
from dig_envs.training.clone.cloning import Cloning
from dig_envs.training.clone.on_ray import recorder_at
from dig_envs.training.clone.settings import Config
from dig_envs.training.run.evaluate import Result
from dig_envs.training.run.run import Run
from dig_envs.training.sb3.policy import NetworkPolicy
from dig_envs.training.sb3.start_from import take_weights

EXAMPLES = """
dig-envs train dig_v0 --algo clone --teacher expert
dig-envs train dig_v0 --algo clone --teacher expert --rounds 3
dig-envs train two_bit_bandits_v0 --algo clone --teacher search:playouts=100 --decisions 20000 --epochs 100
dig-envs train dig_v0 --algo clone --teacher search:playouts=100 --decisions 200000 --ray 10.0.0.1:6379
dig-envs train --algo clone --resume runs/clone-dig_v0-0/checkpoint.zip
dig-envs train dig_v0 --algo ppo --layers 256,256 --start runs/clone-dig_v0-0/model.zip
"""


@dataclass(frozen=True)
class CloneResult(Result):
    """The outcome of a cloning.

    Attributes:
        reports: the agreements with the teacher in held-out games after each round.
    """

    reports: tuple[Agreement, ...] = ()

    @property
    def agreement(self) -> Agreement | None:
        """The agreement after the last round, in games that were recorded in the last round; None without held-out games."""
        return self.reports[-1] if self.reports else None

    def tables(self) -> list[Table]:
        """Return the tables of the agreements after the last round and of the evaluation."""
        last = [report.table() for report in self.reports if report.after == self.reports[-1].after]
        return [*last, *super().tables()]


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> CloneResult:
    """Train, save and evaluate a clone.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: a checkpoint with the same settings (`rounds` may differ); the run continues as if it had not been interrupted.

    Returns:
        The model's file, its agreements with the teacher (also in the file `agreement.json`), and the result of its evaluation.

    Raises:
        DigEnvsError: a setting is wrong, the checkpoint is missing, damaged or of other settings, the folder has a run, or
            the cluster cannot be used.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and a checkpoint was written.
    """
    if not isinstance(config, Config):
        raise ArgumentError(f"the settings are a Config, such as clone.Config(), not {config!r}")
    run = Run(config, progress, resume)
    with recorder_at(config.ray) as recorder, run.active():
        cloning = Cloning(run, make_policy(run.config), recorder)
        run.train(cloning)
    result = run.evaluate(cloning.steps)
    return CloneResult(result.model, result.steps, result.win_shares, result.scores, reports=tuple(cloning.reports))


def make_policy(config: Config) -> NetworkPolicy:
    """Return the policy that PPO makes with the same settings, with the weights of the starting model if there is one."""
    box, actions = spaces.Box(0.0, 1.0, (config.inputs,), np.float32), spaces.Discrete(config.played.num_actions)
    policy = NetworkPolicy(box, actions, lambda left: config.learning_rate, architecture=config.architecture)
    if (start := config.starting_model) is not None:
        take_weights(policy, start)
    return policy
