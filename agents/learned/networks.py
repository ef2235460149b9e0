"""Policy networks as plain layers, rebuilt from the weights that a trainer has saved."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch as th
from torch import nn

ACTIVATIONS: dict[str, type[nn.Module]] = {"Tanh": nn.Tanh, "ReLU": nn.ReLU}
LAYERS = {  # by kind of network: the beginnings of the names of the policy's weights, in order
    "MaskablePPO": ("mlp_extractor.policy_net.", "action_net."),
    "MaskedDQN": ("q_net.q_net.",),
    "Sequential": ("",),  # a `torch.nn.Sequential` of linear layers and activations
}
VALUE_FUNCTIONS = {"MaskablePPO": ("mlp_extractor.value_net.", "value_net.")}  # likewise, of kinds that have one
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
    return _copied(weights, LAYERS[kind], activation)


def value_layers(weights: Mapping[str, th.Tensor], kind: str, activation: str) -> nn.Sequential | None:
    """Copy the layers of a value function, from observations (n, floats) to what they are worth (n, 1); None without one.

    The arguments and errors are those of `policy_layers`.
    """
    return _copied(weights, VALUE_FUNCTIONS[kind], activation) if kind in VALUE_FUNCTIONS else None


def _copied(weights: Mapping[str, th.Tensor], starts: Sequence[str], activation: str) -> nn.Sequential:
    """Copy the linear layers whose names begin so, in order."""
    names = [name for start in starts for name in weights if name.startswith(start) and name.endswith(".weight")]
    if not names:
        raise KeyError(starts[0])
    pairs = [(weights[name], weights[name.removesuffix("weight") + "bias"]) for name in names]
    return layers_of(pairs, activation)


def layers_of(pairs: Sequence[tuple[th.Tensor, th.Tensor]], activation: str) -> nn.Sequential:
    """Make frozen layers of the weights and biases of linear ones, with activations between them."""
    linears = [_linear(weight, bias) for weight, bias in pairs]
    layers = [part for linear in linears[:-1] for part in (linear, ACTIVATIONS[activation]())]
    if layers and linears[-1].in_features > linears[-2].out_features:
        layers = [WithInput(nn.Sequential(*layers))]
    return nn.Sequential(*layers, linears[-1]).requires_grad_(False)


def pairs_of(layers: nn.Sequential) -> list[tuple[th.Tensor, th.Tensor]]:
    """Return the weight and the bias of each linear layer, in order; `layers_of` builds the layers from them."""
    return [(part.weight.detach(), part.bias.detach()) for part in layers.modules() if isinstance(part, nn.Linear)]


def check_pairs(pairs: Any) -> list[tuple[th.Tensor, th.Tensor]]:
    """Return the weights and biases of linear layers, if they are such and can follow one another.

    Raises:
        ValueError: they are something else, or not finite.
    """
    if not isinstance(pairs, list) or not pairs or not all(_is_pair(pair) for pair in pairs):
        raise ValueError("its layers are not pairs of weights and biases")
    if not all(bool(tensor.isfinite().all()) for pair in pairs for tensor in pair):
        raise ValueError("its weights are not finite: the training has diverged")
    sizes = [(weight.shape[1], weight.shape[0]) for weight, _ in pairs]
    for place, ((_, given), (wanted, _)) in enumerate(pairwise(sizes)):
        past = sizes[0][0] if place == len(sizes) - 2 else 0  # with a shortcut the last layer sees the input too
        if wanted not in (given, given + past):
            raise ValueError(f"its layer {place + 2} takes {wanted} numbers, and the one before gives {given}")
    return [(weight, bias) for weight, bias in pairs]


def _is_pair(pair: Any) -> bool:
    """Tell whether something is the weight and the bias of a linear layer."""
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return False
    weight, bias = pair
    floats = all(isinstance(part, th.Tensor) and part.dtype == th.float32 for part in pair)
    return floats and weight.ndim == 2 and weight.numel() > 0 and bias.shape == weight.shape[:1]


def _linear(weight: th.Tensor, bias: th.Tensor) -> nn.Linear:
    linear = nn.utils.skip_init(nn.Linear, weight.shape[1], weight.shape[0])  # draws nothing from torch's generator
    linear.load_state_dict({"weight": weight, "bias": bias})
    return linear
