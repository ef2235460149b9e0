"""Algorithms of Stable-Baselines3 as learners of a session."""

import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, configure
from stable_baselines3.common.vec_env import VecEnv, VecMonitor
from torch import nn

from agents.learned.model_file import stable_baselines_files
from dig_envs.core.errors import ArgumentError
from training.isolation import torch_value
from training.learner import Tables, Watcher

COUNTERS = ("num_timesteps", "_n_updates", "_n_calls", "_episode_num", "_current_progress_remaining", "exploration_rate")
COUNTED, REPLAY = "counters.json", "replay.npz"
REMEMBERED = ("observations", "next_observations", "actions", "rewards", "dones", "timeouts")


class StableBaselinesLearner:
    """A model of Stable-Baselines3 that a session trains; see `training.learner.Learner`.

    Args:
        build: makes the model of settings and an environment.
        config: the settings.
        tables: where it plays.
        folder: where TensorBoard's logs go.
        callbacks: what else follows the training.
    """

    def __init__(
        self,
        build: Callable[[Any, VecEnv], BaseAlgorithm],
        config: Any,
        tables: Tables,
        folder: Path,
        callbacks: Sequence[BaseCallback] = (),
    ):
        self.tables, self.callbacks = tables, callbacks
        model: Any = build(config, VecMonitor(tables))
        self.model = model
        model.set_logger(_logger(folder))
        self.kind = type(model).__name__
        self.activation: str = model.policy.activation_fn.__name__

    @property
    def network(self) -> nn.Module:
        return self.model.policy

    @property
    def steps(self) -> int:
        return self.model.num_timesteps

    def learn(self, until: int, watcher: Watcher) -> None:
        """Go on until so many decisions have been made in all."""
        callbacks = [*self.callbacks, _Relay(watcher)]
        self.model.learn(until - self.steps, callback=callbacks, reset_num_timesteps=False)

    def record(self, name: str, value: float) -> None:
        """Log a number with the next that the model logs."""
        self.model.logger.record(name, value)

    # --- files

    def model_files(self) -> dict[str, bytes]:
        """Return what the model saves; "policy.pth" is part of it."""
        return stable_baselines_files(self.model)

    def memory_files(self) -> dict[str, bytes]:
        """Return its counters and, of an off-policy model, the replay buffer."""
        counters = {name: getattr(self.model, name) for name in COUNTERS if hasattr(self.model, name)}
        return {COUNTED: json.dumps(counters).encode(), REPLAY: _memory(getattr(self.model, "replay_buffer", None))}

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on from the files of a checkpoint, at tables that are already as they were then."""
        model, batch = self.model, self.tables.batch
        model.set_parameters({name: torch_value(files[f"{name}.pth"]) for name in model.get_parameters()}, exact_match=True)
        vars(model).update(json.loads(files[COUNTED]))
        with_masks = getattr(model.env, "with_masks", lambda observations: observations)
        model._last_obs = with_masks(batch.observations.copy())
        model._last_episode_starts = np.zeros(batch.num_tables, bool)
        _restore_memory(getattr(model, "replay_buffer", None), files[REPLAY])


class _Relay(BaseCallback):
    """Tells a session's watcher what a model calls its callbacks for."""

    def __init__(self, watcher: Watcher):
        super().__init__()
        self.watcher = watcher

    def _on_rollout_start(self) -> None:
        self.watcher.on_rollout_start()

    def _on_step(self) -> bool:
        self.watcher.on_step()
        return True

    def _on_rollout_end(self) -> None:
        self.watcher.on_rollout_end()


def _logger(folder: Path) -> Logger:
    try:
        return configure(str(folder), ["tensorboard"])
    except OSError as error:
        raise ArgumentError(f"the folder {folder} can't be written: {error.strerror}") from error


def _memory(buffer: Any) -> bytes:
    """Return the filled part of a replay buffer as a compressed NumPy file; no bytes if there is none."""
    if buffer is None:
        return b""
    file = io.BytesIO()
    arrays = {name: getattr(buffer, name)[: buffer.size()] for name in REMEMBERED}
    np.savez_compressed(file, position=np.array([buffer.pos, buffer.full]), **arrays)
    return file.getvalue()


def _restore_memory(buffer: Any, stored: bytes) -> None:
    if buffer is None:
        return
    with np.load(io.BytesIO(stored), allow_pickle=False) as arrays:
        buffer.pos, buffer.full = int(arrays["position"][0]), bool(arrays["position"][1])
        for name in REMEMBERED:
            getattr(buffer, name)[: buffer.size()] = arrays[name]
