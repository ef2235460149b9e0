"""A run of RLlib's PPO as ours are: measured on the way, with the best model kept, saved and evaluated at its end."""

import dataclasses
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ray.rllib.core import DEFAULT_MODULE_ID

from dig_envs.agents.learned import LearnedAgent, ModelCard
from dig_envs.agents.learned.networks import Network
from dig_envs.core.errors import ArgumentError
from dig_envs.training.process.interrupts import Stopped, StopRequest, stop_requests
from dig_envs.training.process.ray_cluster import ClusterError, connected
from dig_envs.training.process.torch_state import isolated
from dig_envs.training.rllib.algorithm_config import configuration
from dig_envs.training.rllib.export import networks_of, save, state_of
from dig_envs.training.rllib.past_selves import ADMITTED, LEARNER, set_weights, slot, weights_of
from dig_envs.training.rllib.settings import Config
from dig_envs.training.run.config import run_name
from dig_envs.training.run.evaluate import Result, evaluate
from dig_envs.training.run.model_card import card_of_run
from dig_envs.training.run.monitor import Monitor
from dig_envs.training.show.console import progress_bar
from dig_envs.utils.files import replace

STEPS = "num_env_steps_sampled_lifetime"
SUMMARY = "league.json"


def run(config: Config, progress: bool = True) -> Result:
    """Train to `config.steps`, save the model, and evaluate it.

    Args:
        config: settings that are `validated()`.
        progress: show a progress bar on stderr.

    Raises:
        DigEnvsError: the cluster can't be reached or is too small, or the folder can't be written.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and the model was written as it was.
    """
    seeded = isolated(config.seed, config.threads, config.precision)
    with _quiet(), connected(config.ray) as ray, seeded, stop_requests() as stop:
        _check_size(ray, config)
        session = Session(config, progress, stop)
        try:
            session.learn()
        finally:
            session.close()
        session.monitor.draw()
    return dataclasses.replace(evaluate(session.model, session.steps, config, progress), best=session.monitor.best_model)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep RLlib from warning of its own defaults for the time of a `with` block."""
    logger = logging.getLogger("ray.rllib")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)


def _check_size(ray: Any, config: Config) -> None:
    """Refuse more runners than the cluster has cores: Ray would wait for ever."""
    cores = int(ray.cluster_resources().get("CPU", 0))
    if config.runners > cores:
        raise ClusterError(f"{config.runners} runners need as many cores, and the cluster has {cores}: change --runners")


class Session:
    """A run under way.

    Attributes:
        algorithm: RLlib's.
        monitor: measures what the policy wins now and then, and keeps the best model.
        steps: decisions so far, all tables counted; of past selves, too.
        model: the file that the policy is saved in.
    """

    def __init__(self, config: Config, progress: bool = False, stop: StopRequest | None = None):
        self.config, self.progress, self.stop = config, progress, stop or StopRequest()
        self.options = config.played.parse_options(**config.options)
        self.folder = Path(config.folder or f"runs/{run_name(config)}")
        self.model = self.folder / "model.zip"
        self.monitor = Monitor(config, self.folder)
        self.steps = 0
        self._selves = 1  # the first is the policy as it begins
        self._module = LEARNER if config.self_play else DEFAULT_MODULE_ID
        self._make_folder()
        self.algorithm = configuration(config).build_algo()
        self._begin()

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArgumentError(f"{self.folder} can't be made: {error.strerror}") from error

    def _begin(self) -> None:
        """Give the policy, and the past self that it meets first, the weights of the model that the run starts from."""
        weights = weights_of(self.algorithm, self._module)
        if (agent := self.config.starting_model) is not None:
            weights = {**weights, **state_of(agent)}
        names = [self._module, *([slot(0)] if self.config.self_play else [])]
        set_weights(self.algorithm, dict.fromkeys(names, weights))

    def learn(self) -> None:
        """Go on to the configured number of steps, and save the policy."""
        with progress_bar("training", self.config.steps, self.progress) as self._advance:
            while self.steps < self.config.steps and not self.stop.number:
                self._take(self.algorithm.train())
                if self.monitor.is_due(self.steps):
                    self._measure()
            save(self.model, self.card, self.networks)
            self._stop_if_told()
            if self.monitor.is_behind(self.steps):
                self._measure()

    def close(self) -> None:
        """End RLlib's processes, and remove the folder that it makes for every algorithm, if that is empty."""
        self.algorithm.stop()
        with suppress(OSError):
            Path(self.algorithm.logdir).rmdir()

    def _take(self, result: dict[str, Any]) -> None:
        """Note what an iteration of RLlib has brought."""
        before, self.steps = self.steps, int(result["env_runners"][STEPS])
        self._advance(self.steps - before)
        admitted = result.get(ADMITTED, [])
        if len(admitted) > self._selves:
            self._selves = len(admitted)
            save(self.folder / f"self-{self._selves - 1}.zip", self.card, self.networks)
            replace(self.folder / SUMMARY, json.dumps(admitted, indent=1).encode())

    def _measure(self) -> None:
        networks = self.networks
        best = self.config.play == "deterministic"
        agent = LearnedAgent("the learner", networks[0], best, features=self.config.feature_set, options=self.options)
        newest = self.monitor.look_at(agent, self.steps, lambda path: save(path, self.card, networks))
        self._advance(0, f"training ({newest})")

    def _stop_if_told(self) -> None:
        if self.stop.number:
            go_on = f"another run goes on from its model with --start {self.model}"
            raise Stopped(self.stop.number, f"stopped after {self.steps:,} steps; {go_on}")

    @property
    def networks(self) -> tuple[Network, Network]:
        """Frozen copies of the policy and the value function as they now are."""
        return networks_of(self.config.architecture, weights_of(self.algorithm, self._module))

    @property
    def card(self) -> ModelCard:
        """The card of the model."""
        return card_of_run(self.config, "Sequential", self.config.architecture.activation, self.config.play)
