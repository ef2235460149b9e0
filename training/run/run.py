"""A training run: its folder, lock, stop request, progress bar, measurements, checkpoint and model."""

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from dig_envs.agents import learned
from dig_envs.agents.learned import Architecture, ModelCard
from dig_envs.core.agent import Agent
from dig_envs.training.process.interrupts import Stopped, StopRequest, stop_requests
from dig_envs.training.process.torch_state import generator_states, isolated, restore_generators
from dig_envs.training.run import checkpoint
from dig_envs.training.run.config import TrainingConfig
from dig_envs.training.run.folder import CHECKPOINT, MODEL, check_free, folder_of, locked
from dig_envs.training.show.console import progress_bar

if TYPE_CHECKING:
    from dig_envs.training.run.evaluate import Result
    from dig_envs.training.run.measurement import Measurement
    from dig_envs.training.run.monitor import Monitor

CHECKPOINT_SECONDS = 60.0  # between two checkpoints
CHECKPOINT_SHARE = 0.05  # of the time, at most, for checkpoints that are due by the clock
GENERATORS = "generators.safetensors"


Model = tuple[ModelCard, dict[str, bytes], Architecture | None]  # the card, the files by name, the description of the policy
Memory = tuple[Mapping[str, Any], Mapping[str, bytes]]  # counters as JSON, and files by name


class Training(Protocol):
    """A network in training, which a run saves and restores."""

    @property
    def completed_work(self) -> str:
        """The completed work, such as "512 steps"."""

    def learn(self) -> None:
        """Train to the end of the run."""

    def model(self) -> Model:
        """Return the model with its present weights."""

    def save_model(self) -> Path:
        """Write the model of the run, and return its file."""

    def memory(self) -> Memory:
        """Return what a checkpoint stores besides the model."""

    def restore(self, counters: Mapping[str, Any], files: Mapping[str, bytes]) -> None:
        """Continue from the memory and the model files of a checkpoint, or raise one of `checkpoint.DAMAGE_ERRORS`."""


class Run:
    """The parts of a training run that are the same for all algorithms.

    Args:
        config: the settings, which are validated.
        progress: show a progress bar on stderr.
        resume: the checkpoint that the run continues from; None begins a run.

    Attributes:
        folder: the folder of the run.
        checkpoint, model: the files of the checkpoint and of the model at the end.
        stop: the request to stop, which a signal sets while the run is active.
        advance: advances the progress bar.
        ends_at: the time of `time.monotonic` at which the setting `minutes` ends the training; infinite without a limit.

    Raises:
        DigEnvsError: a setting is wrong, the checkpoint is missing, damaged or of other settings, or the folder has a run
            and `resume` is None.
    """

    def __init__(self, config: TrainingConfig, progress: bool = False, resume: str | os.PathLike | None = None):
        self.config: Any = config.validated()
        self.progress, self.resume = progress, resume
        self.folder = folder_of(self.config)
        self.checkpoint, self.model = self.folder / CHECKPOINT, self.folder / MODEL
        self.stop = StopRequest()
        self.save_at = time.monotonic() + CHECKPOINT_SECONDS
        self.advance: Callable[..., None] = lambda *amount: None
        self.ends_at = math.inf
        if resume is None:
            check_free(self.folder)
        else:
            checkpoint.check_settings(resume, self.config)
            checkpoint.check_folder(self.folder, self.config.played.id)

    @contextmanager
    def active(self) -> Iterator[None]:
        """Lock the folder, seed the generators and turn signals into stop requests for the duration of a `with` block.

        Raises:
            ArgumentError: another process trains in the folder, or the folder cannot be written.
        """
        config = self.config
        if minutes := getattr(config, "minutes", 0.0):
            self.ends_at = time.monotonic() + 60 * minutes
        with locked(self.folder), isolated(config.seed, config.threads, config.precision), stop_requests() as self.stop:
            yield

    @property
    def is_time_up(self) -> bool:
        """Whether the training has taken as long as the setting `minutes` allows."""
        return time.monotonic() >= self.ends_at

    @contextmanager
    def progress_bar(self, what: str, total: int) -> Iterator[None]:
        """Show the progress bar for the duration of a `with` block; `advance` advances it."""
        with progress_bar(what, total, self.progress) as self.advance:
            yield

    def train(self, training: Training) -> None:
        """Restore a training from the checkpoint `resume` if given, train it to the end, and save checkpoint and model.

        Raises:
            ModelError: the checkpoint is missing, damaged, or of other settings.
            Stopped: a signal came, and a checkpoint was written.
        """
        self.restore(training)
        training.learn()
        self.save_checkpoint(training)
        training.save_model()
        self.stop_if_requested(training.completed_work)

    def stop_if_requested(self, completed_work: str, remedy: str = "") -> None:
        """End the run if a signal has asked for it.

        Args:
            completed_work: such as "512 steps".
            remedy: how to continue; the command that resumes from the checkpoint if not given.

        Raises:
            Stopped: the message says how to continue.
        """
        if self.stop.number:
            remedy = remedy or f"continue with: {checkpoint.resume_command(self.config, self.checkpoint)}"
            raise Stopped(self.stop.number, f"stopped after {completed_work}; {remedy}")

    def evaluate(self, steps: int) -> "Result":
        """Evaluate the saved model; `steps` is the number of decisions of the learner."""
        from dig_envs.training.run.evaluate import evaluate

        return evaluate(self.model, steps, self.config, self.progress)

    # --- measurements

    @cached_property
    def monitor(self) -> "Monitor":
        """Measures the learner of a run that learns from games."""
        from dig_envs.training.run.monitor import Monitor

        return Monitor(self.config, self.folder)

    def measure(self, agent: Agent, steps: int, save: Callable[[Path], Any]) -> "Measurement":
        """Measure the learner as `Monitor.measure` does, and show the result in the progress bar."""
        newest = self.monitor.measure(agent, steps, save)
        self.advance(0, f"training ({newest})")
        return newest

    # --- files

    def save_if_due(self, training: Training, is_due: bool = False) -> None:
        """Write a checkpoint if one is due by steps or by the clock, or if a stop was requested; then stop if requested.

        Raises:
            Stopped: the message is the command that resumes the run.
        """
        if is_due or self.stop.number or time.monotonic() >= self.save_at:
            self.save_checkpoint(training)
        self.stop_if_requested(training.completed_work)

    def save_checkpoint(self, training: Training) -> Path:
        """Write a model file with everything that the run needs to continue, and return its path."""
        start = time.monotonic()
        (card, model_files, architecture), (counters, files) = training.model(), training.memory()
        content = checkpoint.run_content(self.config, counters)
        own_files = {checkpoint.RUN: content, GENERATORS: generator_states()}
        learned.write(self.checkpoint, card, {**model_files, **files, **own_files}, architecture)
        end = time.monotonic()
        self.save_at = end + max(CHECKPOINT_SECONDS, (end - start) / CHECKPOINT_SHARE)
        return self.checkpoint

    def restore(self, training: Training) -> None:
        """Continue from the checkpoint `resume` if given.

        Raises:
            ModelError: the checkpoint is missing, damaged, or of other settings.
        """
        if self.resume is not None:
            with checkpoint.opened(self.resume) as (files, counters):
                training.restore(counters, files)
                restore_generators(files[GENERATORS])
