"""Policy networks as plain layers, rebuilt from the weights that a trainer has saved."""

from collections.abc import Mapping

import torch as th
from torch import nn

ACTIVATIONS: dict[str, type[nn.Module]] = {"Tanh": nn.Tanh, "ReLU": nn.ReLU}
LAYERS = {  # by kind of network: the beginnings of the names of the policy's weights, in order
    "MaskablePPO": ("mlp_extractor.policy_net.", "action_net."),
    "MaskedDQN": ("q_net.q_net.",),
    "Sequential": ("",),  # a `torch.nn.Sequential` of linear layers and activations
}
VALUES = ("MaskedDQN",)  # networks that give values of actions, not a distribution to draw from
INPUT_SCALE = 8.0  # Adam's steps are small, and a rollout has few of them


def with_input(outputs: th.Tensor, inputs: th.Tensor) -> th.Tensor:
    """Append the inputs to the outputs, enlarged, so that single inputs soon count as much as hidden units.

    Returns:
        Shape (n, outputs + inputs).
    """
    return th.cat([outputs, INPUT_SCALE * inputs], dim=1)


class WithInput(nn.Module):
    """Appends to the output of layers their input: a policy with a shortcut (`training/algorithms/network.py`)."""

    def __init__(self, layers: nn.Sequential):
        super().__init__()
        self.layers = layers
        self.in_features: int = layers[0].in_features  # type: ignore[assignment]

    def forward(self, values: th.Tensor) -> th.Tensor:
        return with_input(self.layers(values), values)


def policy_layers(weights: Mapping[str, th.Tensor], kind: str, activation: str) -> nn.Sequential:
    """Copy a policy's layers out of a state dict.

    Args:
        weights: the state dict of the network that was trained.
        kind: a key of `LAYERS`.
        activation: between layers, a key of `ACTIVATIONS`.

    Returns:
        Frozen layers, from observations (n, floats) to one number an action (n, num_actions).

    Raises:
        KeyError: weights, kind or activation of another sort.
    """
    names = [name for start in LAYERS[kind] for name in weights if name.startswith(start) and name.endswith(".weight")]
    if not names:
        raise KeyError(LAYERS[kind][0])
    linears = [_linear(weights, name) for name in names]
    layers = [part for linear in linears[:-1] for part in (linear, ACTIVATIONS[activation]())]
    if layers and linears[-1].in_features > linears[-2].out_features:
        layers = [WithInput(nn.Sequential(*layers))]
    return nn.Sequential(*layers, linears[-1]).requires_grad_(False)


def _linear(weights: Mapping[str, th.Tensor], name: str) -> nn.Linear:
    weight, bias = weights[name], weights[name.removesuffix("weight") + "bias"]
    linear = nn.utils.skip_init(nn.Linear, weight.shape[1], weight.shape[0])  # draws nothing from torch's generator
    linear.load_state_dict({"weight": weight, "bias": bias})
    return linear
