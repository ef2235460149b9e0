"""Define what a training session asks of an algorithm.

A session (`training/run/session.py`) sets up tables, a pool of opponents and a folder, and hands the tables to a learner. Any
object with the members of `Learner` will do, with Stable-Baselines3 (`training/sb3/learner.py`) or without.
It plays at its tables as it likes, and calls its watcher meanwhile.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from torch import Tensor, nn

from dig_envs.adapters.sb3 import BatchVecEnv
from dig_envs.agents.learned import VALUE_BASED, Architecture, Network, policy_network
from dig_envs.agents.learned.networks import value_network
from dig_envs.training.environment.shaping import Shaping

Tables = BatchVecEnv | Shaping  # both have `batch`, the tables themselves


class Watcher(Protocol):
    """Receives a learner's progress: the session keeps the pool, snapshots, averages and checkpoints by it."""

    def on_rollout_start(self) -> None:
        """Call before each rollout, when the learner's `steps`, weights and memory agree: a checkpoint may be written now."""

    def on_step(self) -> None:
        """Call after each step of all tables."""

    def on_rollout_end(self) -> None:
        """Call after each rollout."""


class Learner(Protocol):
    """An algorithm with the network that it trains.

    Attributes:
        kind: of its network: a key of `dig_envs.agents.learned.LAYERS`; "Sequential" for a `torch.nn.Sequential`.
        activation: between the layers: a key of `dig_envs.agents.learned.ACTIVATIONS`.
        network: what is trained. Its state dict holds the policy's layers.
        steps: decisions so far, all tables counted. A session that resumes goes on from here.

    A learner whose policy is no plain mlp also has `architecture`, the description of its policy.
    """

    kind: str
    activation: str

    @property
    def network(self) -> nn.Module: ...

    @property
    def steps(self) -> int: ...

    def learn(self, until: int, watcher: Watcher) -> None:
        """Go on until so many decisions have been made in all, or a few more."""

    def record(self, name: str, value: float) -> None:
        """Log a number with the next that the learner logs; a learner without a log does nothing."""

    def model_files(self) -> dict[str, bytes]:
        """Return the files of its model by name: "policy.pth", the network's state dict, and whatever else it wants kept."""

    def memory_files(self) -> dict[str, bytes]:
        """Return the further files that a checkpoint needs, by name: counters, optimiser, replay buffer."""

    def restore(self, files: Mapping[str, bytes]) -> None:
        """Take all that up again from the files of a checkpoint. The tables are already as they were then."""


MakeLearner = Callable[[Any, Tables, Path], Learner]  # takes the settings, the tables, and the folder for logs


def architecture_of(learner: Learner) -> Architecture | None:
    """Return the description of the learner's policy; None if it is an mlp whose sizes are those of its weights."""
    return getattr(learner, "architecture", None)


def policy_of(learner: Learner) -> Network:
    """Return a frozen copy of the learner's policy, from observations to one number an action."""
    return policy_network(_weights_of(learner), learner.kind, learner.activation, architecture_of(learner))


def value_of(learner: Learner) -> Network | None:
    """Return a frozen copy of the learner's value function, from observations to one number; None if it has none."""
    return value_network(_weights_of(learner), learner.kind, learner.activation, architecture_of(learner))


def _weights_of(learner: Learner) -> dict[str, Tensor]:
    return {name: weight.cpu() for name, weight in learner.network.state_dict().items()}


def plays_values(learner: Learner) -> bool:
    """Tell whether its network gives values of actions, which have no distribution to draw from."""
    return learner.kind in VALUE_BASED
