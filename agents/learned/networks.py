"""Build networks from descriptions, and rebuild the networks of model files and trainers from weights."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch as th
from torch import nn

from dig_envs.agents.learned import tensors
from dig_envs.agents.learned.architecture import ACTIVATION_NAMES, Architecture
from dig_envs.agents.learned.rows import RowNetwork

ACTIVATIONS: dict[str, type[nn.Module]] = {name: getattr(nn, name) for name in ACTIVATION_NAMES}
LAYERS = {  # by algorithm: the prefixes of the names of the policy's weights, in order
    "MaskablePPO": ("mlp_extractor.policy_net.", "action_net."),
    "MaskedDQN": ("q_net.q_net.",),
    "Sequential": ("",),  # a network of `build`, or a `torch.nn.Sequential` of linear layers and activations
}
VALUE_FUNCTIONS = {"MaskablePPO": ("mlp_extractor.value_net.", "value_net.")}  # the prefixes of value functions
VALUE_BASED = ("MaskedDQN",)  # algorithms whose networks output action values, not the logits of a policy
INPUT_SCALE = 8.0  # speeds up the learning of the shortcut's weights: Adam's steps are small and few
GAIN, LAST_GAIN = 2**0.5, 0.01  # of initial weights; the small gain makes all actions nearly equally likely at first


class MlpNetwork(nn.Sequential):
    """Has the layers of an architecture of the kind "mlp"."""

    def __init__(self, architecture: Architecture):
        activation, sizes = ACTIVATIONS[architecture.activation], (architecture.inputs, *architecture.layers)
        parts = [part for before, after in pairwise(sizes) for part in (nn.Linear(before, after), activation())]
        if architecture.shortcut:
            parts = [WithInput(nn.Sequential(*parts))]
        past = architecture.inputs if architecture.shortcut else 0
        super().__init__(*parts, nn.Linear(sizes[-1] + past, architecture.outputs))
        self.architecture, self.in_features = architecture, architecture.inputs

    @property
    def last(self) -> list[nn.Module]:
        """The output layers."""
        return [self[-1]]


class WithInput(nn.Module):
    """Concatenates the output of layers with their scaled input.

    Hidden layers must learn the same relation separately for each action, for example the effect of a place's feature on the
    action at that place. With the shortcut, each input has a direct weight to each action (He et al. 2015: "Deep residual
    learning"; the "wide" part of Cheng et al. 2016: "Wide & deep learning").
    """

    def __init__(self, layers: nn.Sequential):
        super().__init__()
        self.layers = layers
        self.in_features: int = layers[0].in_features  # type: ignore[assignment]

    def forward(self, values: th.Tensor) -> th.Tensor:
        return th.cat([self.layers(values), INPUT_SCALE * values], dim=1)


Network = MlpNetwork | RowNetwork


def build(architecture: Architecture) -> Network:
    """Build a network with random initial weights from torch's generator.

    The network maps observations with features, float32 (n, inputs), to float32 (n, outputs).
    """
    network = _built(architecture)
    for part in network.modules():
        if isinstance(part, nn.Linear):
            policy_end = part in network.last and architecture.outputs > 1
            nn.init.orthogonal_(part.weight, LAST_GAIN if policy_end else GAIN)
            if part.bias is not None:
                nn.init.zeros_(part.bias)
    return network


def _built(architecture: Architecture) -> Network:
    return RowNetwork(architecture) if architecture.network == "rows" else MlpNetwork(architecture)


def with_weights(architecture: Architecture, weights: Mapping[str, th.Tensor]) -> Network:
    """Build a frozen network with given weights, without use of torch's generator.

    Args:
        architecture: the network's description.
        weights: a state dict of float32. Its sizes are checked before memory is allocated.

    Raises:
        ValueError: the weights do not fit the architecture, or are not finite.
    """
    with th.device("meta"):
        wanted = {name: weight.shape for name, weight in _built(architecture).state_dict().items()}
    if not all(map(_is_weight, weights.values())):
        raise ValueError("its weights are not float32 tensors")
    if {name: weight.shape for name, weight in weights.items()} != wanted:
        raise ValueError("its weights do not fit its description")
    if not all(bool(weight.isfinite().all()) for weight in weights.values()):
        raise ValueError("its weights are not finite: the training has diverged")
    with th.random.fork_rng(devices=[]):
        network = _built(architecture)
    network.load_state_dict(dict(weights))
    return network.requires_grad_(False)


def _is_weight(weight: Any) -> bool:
    return isinstance(weight, th.Tensor) and weight.dtype == th.float32


def as_bytes(network: Network, precision: th.dtype = th.float32) -> bytes:
    """Return the description and the weights of a network as bytes. float16 rounds the weights."""
    weights = {name: weight.to(precision) for name, weight in network.state_dict().items()}
    return tensors.pack_named(weights, network.architecture.as_json())


def from_bytes(content: bytes) -> Network:
    """Build the frozen network of the bytes of `as_bytes`.

    Raises:
        ValueError: the bytes describe no network.
    """
    weights, description = tensors.unpack_named(content)
    widened = {name: weight.float() if weight.dtype == th.float16 else weight for name, weight in weights.items()}
    return with_weights(Architecture.from_json(description), widened)


# --- networks of trainers


def policy_network(
    weights: Mapping[str, th.Tensor], kind: str, activation: str, architecture: Architecture | None = None
) -> Network:
    """Copy the policy out of a trainer's state dict.

    Args:
        weights: the state dict.
        kind: the algorithm, a key of `LAYERS`.
        activation: the function between layers, a key of `ACTIVATIONS`.
        architecture: the policy's description; None for an mlp whose sizes follow from its weights.

    Returns:
        A frozen network, from observations (n, floats) to one number per action (n, num_actions).

    Raises:
        KeyError: `kind`, `activation` or the names of the weights are unknown.
        ValueError: the weights do not fit the architecture, or are not finite.
    """
    return _copied(weights, LAYERS[kind], activation, architecture)


def value_network(
    weights: Mapping[str, th.Tensor], kind: str, activation: str, architecture: Architecture | None = None
) -> Network | None:
    """Copy the value function, from observations (n, floats) to values (n, 1), out of a trainer's state dict, if it has one.

    The arguments and errors are those of `policy_network`; `architecture` is the policy's.
    """
    if not any(name.startswith(VALUE_FUNCTIONS.get(kind, ())) for name in weights):
        return None
    return _copied(weights, VALUE_FUNCTIONS[kind], activation, architecture.value_function() if architecture else None)


def _copied(
    weights: Mapping[str, th.Tensor], prefixes: Sequence[str], activation: str, architecture: Architecture | None
) -> Network:
    """Copy the network whose weights' names have these prefixes; without a description, an mlp of its linear layers."""
    if architecture is not None:
        named = {name: weight for name, weight in weights.items() if name.startswith(prefixes[0])}
        return with_weights(architecture, {name.removeprefix(prefixes[0]): weight.clone() for name, weight in named.items()})
    names = [name for prefix in prefixes for name in weights if name.startswith(prefix) and name.endswith(".weight")]
    if not names:
        raise KeyError(prefixes[0])
    return _from_pairs([(weights[name], weights[name.removesuffix("weight") + "bias"]) for name in names], activation)


def _from_pairs(pairs: Any, activation: str) -> Network:
    """Build an mlp from the weights and biases of its linear layers, in order.

    Raises:
        KeyError: the activation is unknown.
        ValueError: the data has another form, or the sizes of consecutive layers do not match.
    """
    if not isinstance(pairs, list) or not pairs or not all(_is_pair(pair) for pair in pairs):
        raise ValueError("its layers are not pairs of weights and biases")
    sizes = [(weight.shape[1], weight.shape[0]) for weight, _ in pairs]
    past = sizes[-1][0] - sizes[-2][1] if len(sizes) > 1 else 0
    shortcut = past == sizes[0][0]  # the last layer also receives the input
    for place, ((_, given), (wanted, _)) in enumerate(pairwise(sizes)):
        if wanted != given + (past if shortcut and place == len(sizes) - 2 else 0):
            raise ValueError(f"its layer {place + 2} takes {wanted} numbers, but layer {place + 1} gives {given}")
    if activation not in ACTIVATIONS:
        raise KeyError(activation)
    layers = tuple(given for _, given in sizes[:-1])
    architecture = Architecture("mlp", sizes[0][0], sizes[-1][1], layers, activation, shortcut)
    places = [2 * place for place in range(len(pairs))]
    names = [f"0.layers.{place}" for place in places[:-1]] + ["1"] if shortcut else list(map(str, places))
    both = zip(names, pairs, strict=True)
    return with_weights(
        architecture, {f"{name}.{part}": pair[k] for name, pair in both for k, part in enumerate(("weight", "bias"))}
    )


def _is_pair(pair: Any) -> bool:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return False
    weight, bias = pair
    return all(map(_is_weight, pair)) and weight.ndim == 2 and weight.numel() > 0 and bias.shape == weight.shape[:1]
