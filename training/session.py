"""A training run: a learner at tables against a pool of opponents, with snapshots, averaged weights, and checkpoints.

The session knows no algorithm. It sets everything up from the settings, hands the tables to a `training.learner.Learner`, and
keeps the books while that plays.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import agents
from agents import learned
from agents.learned.model_card import card_of
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.errors import ModelError
from training import checkpoint
from training.config import RunConfig, run_name
from training.console import progress_bar
from training.evaluate import Result, evaluate
from training.isolation import generator_states, isolated, restore_generators, torch_bytes, torch_value
from training.learner import MakeLearner, Tables, plays_values, policy_of
from training.polyak import PolyakAverage
from training.pool import pool_of_noise_levels
from training.settings import as_json
from training.shaping import Shaping

REVIEW_EVERY = 16_384  # steps between two looks at the pool
GENERATORS, SNAPSHOTS, TABLES, POLYAK = "generators.pt", "snapshots.pt", "tables.bin", "polyak.pt"


def train(
    config: RunConfig, make_learner: MakeLearner, progress: bool = True, resume: str | os.PathLike | None = None
) -> Result:
    """Train to `config.steps`, save the model, and evaluate it.

    Args:
        config: the settings; with `resume` those of the checkpoint but for what the caller changed.
        make_learner: makes the learner from the settings, its tables, and the folder for logs.
        progress: show a progress bar on stderr.
        resume: a checkpoint to go on from, as if the run had not been left.

    Returns:
        The model's file and what it wins.

    Raises:
        DigEnvsError: a setting is wrong, or the checkpoint is missing, damaged or of other settings.
    """
    config = config.validated()
    if resume is not None:
        checkpoint.check_settings(resume, config)
    with isolated(config.seed, config.threads):
        session = Session(config, make_learner, progress)
        if resume is not None:
            session.restore(resume)
        session.learn()
        session.save_checkpoint()
        path = session.save_model()
    return evaluate(path, session.learner.steps, config, progress)


class Session:
    """A run under way. It is its learner's `Watcher`.

    Attributes:
        pool: the opponents, with the learner's results against each.
        env: the tables.
        learner: what is trained.
        average: the running average of its weights.
    """

    def __init__(self, config: RunConfig, make_learner: MakeLearner, progress: bool = False):
        self.config = config
        self.progress = progress
        self.game = config.played
        self.features = config.feature_set
        self.folder = Path(config.folder or f"runs/{run_name(config)}")
        opponents = config.opponents or agents.names(self.game)
        self.pool = pool_of_noise_levels(self.game, opponents, config.noise_levels, config.snapshots)
        self.env = DigVecEnv(
            self.game,
            config.num_envs,
            seed=config.seed,
            opponents=self.pool.opponents(),
            illegal="raise",
            skip_forced=config.skip_forced,
            features=self.features,
            **config.options,
        )
        self.learner = make_learner(config, self._paid(), self.folder)
        self.average = PolyakAverage(self.learner.network, config.polyak)
        self.due = {"review": REVIEW_EVERY, "snapshot": config.snapshot_every, "checkpoint": config.checkpoint_every}

    def _paid(self) -> Tables:
        """Return the tables, with rewards as the settings want them paid."""
        config = self.config
        if not config.shaped and config.reward_scale == 1.0:
            return self.env
        return Shaping(self.env, config.reward_scale, config.shaped)

    def learn(self) -> None:
        """Go on to the configured number of steps."""
        left = self.config.steps - self.learner.steps
        if left <= 0:
            return
        with progress_bar("training", left, self.progress) as self._advance:
            self.learner.learn(self.config.steps, self)

    # --- what the learner tells

    def on_rollout_start(self) -> None:
        """Look at the pool and write a checkpoint, where they are due."""
        if self._is_due("review", REVIEW_EVERY):
            self._review()
        if self._is_due("checkpoint", self.config.checkpoint_every):
            self.save_checkpoint()

    def on_step(self) -> None:
        """Give the pool the results of the games that ended."""
        batch = self.env.batch
        ended = batch.dones
        if ended.any():
            self.pool.record(batch.last_opponents[ended], batch.learner_rewards[ended])
        self._advance(self.env.num_envs)

    def on_rollout_end(self) -> None:
        """Take the weights into the average."""
        self.average.update()

    def _is_due(self, what: str, every: int) -> bool:
        due = self.learner.steps >= self.due[what]
        while self.learner.steps >= self.due[what]:
            self.due[what] += every
        return due

    def _review(self) -> None:
        """Log the results against the pool, and draw from it by how hard each entry now is."""
        if self._is_due("snapshot", self.config.snapshot_every):
            self.pool.add_snapshot(policy_of(self.learner), plays_values(self.learner), self.features, self.env.batch.options)
        self.env.set_opponents(self.pool.opponents())
        for entry in self.pool.entries:
            self.learner.record(f"pool/{entry.label}", entry.win_share)

    # --- files

    def save_model(self) -> Path:
        """Write the model, with the averaged weights if there are any, and return its file."""
        with self.average.in_place():
            return learned.write(self.folder / "model.zip", self._card(), self.learner.model_files())

    def save_checkpoint(self) -> Path:
        """Write a model file with all that its run needs to go on, and return its path."""
        files = {**self.learner.model_files(), **self.learner.memory_files(), **self._files()}
        return learned.write(self.folder / "checkpoint.zip", self._card(), files)

    def _card(self) -> learned.ModelCard:
        play = "deterministic" if plays_values(self.learner) else self.config.play
        kind, activation = self.learner.kind, self.learner.activation
        options = self.env.batch.options
        return card_of(self.game, options, self.features, algorithm=kind, activation=activation, play=play)

    def _files(self) -> dict[str, bytes]:
        """Return what a checkpoint keeps beside the learner: settings, counters, pool, average, games, generators."""
        run = {
            "config": as_json(self.config),
            "algorithm": self.config.algorithm,
            "due": self.due,
            "win_shares": [entry.win_share for entry in self.pool.entries],
            "snapshots_taken": self.pool.taken,
        }
        return {
            checkpoint.RUN: json.dumps(run, indent=1).encode(),
            GENERATORS: generator_states(),
            SNAPSHOTS: torch_bytes([layers.state_dict() for layers in self.pool.snapshot_layers()]),
            POLYAK: torch_bytes(self.average.weights),
            TABLES: self.env.batch.snapshot(),
        }

    def restore(self, path: str | os.PathLike) -> None:
        """Take a session that was just set up to where a checkpoint was written.

        Raises:
            ModelError: the file is missing, damaged, no checkpoint, or of other settings.
        """
        files = checkpoint.read(path)
        try:
            run = json.loads(files[checkpoint.RUN])
            self.due = run["due"]
            self._restore_pool(run, files)
            self.average.weights = torch_value(files[POLYAK])
            self.env.batch.restore(files[TABLES])
            self.learner.restore(files)
            restore_generators(files[GENERATORS])
        except (KeyError, ValueError, RuntimeError, OSError) as error:
            raise ModelError(f"can't resume from {path}, which is no checkpoint of these settings: {error}") from error

    def _restore_pool(self, run: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        for weights in torch_value(files[SNAPSHOTS]):
            layers = policy_of(self.learner)
            layers.load_state_dict(weights)
            self.pool.add_snapshot(layers, plays_values(self.learner), self.features, self.env.batch.options)
        self.pool.taken = run["snapshots_taken"]
        for entry, win_share in zip(self.pool.entries, run["win_shares"], strict=True):
            entry.win_share = win_share
        self.env.set_opponents(self.pool.opponents())
