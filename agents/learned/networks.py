"""Build networks of their descriptions, and rebuild those of model files and of trainers from their weights."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch as th
from torch import nn

from dig_envs.agents.learned.architecture import ACTIVATION_NAMES, Architecture
from dig_envs.agents.learned.rows import RowNetwork

ACTIVATIONS: dict[str, type[nn.Module]] = {name: getattr(nn, name) for name in ACTIVATION_NAMES}
LAYERS = {  # by kind of trainer: the beginnings of the names of the policy's weights, in order
    "MaskablePPO": ("mlp_extractor.policy_net.", "action_net."),
    "MaskedDQN": ("q_net.q_net.",),
    "Sequential": ("",),  # a network of `build`, or a `torch.nn.Sequential` of linear layers and activations
}
VALUE_FUNCTIONS = {"MaskablePPO": ("mlp_extractor.value_net.", "value_net.")}  # likewise, of kinds that have one
VALUES = ("MaskedDQN",)  # networks that give values of actions, not a distribution to draw from
INPUT_SCALE = 8.0  # Adam's steps are small, and a rollout has few of them
GAIN, LAST_GAIN = 2**0.5, 0.01  # of the first weights, so that all actions are equally likely at first


class MlpNetwork(nn.Sequential):
    """Builds the layers of an architecture of the kind "mlp"."""

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
        """The layers that give the outputs."""
        return [self[-1]]


class WithInput(nn.Module):
    """Appends to the output of layers their input, enlarged, so that single inputs soon count as much as hidden units.

    What many actions have in common (one feature for each of many places, say) a hidden layer must learn for each place anew
    and squeeze through its units; past it, each place's feature has a weight of its own (He et al. 2015: "Deep residual
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
    """Build a network with weights to begin with, drawn from torch's generator: `network(observations) -> numbers`.

    It takes observations with their features, float32 (n, inputs), and gives float32 (n, outputs).
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


def with_weights(architecture: Architecture, weights: Any) -> Network:
    """Build a frozen network with given weights. Nothing is drawn from torch's generator.

    Args:
        architecture: what the weights are of.
        weights: a state dict, float32. Its sizes are compared before anything of the architecture's is made.

    Raises:
        ValueError: they are of another network, or not finite.
    """
    with th.device("meta"):
        wanted = {name: weight.shape for name, weight in _built(architecture).state_dict().items()}
    if not isinstance(weights, Mapping) or not all(_is_weight(weight) for weight in weights.values()):
        raise ValueError("its weights are not tensors of float32")
    if {name: weight.shape for name, weight in weights.items()} != wanted:
        raise ValueError("its weights are not those of the network that it describes")
    if not all(bool(weight.isfinite().all()) for weight in weights.values()):
        raise ValueError("its weights are not finite: the training has diverged")
    with th.random.fork_rng(devices=[]):
        network = _built(architecture)
    network.load_state_dict(dict(weights))
    return network.requires_grad_(False)


def _is_weight(weight: Any) -> bool:
    return isinstance(weight, th.Tensor) and weight.dtype == th.float32


def as_plain(network: Network, precision: th.dtype = th.float32) -> dict[str, Any]:
    """Return a network as its description and its weights, which `dig_envs.agents.learned.tensors` can pack; float16 rounds them."""
    weights = {name: weight.to(precision) for name, weight in network.state_dict().items()}
    return {"network": network.architecture.as_json(), "weights": weights}


def from_plain(found: Any, activation: str) -> Network:
    """Return the frozen network of `as_plain`, or of the list of weights and biases in files of formats 1 and 2.

    Args:
        found: what was unpacked.
        activation: of those older formats, a key of `ACTIVATIONS`.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(found, list):
        return _of_pairs(found, activation)
    if not isinstance(found, dict) or found.keys() != {"network", "weights"} or not isinstance(found["network"], str):
        raise ValueError("it holds no network with its description")
    return with_weights(Architecture.from_json(found["network"]), _widened(found["weights"]))


def _widened(weights: Any) -> Any:
    """Return stored weights with those that were rounded to float16 as float32, in which networks compute."""
    if not isinstance(weights, Mapping) or not all(isinstance(weight, th.Tensor) for weight in weights.values()):
        return weights
    return {name: weight.float() if weight.dtype == th.float16 else weight for name, weight in weights.items()}


# --- of trainers


def policy_network(
    weights: Mapping[str, th.Tensor], kind: str, activation: str, architecture: Architecture | None = None
) -> Network:
    """Copy a policy's network out of a state dict.

    Args:
        weights: the state dict of what was trained.
        kind: a key of `LAYERS`.
        activation: between layers, a key of `ACTIVATIONS`.
        architecture: of the policy; None for an mlp whose sizes are those of its weights.

    Returns:
        A frozen network, from observations (n, floats) to one number an action (n, num_actions).

    Raises:
        KeyError: weights, kind or activation of another sort.
        ValueError: the weights are not those of the architecture, or not finite.
    """
    return _copied(weights, LAYERS[kind], activation, architecture)


def value_network(
    weights: Mapping[str, th.Tensor], kind: str, activation: str, architecture: Architecture | None = None
) -> Network | None:
    """Copy the network of a value function, from observations (n, floats) to what they are worth (n, 1); None without one.

    The arguments and errors are those of `policy_network`; `architecture` is the policy's.
    """
    if kind not in VALUE_FUNCTIONS:
        return None
    return _copied(weights, VALUE_FUNCTIONS[kind], activation, architecture.value_function() if architecture else None)


def _copied(
    weights: Mapping[str, th.Tensor], starts: Sequence[str], activation: str, architecture: Architecture | None
) -> Network:
    """Copy the network whose weights' names begin so; of an mlp without a description its linear layers, in order."""
    if architecture is not None:
        named = {name: weight for name, weight in weights.items() if name.startswith(starts[0])}
        return with_weights(architecture, {name.removeprefix(starts[0]): weight.clone() for name, weight in named.items()})
    names = [name for start in starts for name in weights if name.startswith(start) and name.endswith(".weight")]
    if not names:
        raise KeyError(starts[0])
    return _of_pairs([(weights[name], weights[name.removesuffix("weight") + "bias"]) for name in names], activation)


def _of_pairs(pairs: Any, activation: str) -> Network:
    """Return the mlp whose linear layers have these weights and biases, in order.

    Raises:
        KeyError: there is no such activation.
        ValueError: they are something else, or can't follow one another.
    """
    if not isinstance(pairs, list) or not pairs or not all(_is_pair(pair) for pair in pairs):
        raise ValueError("its layers are not pairs of weights and biases")
    sizes = [(weight.shape[1], weight.shape[0]) for weight, _ in pairs]
    past = sizes[-1][0] - sizes[-2][1] if len(sizes) > 1 else 0
    shortcut = past == sizes[0][0]  # the last layer sees the input too
    for place, ((_, given), (wanted, _)) in enumerate(pairwise(sizes)):
        if wanted != given + (past if shortcut and place == len(sizes) - 2 else 0):
            raise ValueError(f"its layer {place + 2} takes {wanted} numbers, and the one before gives {given}")
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
    """Tell whether something is the weight and the bias of a linear layer."""
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return False
    weight, bias = pair
    return all(map(_is_weight, pair)) and weight.ndim == 2 and weight.numel() > 0 and bias.shape == weight.shape[:1]
