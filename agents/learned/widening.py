"""Widen a network: add inputs that do not change its outputs."""

from collections.abc import Hashable, Sequence

import torch as th

from dig_envs.agents.learned.architecture import Architecture
from dig_envs.agents.learned.networks import Network, with_weights
from dig_envs.agents.learned.rows import context_inputs


def widened(network: Network, architecture: Architecture) -> Network:
    """Return a frozen copy of a network with additional inputs, which have weights of 0.

    Args:
        network: the network. Its inputs are the first inputs of the copy.
        architecture: the description of the copy. It differs from that of `network` in the additional inputs alone.

    Raises:
        ValueError: the architectures differ in more than the additional inputs.
    """
    before, after = _columns(network.architecture), _columns(architecture)
    weights = dict(network.state_dict())
    for name in before.keys() & after.keys():
        weights[name] = _with_columns(weights[name], before[name], after[name])
    return with_weights(architecture, weights)


def _with_columns(weight: th.Tensor, before: Sequence[Hashable], after: Sequence[Hashable]) -> th.Tensor:
    """Move the columns of a weight from their places in `before` to their places in `after`, and fill the others with zeros."""
    places = {name: place for place, name in enumerate(after)}
    if not all(name in places for name in before):
        raise ValueError("a layer of the wider network lacks inputs of the other network")
    wide = weight.new_zeros(len(weight), len(after))
    wide[:, [places[name] for name in before]] = weight
    return wide


def _columns(architecture: Architecture) -> dict[str, list[Hashable]]:
    """Name the columns of each weight that multiplies inputs, by the input or hidden unit that a column multiplies."""
    if architecture.network == "rows":
        columns: dict[str, list[Hashable]] = {"context.weight": list(context_inputs(architecture))}
        for number, group in enumerate(architecture.groups):
            columns[f"shared.{number}.row.weight"] = list(zip(*group.inputs, strict=True))
        return columns
    inputs: list[Hashable] = list(range(architecture.inputs))
    if architecture.shortcut:
        return {"0.layers.0.weight": inputs, "1.weight": [("hidden", unit) for unit in range(architecture.layers[-1])] + inputs}
    return {"0.weight": inputs}
