"""Train a learner at tables against a pool of opponents, with snapshots and averaged weights.

`PoolTraining` knows no algorithm. It makes tables and a pool from the settings, and gives the tables to a
`dig_envs.training.run.learner.Learner`, which calls back before, during and after each rollout.
"""

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dig_envs.agents import learned
from dig_envs.agents.learned import VALUE_BASED, LearnedAgent, tensors
from dig_envs.agents.learned.agent import Layers
from dig_envs.agents.learned.networks import as_bytes, from_bytes
from dig_envs.core.arguments import number, whole_number
from dig_envs.core.errors import ArgumentError
from dig_envs.training.environment.opponent_pool import Pool
from dig_envs.training.run.config import RunConfig
from dig_envs.training.run.learner import MakeLearner, architecture_of, policy_of
from dig_envs.training.run.make_tables import pool_for, tables_for
from dig_envs.training.run.run import Memory, Model, Run
from dig_envs.training.run.weight_average import PolyakAverage

if TYPE_CHECKING:
    from dig_envs.training.run.evaluate import Result

REVIEW_EVERY = 16_384  # steps between two updates of the opponents
SNAPSHOT, POLYAK, TABLES = "snapshot-{}.safetensors", "polyak.safetensors", "tables.bin"


class PoolTraining:
    """A learner in training against a pool of opponents.

    Args:
        run: the run.
        make_learner: makes the learner from the settings, its tables, and the folder for logs.

    Attributes:
        learner: the learner.
        batch: its tables.
        pool: its opponents.
        average: the average of its weights.
        plays_values: whether its network gives action values instead of a distribution over actions.
        due: steps at which the pool is reviewed, the next snapshot is taken and the next checkpoint is written.
    """

    def __init__(self, run: Run, make_learner: MakeLearner):
        self.run = run
        self.config: RunConfig = run.config
        self.game, self.features = self.config.played, self.config.feature_set
        self.pool = self._make_pool()
        tables = tables_for(self.config, self.pool)
        self.batch = tables.batch
        self.learner = make_learner(self.config, tables, run.folder)
        self.plays_values = self.learner.kind in VALUE_BASED
        self.average = PolyakAverage(self.learner.network, self.config.polyak)
        self.due = {"review": REVIEW_EVERY, "snapshot": self.config.snapshot_every, "checkpoint": self.config.checkpoint_every}

    def learn(self) -> None:
        """Train to the configured number of steps, or for the configured number of minutes, and draw the learning curve."""
        left = self.config.steps - self.learner.steps
        try:
            if left > 0:
                with self.run.progress_bar("training", left):
                    self.learner.learn(self.config.steps, self)
                    self._finish()
        finally:
            self.run.monitor.draw()

    def _make_pool(self) -> Pool:
        return pool_for(self.config, self.config.snapshots)

    def _finish(self) -> None:
        """Measure the learner at the end of the run."""
        if self.run.monitor.is_due_at_end(self.learner.steps):
            self._measure()

    @property
    def completed_work(self) -> str:
        return f"{self.learner.steps:,} steps"

    # --- called by the learner

    def on_rollout_start(self) -> None:
        """Review the pool, measure the learner and write a checkpoint where these are due, and stop if requested."""
        if self._is_due("review", REVIEW_EVERY):
            self._review()
        if self.run.monitor.is_due(self.learner.steps):
            self._measure()
        self.run.save_if_due(self, self._is_due("checkpoint", self.config.checkpoint_every))

    def on_step(self) -> bool:
        """Give the pool the results of the games that ended, and return whether the training goes on."""
        batch = self.batch
        ended = batch.dones
        if self.pool.members and ended.any():
            self.pool.record(batch.last_opponents[ended], batch.learner_rewards[ended])
        self.run.advance(batch.num_tables)
        return not self.run.is_time_up

    def on_rollout_end(self) -> None:
        """Update the average of the weights."""
        self.average.update()

    def _is_due(self, what: str, every: int) -> bool:
        late = self.learner.steps - self.due[what]
        if late >= 0:
            self.due[what] += every * (late // every + 1)
        return late >= 0

    def _review(self) -> None:
        """Take a snapshot if one is due, draw the opponents of the next games, and log the results against each."""
        if self._is_due("snapshot", self.config.snapshot_every):
            self._add_snapshot()
        self._seat_opponents()
        for member in self.pool.members:
            self.learner.record(f"pool/{member.label}", member.win_share)

    def _add_snapshot(self) -> None:
        """Add a frozen copy of the learner to the pool."""
        self.pool.add_snapshot(policy_of(self.learner), self.plays_values, self.features, self.batch.options)

    def _seat_opponents(self) -> None:
        if self.pool.members:
            self.batch.set_opponents(self.pool.opponents())

    def _measure(self) -> None:
        """Measure the learner, with the averaged weights if there are any, and log its win shares."""
        with self.average.in_place():
            agent = self._as_saved("the learner", policy_of(self.learner))
            newest = self.run.measure(agent, self.learner.steps, self._write_model)
        for opponent, share in newest.shares.items():
            self.learner.record(f"win_share/{opponent}", share.value)
        if newest.exploitability is not None:
            self.learner.record(f"exploitability/{self.config.exact}", newest.exploitability)

    def _as_saved(self, name: str, layers: Layers) -> LearnedAgent:
        """Return an agent that plays a policy as the saved model plays it."""
        best = self.plays_values or self.config.play == "deterministic"
        return LearnedAgent(name, layers, best, features=self.features, options=self.batch.options)

    def result(self, evaluated: "Result") -> "Result":
        """Add the checkpoint and the best model to the result of the evaluation."""
        return dataclasses.replace(evaluated, checkpoint=self.run.checkpoint, best=self.run.monitor.best_model)

    # --- files

    def save_model(self) -> Path:
        """Write the model, with the averaged weights if there are any."""
        with self.average.in_place():
            return self._write_model(self.run.model)

    def _write_model(self, path: Path) -> Path:
        return learned.write(path, *self.model())

    def model(self) -> Model:
        play = "deterministic" if self.plays_values else self.config.play
        card = self.config.model_card(self.learner.kind, self.learner.activation, play)
        return card, self.learner.model_files(), architecture_of(self.learner)

    def memory(self) -> Memory:
        """Return counters, and the files of learner, best model, snapshots, average and tables."""
        counters = {
            "due": self.due,
            "win_shares": [member.win_share for member in self.pool.members],
            "snapshots_taken": self.pool.taken,
            "monitor": self.run.monitor.as_json(),
        }
        return counters, {
            **self.learner.memory_files(),
            **self.run.monitor.files(),
            **{SNAPSHOT.format(slot): as_bytes(layers) for slot, layers in enumerate(self.pool.snapshot_layers())},  # type: ignore[arg-type]
            POLYAK: tensors.pack(self.average.weights),
            TABLES: self.batch.snapshot(),
        }

    def restore(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        self.due = {what: whole_number(what, counters["due"][what], minimum=0) for what in self.due}
        self._restore_pool(counters, files)
        self.average.restore(tensors.unpack(files[POLYAK]))
        self.batch.restore(files[TABLES])
        self.learner.restore(files)
        self.run.monitor.restore(counters["monitor"], files)

    def _restore_pool(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        taken = whole_number("snapshots_taken", counters["snapshots_taken"], minimum=0)
        for slot in range(min(taken, self.config.snapshots)):
            layers = policy_of(self.learner)
            layers.load_state_dict(from_bytes(files[SNAPSHOT.format(slot)]).state_dict())
            self.pool.add_snapshot(layers, self.plays_values, self.features, self.batch.options)
        self.pool.taken = taken
        if len(self.pool.members) != len(counters["win_shares"]):
            raise ValueError("it was written with other opponents; resume with the same opponents and noise levels")
        for member, win_share in zip(self.pool.members, counters["win_shares"], strict=True):
            member.win_share = number("win_share", win_share, minimum=0.0, maximum=1.0)
        self._seat_opponents()


def train(
    config: RunConfig,
    make_learner: MakeLearner,
    progress: bool = True,
    resume: str | os.PathLike | None = None,
    kind: type[PoolTraining] = PoolTraining,
) -> "Result":
    """Train to `config.steps`, save the model, and evaluate it.

    Args:
        config: the settings; with `resume` the settings of the checkpoint, except for those that a resumed run can change.
        make_learner: makes the learner from the settings, its tables, and the folder for logs.
        progress: show a progress bar on stderr.
        resume: a checkpoint; the run continues from it as if it had not been interrupted.
        kind: the class of the training.

    Returns:
        The model's file and the result of its evaluation.

    Raises:
        DigEnvsError: a setting is wrong, the checkpoint is missing, damaged or of other settings, or the folder has a run.
        Stopped: SIGINT (Ctrl-C) or SIGTERM came, and a checkpoint was written.
    """
    if not isinstance(config, RunConfig):
        raise ArgumentError(f"the settings are a Config, such as dig_envs.training.ppo.Config(), not {config!r}")
    run = Run(config, progress, resume)
    with run.active():
        training = kind(run, make_learner)
        run.train(training)
    return training.result(run.evaluate(training.learner.steps))
