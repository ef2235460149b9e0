"""Define the protocol of a learner: the algorithm that a `dig_envs.training.run.pool_training.PoolTraining` trains with.

A learner gets tables and plays at them, and calls back before and after each rollout and after each step.
`dig_envs.training.sb3.learner` is the learner of Stable-Baselines3; any object with the members of `Learner` is another.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from dig_envs.adapters.sb3 import BatchVecEnv
from dig_envs.agents.learned import Architecture, Network, policy_network
from dig_envs.agents.learned.networks import value_network
from dig_envs.training.environment.shaping import Shaping
from dig_envs.training.environment.table_view import TableView
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    from torch import Tensor, nn

LearnerEnv = BatchVecEnv | Shaping | TableView  # all have a `Batch` or a `BatchGroup` as the attribute `batch`


class Watcher(Protocol):
    """The methods that a learner calls during its training."""

    def on_rollout_start(self) -> None:
        """Call before each rollout, when `steps`, weights and memory of the learner agree: this call may write a checkpoint."""

    def on_step(self) -> bool:
        """Call after each step of all tables; after False, end the training."""

    def on_rollout_end(self) -> None:
        """Call after each rollout."""


class Learner(Protocol):
    """An algorithm with the network that it trains.

    Attributes:
        kind: the kind of the network, a key of `dig_envs.agents.learned.LAYERS`; "Sequential" for a `torch.nn.Sequential`.
        activation: the activation between layers, a key of `dig_envs.agents.learned.ACTIVATIONS`.
        network: the trained network. Its state dict contains the policy's layers.
        steps: decisions so far, summed over all tables and over all parts of a resumed run.

    A learner whose policy is not a plain mlp also has `architecture`, the description of its policy.
    """

    kind: str
    activation: str

    @property
    def network(self) -> nn.Module: ...

    @property
    def steps(self) -> int: ...

    def learn(self, until: int, watcher: Watcher) -> None:
        """Train until `steps` is at least `until`, or until the watcher ends the training."""

    def record(self, name: str, value: float) -> None:
        """Log a number, if the learner has a log."""

    def model_files(self) -> dict[str, bytes]:
        """Return the files of the model by name: "policy.pth", the network's state dict, and others if needed."""

    def memory_files(self) -> dict[str, bytes]:
        """Return the further files of a checkpoint by name: counters, optimiser, replay buffer."""

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Continue from the files of a checkpoint, at tables that are already restored."""


MakeLearner = Callable[[Any, LearnerEnv, Path], Learner]  # arguments: the settings, the tables, and the folder for logs


def architecture_of(learner: Learner) -> Architecture | None:
    """Return the description of the learner's policy; None for an mlp whose sizes follow from its weights."""
    return getattr(learner, "architecture", None)


def policy_of(learner: Learner) -> Network:
    """Return a frozen copy of the learner's policy network: observations to one number for each action."""
    return policy_network(_weights_of(learner), learner.kind, learner.activation, architecture_of(learner))


def value_of(learner: Learner) -> Network | None:
    """Return a frozen copy of the learner's value network: observations to one number; None if the learner has none."""
    return value_network(_weights_of(learner), learner.kind, learner.activation, architecture_of(learner))


def _weights_of(learner: Learner) -> dict[str, Tensor]:
    return {name: weight.cpu() for name, weight in learner.network.state_dict().items()}
