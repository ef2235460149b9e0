"""Masked PPO by Ray's RLlib, whose processes may be on many machines: one policy learns all seats.

Each runner, a process, plays its share of the tables against a pool of bots with more or less noise, as `--algo ppo` does. With
`--self-play` the policy meets itself and its past selves at RLlib's multi-agent environments: a league lets in a frozen copy
once it wins enough games against the one before. The model is one of ours, so arena, watch and search play it. What is to be
gone on with is named by `--start`: there are no checkpoints.

Ray starts on this machine unless `--ray` names a cluster. The libraries: pip install 'dig-envs[rllib]'.

>>> from dig_envs.training.sb3 import rllib_ppo
>>> result = rllib_ppo.train(rllib_ppo.Config(steps=200_000))       # doctest: +SKIP
>>> result.model                                                    # doctest: +SKIP
PosixPath('runs/rllib-ppo-dig_v0-0/model.zip')
"""

import os

from dig_envs.core.errors import ArgumentError
from dig_envs.training.rllib.settings import Config
from dig_envs.training.run.evaluate import Result

EXAMPLES = """
dig-envs train --algo rllib-ppo --game dig_v0 --steps 1000000
dig-envs train --algo rllib-ppo --game dig_v0 --ray 10.0.0.1:6379 --runners 32 --num-envs 1024
dig-envs train --algo rllib-ppo --game dig_v0 --self-play --num-envs 64
dig-envs train --algo rllib-ppo --game dig_v0 --start runs/rllib-ppo-dig_v0-0/model.zip --seed 1
"""

RESUMES = False  # RLlib's checkpoints are pickles, which run code when they are read


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
    from dig_envs.training.rllib.session import run

    return run(config, progress)
