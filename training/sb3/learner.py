"""Models of Stable-Baselines3 as learners of a run."""

import io
import json
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, make_output_format
from stable_baselines3.common.vec_env import VecEnv, VecMonitor
from torch import nn

from dig_envs.agents.learned import tensors
from dig_envs.agents.learned.model_file import WEIGHTS, stable_baselines_files
from dig_envs.agents.learned.networks import VALUE_FUNCTIONS
from dig_envs.core.arguments import number, whole_number
from dig_envs.training.run.learner import LearnerEnv, Watcher
from dig_envs.training.sb3 import replay_buffer

COUNTERS = ("num_timesteps", "_n_updates", "_n_calls", "_episode_num", "_current_progress_remaining", "exploration_rate")
COUNTED, PARAMETERS, MODULES, REPLAY = "counters.json", "parameters.safetensors", "modules.safetensors", "replay.safetensors"


class StableBaselinesLearner:
    """A model of Stable-Baselines3 as a `dig_envs.training.run.learner.Learner`.

    Args:
        build: makes the model from the settings and an environment.
        config: the settings.
        tables: the tables of the training.
        folder: the folder for TensorBoard's logs.

    Attributes:
        modules: further networks of the training by name, which belong into a checkpoint.
    """

    def __init__(
        self,
        build: Callable[[Any, VecEnv], BaseAlgorithm],
        config: Any,
        tables: LearnerEnv,
        folder: Path,
    ):
        self.tables = tables
        self.callbacks: list[BaseCallback] = []
        self.modules: dict[str, nn.Module] = {}
        model: Any = build(config, VecMonitor(tables))
        self.model = model
        self._folder = str(folder)
        model.set_logger(Logger(self._folder, output_formats=[]))
        self.kind = type(model).__name__
        self.activation: str = model.policy.activation_fn.__name__
        self.architecture = model.policy.architecture

    @property
    def network(self) -> nn.Module:
        return self.model.policy

    @property
    def steps(self) -> int:
        return self.model.num_timesteps

    def learn(self, until: int, watcher: Watcher) -> None:
        """Train until `steps` is at least `until`, or until the watcher ends the training."""
        callbacks = [*self.callbacks, _Relay(watcher)]
        self.model.logger.output_formats = [make_output_format("tensorboard", self._folder)]  # a closed one takes no numbers
        try:
            self.model.learn(until - self.steps, callback=callbacks, reset_num_timesteps=False)
        finally:
            self.model.logger.close()  # ends TensorBoard's thread

    def record(self, name: str, value: float) -> None:
        """Log a number; TensorBoard gets it with the next numbers of the model."""
        self.model.logger.record(name, value)

    # --- files

    def model_files(self) -> dict[str, bytes]:
        """Return the files of the model by name, with "policy.pth" among them.

        A value function that sees more than the policy is left out.
        """
        policy = self.model.policy
        if not getattr(policy, "sees_more", False):
            return stable_baselines_files(self.model)
        weights = {
            name: weight for name, weight in policy.state_dict().items() if not name.startswith(VALUE_FUNCTIONS[self.kind])
        }
        file = io.BytesIO()
        th.save(weights, file)
        return {WEIGHTS: file.getvalue()}

    def memory_files(self) -> dict[str, bytes]:
        """Return counters, parameters with optimiser states, and the replay buffer if the model has one."""
        counters = {name: getattr(self.model, name) for name in COUNTERS if hasattr(self.model, name)}
        return {
            COUNTED: json.dumps(counters).encode(),
            PARAMETERS: tensors.pack(_parameters(self.model)),
            MODULES: tensors.pack({name: dict(module.state_dict()) for name, module in self.modules.items()}),
            REPLAY: tensors.pack(replay_buffer.contents(getattr(self.model, "replay_buffer", None))),
        }

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Continue from the files of a checkpoint, at tables that are already restored."""
        model = self.model
        _restore_parameters(model, tensors.unpack(files[PARAMETERS]))
        for name, module in self.modules.items():
            module.load_state_dict(tensors.unpack(files[MODULES])[name])
        _restore_counters(model, json.loads(files[COUNTED]))
        with_masks = getattr(model.env, "with_masks", lambda observations: observations)
        model._last_obs = with_masks(self.tables.current_observations())
        model._last_episode_starts = np.zeros(self.tables.num_envs, bool)
        replay_buffer.restore(getattr(model, "replay_buffer", None), tensors.unpack(files[REPLAY]))


class _Relay(BaseCallback):
    """Calls a watcher when Stable-Baselines3 calls its callbacks."""

    def __init__(self, watcher: Watcher):
        super().__init__()
        self.watcher = watcher

    def _on_rollout_start(self) -> None:
        self.watcher.on_rollout_start()

    def _on_step(self) -> bool:
        return self.watcher.on_step()

    def _on_rollout_end(self) -> None:
        self.watcher.on_rollout_end()


def _parameters(model: Any) -> dict[str, Any]:
    """Return the states of all networks and optimisers, without the optimisers' settings."""
    return {name: state.get("state", state) for name, state in model.get_parameters().items()}


def _restore_parameters(model: Any, stored: dict[str, Any]) -> None:
    """Set the parameters of a model from the result of `_parameters`.

    Raises:
        ValueError: the parameters belong to other networks.
    """
    present = model.get_parameters()
    if stored.keys() != present.keys():
        raise ValueError(f"it has the parameters {', '.join(map(str, stored))}")
    for name, state in present.items():
        if "param_groups" in state:
            optimiser = attrgetter(name)(model)
            weights = [weight for group in optimiser.param_groups for weight in group["params"]]
            stored[name] = {"state": moments(weights, stored[name]), "param_groups": state["param_groups"]}
    model.set_parameters(stored, exact_match=True)


def moments(weights: list[Any], stored: Mapping[str, Any]) -> dict[int, Any]:
    """Return the stored moments of Adam by the index of their weight.

    Raises:
        ValueError: the shapes of moments and weights differ.
    """
    by_weight = {int(place): parts for place, parts in stored.items()}
    for place, parts in by_weight.items():
        if {name: part.shape for name, part in parts.items()} != {
            "step": th.Size(),
            "exp_avg": weights[place].shape,
            "exp_avg_sq": weights[place].shape,
        }:
            raise ValueError("its optimiser belongs to another network")
    return by_weight


def _restore_counters(model: Any, stored: dict[str, Any]) -> None:
    wanted = {name: getattr(model, name) for name in COUNTERS if hasattr(model, name)}
    if stored.keys() != wanted.keys():
        raise ValueError(f"it counts {', '.join(stored)}")
    for name, before in wanted.items():
        value = stored[name]
        vars(model)[name] = whole_number(name, value, minimum=0) if type(before) is int else number(name, value)
