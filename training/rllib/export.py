"""Take the networks that RLlib trains to a model file, and back: RLlib holds both in one state of NumPy arrays."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch as th

from dig_envs.agents import learned
from dig_envs.agents.learned import Architecture, LearnedAgent, ModelCard
from dig_envs.agents.learned.networks import Network, with_weights
from dig_envs.core.errors import ArgumentError

POLICY, VALUE = "policy_net", "value_net"


def state_of(agent: LearnedAgent) -> dict[str, np.ndarray]:
    """Return a model's weights, float32 by name, as a state; without those of the value function if it has none."""
    networks = {POLICY: agent.layers, VALUE: agent.value}
    return {
        f"{name}.{key}": weight.numpy()
        for name, network in networks.items()
        if network is not None
        for key, weight in network.state_dict().items()  # type: ignore[union-attr]
    }


def networks_of(architecture: Architecture, state: Mapping[str, np.ndarray]) -> tuple[Network, Network]:
    """Return frozen copies of the policy and the value function of a state.

    Args:
        architecture: of the policy; the value function's is `architecture.value_function()`.
        state: float32 arrays, whose names begin with `POLICY` or `VALUE`.

    Raises:
        ArgumentError: the state is of another architecture, or the training has diverged.
    """
    try:
        return _network(architecture, state, POLICY), _network(architecture.value_function(), state, VALUE)
    except ValueError as error:
        raise ArgumentError(f"what RLlib has trained can't be taken into a model: {error}") from error


def _network(architecture: Architecture, state: Mapping[str, np.ndarray], name: str) -> Network:
    start = f"{name}."
    return with_weights(
        architecture, {key.removeprefix(start): th.tensor(value) for key, value in state.items() if key.startswith(start)}
    )


def save(path: Path, card: ModelCard, networks: tuple[Network, Network]) -> Path:
    """Write a model file of the policy and the value function, which `agents.make` plays, and return its path.

    Raises:
        ModelError: it can't be written.
    """
    return learned.write_networks(path, card, *networks)
