"""PPO with masked actions by Ray's RLlib: one policy learns all seats, and processes on many machines can play.

Each runner, a process, plays its share of the tables against a pool of bots with different noise, as `--algo ppo` does. Arena,
watch and search play the model. There are no checkpoints: another run continues from the model with `--start`.

Ray starts on this machine unless `--ray` names a cluster. The extra `rllib` installs the libraries.

>>> from dig_envs.training.rllib import algorithm
>>> result = algorithm.train(algorithm.Config(steps=200_000))       # doctest: +SKIP
>>> result.model                                                    # doctest: +SKIP
PosixPath('runs/rllib-ppo-dig_v0-0/model.zip')
"""

import dataclasses
import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from dig_envs.agents import learned
from dig_envs.agents.learned import LearnedAgent
from dig_envs.core.errors import ArgumentError
from dig_envs.training.process.ray_cluster import ClusterError, connected
from dig_envs.training.rllib.settings import Config
from dig_envs.training.run.evaluate import Result
from dig_envs.training.run.run import Run

EXAMPLES = """
dig-envs train dig_v0 --algo rllib-ppo --steps 1000000
dig-envs train dig_v0 --algo rllib-ppo --ray 10.0.0.1:6379 --runners 32 --num-envs 1024
dig-envs train dig_v0 --algo rllib-ppo --start runs/rllib-ppo-dig_v0-0/model.zip --seed 1
"""

RESUMES = False  # RLlib's checkpoints are pickles, which can run any code when they are loaded


def train(config: Config = Config(), progress: bool = True, resume: str | os.PathLike | None = None) -> Result:
    """Train, save and evaluate an agent.

    Args:
        config: the settings.
        progress: show a progress bar on stderr.
        resume: must be None; a run can start from the model of another run (`start`).

    Returns:
        The model's file and its win shares; `agents.make(result.model, game=...)` plays the model.

    Raises:
        DigEnvsError: a setting is wrong, RLlib is not installed, or the cluster cannot be reached or is too small.
        Stopped: SIGINT (Ctrl-C) or SIGTERM was received, and the model was saved.
    """
    if not isinstance(config, Config):
        raise ArgumentError(f"the settings are a Config, such as rllib.algorithm.Config(), not {config!r}")
    if resume is not None:
        raise ArgumentError("runs of RLlib have no checkpoints to resume from: give the model as start")
    run = Run(config, progress)
    from dig_envs.training.rllib.algorithm_config import configuration

    with connected(run.config.ray) as ray:
        cores = int(ray.cluster_resources().get("CPU", 0))
        if run.config.runners > cores:  # Ray would wait forever
            raise ClusterError(f"{config.runners} runners need as many cores, and the cluster has {cores}: change --runners")
        logging.getLogger("ray.rllib").setLevel(logging.ERROR)  # RLlib warns of its own defaults
        with run.active():
            steps = _learn(run, configuration(run.config).build_algo())
    return dataclasses.replace(run.evaluate(steps), best=run.monitor.best_model)


def _learn(run: Run, algorithm: Any) -> int:
    """Train RLlib's algorithm to `config.steps`, save the policy, and return the number of decisions."""
    config = run.config
    card = config.model_card("Sequential", config.architecture.activation, config.play)
    policy = algorithm.get_module()
    options = config.played.parse_options(**config.options)
    best = config.play == "deterministic"
    agent = LearnedAgent("the learner", policy.policy_net, best, features=config.feature_set, options=options)
    steps = 0

    def save(path: Path) -> None:
        if not all(weights.isfinite().all() for weights in policy.parameters()):
            raise ArgumentError("the training has diverged: weights are not finite")
        learned.write_networks(path, card, policy.policy_net, policy.value_net)

    try:
        with run.progress_bar("training", config.steps):
            while steps < config.steps and not (run.stop.number or run.is_time_up):
                before, steps = steps, int(algorithm.train()["env_runners"]["num_env_steps_sampled_lifetime"])
                run.advance(steps - before)
                if run.monitor.is_due(steps):
                    run.measure(agent, steps, save)
            save(run.model)
            run.stop_if_requested(f"{steps:,} steps", f"another run continues from its model with --start {run.model}")
            if run.monitor.is_due_at_end(steps):
                run.measure(agent, steps, save)
    finally:
        algorithm.stop()
        run.monitor.draw()
        with suppress(OSError):  # RLlib makes a folder for each algorithm
            Path(algorithm.logdir).rmdir()
    return steps
