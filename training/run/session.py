"""A training run: a learner at tables against a pool of opponents, with snapshots, averaged weights, and checkpoints.

The session knows no algorithm. It sets everything up from the settings, hands the tables to a `dig_envs.training.run.learner.Learner`, and
keeps the books while that plays.
"""

import dataclasses
import math
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dig_envs.agents import learned
from dig_envs.agents.learned import LearnedAgent, tensors
from dig_envs.agents.learned.agent import Layers
from dig_envs.agents.learned.networks import as_plain, from_plain
from dig_envs.core.arguments import whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.environment.opponent_pool import Pool
from dig_envs.training.process.interrupts import Stopped, StopRequest, stop_requests
from dig_envs.training.process.number_checks import number
from dig_envs.training.process.torch_state import generator_states, isolated, restore_generators
from dig_envs.training.run import checkpoint
from dig_envs.training.run.config import RunConfig, run_name
from dig_envs.training.run.evaluate import Result, evaluate
from dig_envs.training.run.learner import MakeLearner, architecture_of, plays_values, policy_of
from dig_envs.training.run.make_tables import pool_for, tables_for
from dig_envs.training.run.model_card import card_of_run
from dig_envs.training.run.monitor import Monitor
from dig_envs.training.run.weight_average import PolyakAverage
from dig_envs.training.show.console import progress_bar

REVIEW_EVERY = 16_384  # steps between two looks at the pool
CHECKPOINT_SHARE = 0.05  # of a run, between two checkpoints at most
GENERATORS, SNAPSHOTS, POLYAK = "generators.tensors", "snapshots.tensors", "polyak.tensors"
TABLES = "tables.bin"


def train(
    config: RunConfig,
    make_learner: MakeLearner,
    progress: bool = True,
    resume: str | os.PathLike | None = None,
    kind: "type[Session] | None" = None,
) -> Result:
    """Train to `config.steps`, save the model, and evaluate it.

    Args:
        config: the settings; with `resume` those of the checkpoint but for what the caller changed.
        make_learner: makes the learner from the settings, its tables, and the folder for logs.
        progress: show a progress bar on stderr.
        resume: a checkpoint to go on from, as if the run had not been left.
        kind: of session; a plain one if None.

    Returns:
        The model's file and what it wins.

    Raises:
        DigEnvsError: a setting is wrong, or the checkpoint is missing, damaged or of other settings.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and a checkpoint was written.
    """
    if not isinstance(config, RunConfig):
        raise ArgumentError(f"the settings are a Config, such as dig_envs.training.ppo.Config(), not {config!r}")
    config = config.validated()
    if resume is not None:
        checkpoint.check_settings(resume, config)
    with isolated(config.seed, config.threads, config.precision), stop_requests() as stop:
        session = (kind or Session)(config, make_learner, progress, stop)
        if resume is not None:
            session.restore(resume)
        session.learn()
        session.save_checkpoint()
        path = session.save_model()
        session.monitor.draw()
        session.stop_if_told()
    return session.result(evaluate(path, session.learner.steps, config, progress))


