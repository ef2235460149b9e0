"""Masked PPO by Ray's RLlib, whose processes may be on many machines: one policy learns all seats.

Each runner, a process, plays its share of the tables against a pool of bots with more or less noise, as `--algo ppo` does. With
`--self-play` the policy meets itself and its past selves at RLlib's multi-agent environments: a league lets in a frozen copy
once it wins enough games against the one before. The model is one of ours, so arena, watch and search play it. What is to be
gone on with is named by `--start`: there are no checkpoints.

Ray starts on this machine unless `--ray` names a cluster. The libraries: pip install 'dig-envs[rllib]'.

>>> from training.algorithms import rllib_ppo
>>> result = rllib_ppo.train(rllib_ppo.Config(steps=200_000))       # doctest: +SKIP
>>> result.model                                                    # doctest: +SKIP
PosixPath('runs/rllib-ppo-dig_v0-0/model.zip')
"""

import os
from dataclasses import dataclass
from typing import Self

from dig_envs.core.errors import ArgumentError
from training import memory
from training.algorithms.ppo_settings import ROLLOUT_NUMBERS, PPOSettings
from training.cluster import HERE, check_address
from training.config import GamesConfig
from training.evaluate import Result
from training.settings import setting

EXAMPLES = """
dig-envs train --algo rllib-ppo --game dig_v0 --steps 1000000
dig-envs train --algo rllib-ppo --game dig_v0 --ray 10.0.0.1:6379 --runners 32 --num-envs 1024
dig-envs train --algo rllib-ppo --game dig_v0 --self-play --num-envs 64
dig-envs train --algo rllib-ppo --game dig_v0 --start runs/rllib-ppo-dig_v0-0/model.zip --seed 1
"""

RESUMES = False  # RLlib's checkpoints are pickles, which run code when they are read
COPIES = 4  # of a rollout: in its runner, as episodes, on their way, and in the learner's batch


@dataclass(frozen=True)
class Config(PPOSettings, GamesConfig):
    """Settings of a run of RLlib's PPO. The tables are shared out among the runners."""

    algorithm = "RLLIB-PPO"

    ray: str = setting(
        HERE,
        'the Ray cluster: "host:port", "auto" for that of this machine, or "local" to start one here',
        bare=HERE,
    )
    runners: int = setting(2, "processes that play, each on a core; 0: the one that learns", least=0, most=10_000)
    snapshots: int = setting(4, "with self-play: past selves that are met; the oldest makes room for the next", least=1)
    gate: float = setting(
        0.55, "with self-play: share of the wins against the last past self with which the next is let in", least=0, most=1
    )
    gate_games: int = setting(100, "with self-play: games against it, at least, before that share counts", least=1)
    power: float = setting(
        2.0, "with self-play: past selves are met in proportion to (1 - p)^k, where p is what is won of them", least=0, most=100
    )

    def validated(self) -> Self:
        """Return the settings as `GamesConfig.validated` does.

        Raises:
            DigEnvsError: as there, or no such address, tables that runners can't share, a minibatch larger than a rollout, or
                settings that self-play does not have.
        """
        config = super().validated()
        check_address(config.ray)
        if config.num_envs % max(1, config.runners):
            raise ArgumentError(f"{config.num_envs} tables can't be shared out among {config.runners} runners: change num_envs")
        if config.batch_size > config.rollout:
            raise ArgumentError(f"batch_size {config.batch_size} is more than the {config.rollout} decisions of a rollout")
        if config.self_play:
            _check_self_play(config)
        return config

    @property
    def rollout(self) -> int:
        """How many decisions there are between two updates, all tables counted."""
        return self.n_steps * self.num_envs

    def memory_needed(self) -> float:
        """Estimate how many bytes a run takes on one machine: beside its tables rollouts, the policy and the value function."""
        decision = self.inputs + 2 * self.played.num_actions + ROLLOUT_NUMBERS
        rollout = COPIES * memory.FLOAT * self.rollout * decision
        return super().memory_needed() + rollout + 2 * self.network_memory(self.batch_size, self.snapshots)


def _check_self_play(config: Config) -> None:
    if config.played.parse_options(**config.options).num_players == 1:
        raise ArgumentError("nobody is met in a game that is played alone: leave self_play")
    for name, plain in (("skip_forced", False), ("shaped", False), ("reward_scale", 1.0)):
        if getattr(config, name) != plain:
            raise ArgumentError(f"self-play in RLlib's environments has no {name}: leave it, or use --algo ppo --self-play")


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> Result:
    """Train, save and evaluate an agent.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: refused: a run is not gone on with, but another may start from its model (`start`).

    Returns:
        The model's file and what it wins; `agents.make(result.model, game=…)` plays it.

    Raises:
        DigEnvsError: a setting is wrong, RLlib is not installed, or the cluster can't be reached or is too small.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and the model was written as it was.
    """
    if not isinstance(config, Config):
        raise ArgumentError(f"the settings are a Config, such as rllib_ppo.Config(), not {config!r}")
    if resume is not None:
        raise ArgumentError("RLlib's runs have no checkpoints to resume from: give the model as start")
    config = config.validated()
    from training.rllib.session import run

    return run(config, progress)
