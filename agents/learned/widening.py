"""Give a network further inputs without a change of its outputs."""

from collections.abc import Hashable, Sequence

import torch as th
from torch import nn

from dig_envs.agents.learned.architecture import Architecture
from dig_envs.agents.learned.networks import MlpNetwork, Network, with_weights
from dig_envs.agents.learned.rows import RowNetwork, context_inputs


def widened(network: Network | nn.Sequential, architecture: Architecture) -> Network:
    """Return a frozen network with further inputs, whose weights are 0.

    Args:
        network: a network of `dig_envs.agents.learned.build`, whose inputs are the first inputs of the result.
        architecture: the description of the result: that of `network` except for the further inputs.

    Raises:
        ValueError: the architectures differ in more than the further inputs, or the network has no description.
    """
    if not isinstance(network, MlpNetwork | RowNetwork):
        raise ValueError("it has no description of its layers")
    before, after = _columns(network.architecture), _columns(architecture)
    weights = dict(network.state_dict())
    for name in before.keys() & after.keys():
        weights[name] = _with_columns(weights[name], before[name], after[name])
    return with_weights(architecture, weights)


def _with_columns(weight: th.Tensor, before: Sequence[Hashable], after: Sequence[Hashable]) -> th.Tensor:
    """Move the columns of a weight to the places of their names, among columns of zeros."""
    places = {name: place for place, name in enumerate(after)}
    if not all(name in places for name in before):
        raise ValueError("a layer of the wider network lacks inputs of the other network")
    wide = weight.new_zeros(len(weight), len(after))
    wide[:, [places[name] for name in before]] = weight
    return wide


def _columns(architecture: Architecture) -> dict[str, list[Hashable]]:
    """Return a name for each column of the weights that multiply inputs, by the name of the weight."""
    if architecture.network == "rows":
        columns: dict[str, list[Hashable]] = {"context.weight": list(context_inputs(architecture))}
        for number, group in enumerate(architecture.groups):
            columns[f"shared.{number}.row.weight"] = list(zip(*group.inputs, strict=True))
        return columns
    inputs: list[Hashable] = list(range(architecture.inputs))
    if architecture.shortcut:
        return {"0.layers.0.weight": inputs, "1.weight": [("hidden", unit) for unit in range(architecture.layers[-1])] + inputs}
    return {"0.weight": inputs}