class Session:
    """A run under way. It is its learner's `Watcher`.

    Attributes:
        pool: the opponents, with the learner's results against each.
        batch: the tables.
        learner: what is trained.
        average: the running average of its weights.
        monitor: measures what it wins now and then, and keeps the best model.
    """

    def __init__(self, config: RunConfig, make_learner: MakeLearner, progress: bool = False, stop: StopRequest | None = None):
        self.config = config
        self.stop = stop or StopRequest()
        self.progress = progress
        self.game = config.played
        self.features = config.feature_set
        self.folder = Path(config.folder or f"runs/{run_name(config)}")
        self.pool = self._make_pool()
        tables = tables_for(config, self.pool)
        self.batch = tables.batch
        self.learner = make_learner(config, tables, self.folder)
        self.average = PolyakAverage(self.learner.network, config.polyak)
        self.monitor = Monitor(config, self.folder)
        self.saved_at = time.monotonic()
        self.due = {"review": REVIEW_EVERY, "snapshot": config.snapshot_every, "checkpoint": self._checkpoint_every}

    def learn(self) -> None:
        """Go on to the configured number of steps."""
        left = self.config.steps - self.learner.steps
        if left <= 0:
            return
        with progress_bar("training", left, self.progress) as self._advance:
            self.learner.learn(self.config.steps, self)
            self._close()

    def _make_pool(self) -> Pool:
        return pool_for(self.config, self.config.snapshots)

    def _close(self) -> None:
        """Measure the learner as it is at the end."""
        if self.monitor.is_behind(self.learner.steps):
            self._measure()

    # --- what the learner tells

    def on_rollout_start(self) -> None:
        """Look at the pool, measure the learner and write a checkpoint, where they are due, and stop if told to."""
        if self._is_due("review", REVIEW_EVERY):
            self._review()
        if self.monitor.is_due(self.learner.steps):
            self._measure()
        is_late = time.monotonic() - self.saved_at >= checkpoint.SECONDS
        if self._is_due("checkpoint", self._checkpoint_every) or is_late or self.stop.number:
            self.save_checkpoint()
        self.stop_if_told()

    def on_step(self) -> None:
        """Give the pool the results of the games that ended."""
        batch = self.batch
        ended = batch.dones
        if self.pool.entries and ended.any():
            self.pool.record(batch.last_opponents[ended], batch.learner_rewards[ended])
        self._advance(batch.num_tables)

    def on_rollout_end(self) -> None:
        """Take the weights into the average."""
        self.average.update()

    @property
    def _checkpoint_every(self) -> int:
        """How many steps lie between two checkpoints, if no minute passes."""
        return min(self.config.checkpoint_every, math.ceil(self.config.steps * CHECKPOINT_SHARE))

    def _is_due(self, what: str, every: int) -> bool:
        late = self.learner.steps - self.due[what]
        if late >= 0:
            self.due[what] += every * (late // every + 1)
        return late >= 0

    def _review(self) -> None:
        """Log the results against the pool, and draw from it by how hard each entry now is."""
        if self._is_due("snapshot", self.config.snapshot_every):
            self._add_snapshot()
        self._seat_opponents()
        for entry in self.pool.entries:
            self.learner.record(f"pool/{entry.label}", entry.win_share)

    def _add_snapshot(self) -> None:
        """Take a frozen copy of the learner into the pool."""
        self.pool.add_snapshot(policy_of(self.learner), plays_values(self.learner), self.features, self.batch.options)

    def _seat_opponents(self) -> None:
        if self.pool.entries:
            self.batch.set_opponents(self.pool.opponents())

    def _measure(self) -> None:
        """Measure the learner, with the averaged weights if there are any, and say what it wins."""
        with self.average.in_place():
            agent = self._as_saved("the learner", policy_of(self.learner))
            newest = self.monitor.look_at(agent, self.learner.steps, self._write_model)
        for opponent, share in newest.shares.items():
            self.learner.record(f"win_share/{opponent}", share.value)
        self._advance(0, f"training ({newest})")

    def _as_saved(self, name: str, layers: Layers) -> LearnedAgent:
        """Return an agent that plays a policy as the saved agent will."""
        best = plays_values(self.learner) or self.config.play == "deterministic"
        return LearnedAgent(name, layers, best, features=self.features, options=self.batch.options)

    def stop_if_told(self) -> None:
        """End the run if a signal has told to. Its checkpoint is written.

        Raises:
            Stopped: the message is the command that goes on.
        """
        if self.stop.number:
            command = checkpoint.resume_command(self.config.algorithm, self.saved)
            raise Stopped(self.stop.number, f"stopped after {self.learner.steps:,} steps; go on with: {command}")

    def result(self, evaluated: Result) -> Result:
        """Return the outcome of the run, whose model has been evaluated."""
        return dataclasses.replace(evaluated, checkpoint=self.saved, best=self.monitor.best_model)

    # --- files

    @property
    def saved(self) -> Path:
        """The file of the checkpoint."""
        return self.folder / "checkpoint.zip"

    def save_model(self) -> Path:
        """Write the model, with the averaged weights if there are any, and return its file."""
        with self.average.in_place():
            return self._write_model(self.folder / "model.zip")

    def _write_model(self, path: Path) -> Path:
        """Write the network as it now is."""
        return learned.write(path, self._card(), self.learner.model_files(), architecture_of(self.learner))

    def save_checkpoint(self) -> Path:
        """Write a model file with all that its run needs to go on, and return its path."""
        files = {**self.learner.model_files(), **self.learner.memory_files(), **self._files()}
        path = learned.write(self.saved, self._card(), files, architecture_of(self.learner))
        self.saved_at = time.monotonic()
        return path

    def _card(self) -> learned.ModelCard:
        play = "deterministic" if plays_values(self.learner) else self.config.play
        return card_of_run(self.config, self.learner.kind, self.learner.activation, play)

    def _files(self) -> dict[str, bytes]:
        """Return what a checkpoint keeps beside the learner: settings, counters, pool, average, games, generators."""
        counted = {
            "due": self.due,
            "win_shares": [entry.win_share for entry in self.pool.entries],
            "snapshots_taken": self.pool.taken,
            "monitor": self.monitor.as_json(),
        }
        return {
            **self.monitor.files(),
            checkpoint.RUN: checkpoint.run_content(self.config, counted),
            GENERATORS: generator_states(),
            SNAPSHOTS: tensors.pack([as_plain(layers) for layers in self.pool.snapshot_layers()]),  # type: ignore[arg-type]
            POLYAK: tensors.pack(self.average.weights),
            TABLES: self.batch.snapshot(),
        }

    def restore(self, path: str | os.PathLike) -> None:
        """Take a session that was just set up to where a checkpoint was written.

        Raises:
            ModelError: the file is missing, damaged, no checkpoint, or of other settings.
        """
        with checkpoint.opened(path) as (files, run):
            self._restore(run, files)

    def _restore(self, run: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        self.due = {what: whole_number(what, run["due"][what], least=0) for what in self.due}
        self._restore_pool(run, files)
        self.average.restore(tensors.unpack(files[POLYAK]))
        self.batch.restore(files[TABLES])
        self.learner.restore(files)
        restore_generators(files[GENERATORS])
        self.monitor.restore(run["monitor"], files)

    def _restore_pool(self, run: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        taken, snapshots = whole_number("snapshots_taken", run["snapshots_taken"], least=0), tensors.unpack(files[SNAPSHOTS])
        if len(snapshots) != min(taken, self.config.snapshots):
            raise ValueError(f"of {taken} snapshots it holds {len(snapshots)}")
        for found in snapshots:
            layers = policy_of(self.learner)
            layers.load_state_dict(from_plain(found, self.learner.activation).state_dict())
            self.pool.add_snapshot(layers, plays_values(self.learner), self.features, self.batch.options)
        self.pool.taken = taken
        for entry, win_share in zip(self.pool.entries, run["win_shares"], strict=True):
            entry.win_share = number("win_share", win_share, least=0.0, most=1.0)
        self._seat_opponents()
