"""Agents that were trained: the policy network of a model file, without the trainer.

A model file is the zip that Stable-Baselines3 saves, plus `dig-envs.json` (`Card`), which says what the network plays.
Weights alone are read from it: no code of the file is run.
"""

import hashlib
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import torch as th
from torch import nn

import dig_envs
from dig_envs.adapters.arguments import one_of
from dig_envs.core.agent import Agent, Decisions
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ModelError
from dig_envs.core.game import Game, Options

CARD = "dig-envs.json"
ACTIVATIONS: dict[str, type[nn.Module]] = {"Tanh": nn.Tanh, "ReLU": nn.ReLU}
LAYERS = {  # by algorithm: the beginnings of the names of the policy's layers, in order
    "MaskablePPO": ("mlp_extractor.policy_net.", "action_net."),
    "MaskedDQN": ("q_net.q_net.",),
}
GREEDY = ("MaskedDQN",)  # values of actions, not a distribution to draw from
PLAYS = ("drawn", "best")
INPUT_SCALE = 8.0  # Adam's steps are small, and a rollout has few of them


@dataclass(frozen=True)
class Card:
    """What a model file says about itself.

    Attributes:
        game: the game's id.
        options: the options that it was trained with.
        algorithm: a key of `LAYERS`.
        activation: between layers, a key of `ACTIVATIONS`.
        play: "drawn" if its actions are drawn from the policy, "best" if it plays the likeliest.
        version: of dig-envs.
    """

    game: str
    options: dict[str, Any]
    algorithm: str
    activation: str
    play: str = "drawn"
    version: str = dig_envs.__version__


def with_input(outputs: th.Tensor, inputs: th.Tensor) -> th.Tensor:
    """Both as one, (n, outputs + inputs); the inputs enlarged, so that single features soon count as much as hidden units."""
    return th.cat([outputs, INPUT_SCALE * inputs], dim=1)


class WithInput(nn.Module):
    """Layers whose output is followed by their input, enlarged (a policy with a shortcut, `training/network.py`)."""

    def __init__(self, layers: nn.Sequential):
        super().__init__()
        self.layers = layers
        self.in_features: int = layers[0].in_features  # type: ignore[assignment]

    def forward(self, values: th.Tensor) -> th.Tensor:
        return with_input(self.layers(values), values)


class LearnedAgent(Agent):
    """Plays a policy network.

    Args:
        name: what results call it.
        layers: from observations (n, layout.size) to one number an action (n, num_actions).
        deterministic: play the best action; else draw from softmax(layers(observation)) over the legal ones.
        fingerprint: of the weights.
    """

    def __init__(self, name: str, layers: nn.Sequential, deterministic: bool = False, fingerprint: str = ""):
        self.name = name
        self.layers = layers
        self.inputs: int = layers[0].in_features  # type: ignore[assignment]
        self.deterministic = deterministic
        self._fingerprint = f"{fingerprint or name}:{'best' if deterministic else 'drawn'}"

    @property
    def fingerprint(self) -> str:
        return self._fingerprint

    def scores(self, observations: np.ndarray) -> np.ndarray:
        """The network's numbers, float32 (n, num_actions)."""
        with th.inference_mode():
            values = th.from_numpy(observations)
            for layer in self.layers:
                values = layer.forward(values)  # not layer(values): without hooks, for a batch is often a few rows
        return values.numpy()

    def act(self, decisions: Decisions) -> np.ndarray:
        """The network's actions.

        Raises:
            ModelError: the game's options give other observations than the model was trained on.
        """
        if decisions.observations.shape[1] != self.inputs:
            given = decisions.observations.shape[1]
            raise ModelError(
                f"model {self.name} was trained on observations of {self.inputs} floats; these options give {given}"
            )
        scores = self.scores(decisions.observations)
        if not self.deterministic:  # the largest of scores plus Gumbel noise is a draw from their softmax
            scores = scores + decisions.generator.gumbel(size=scores.shape)
        return np.where(decisions.masks == 1, scores, -np.inf).argmax(axis=1)


def policy_layers(weights: Mapping[str, th.Tensor], algorithm: str, activation: str) -> nn.Sequential:
    """A copy of a policy's layers, from the state dict of Stable-Baselines3's policy.

    Raises:
        KeyError: weights, algorithm or activation of another kind.
    """
    names = [name for start in LAYERS[algorithm] for name in weights if name.startswith(start) and name.endswith(".weight")]
    if not names:
        raise KeyError(LAYERS[algorithm][0])
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


def save(
    model: Any,
    path: str | os.PathLike,
    game: Game,
    options: Options,
    extras: Mapping[str, bytes] = MappingProxyType({}),
    play: str = "drawn",
) -> Path:
    """Save a model of Stable-Baselines3 (MaskablePPO or MaskedDQN with an MLP policy) so that `load` can play it.

    Args:
        model: what was trained.
        path: a file to be written, or replaced once it is whole.
        game: what it plays.
        options: the game's parsed options.
        extras: further files for the zip, by name.
        play: how `load` will play it: a key of `PLAYS`. Values (DQN) are always played at their best.

    Raises:
        ModelError: a model of another kind, or the file can't be written.
    """
    path = Path(path)
    part = path.with_name(f"{path.name}.part")
    algorithm = type(model).__name__
    play = "best" if algorithm in GREEDY else one_of("play", play, PLAYS)
    card = Card(game.id, asdict(options), algorithm, model.policy.activation_fn.__name__, play)
    try:
        policy_layers(model.policy.state_dict(), card.algorithm, card.activation)
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            model.save(file)
        with zipfile.ZipFile(part, "a") as archive:
            for name, content in {**extras, CARD: json.dumps(asdict(card), indent=1).encode()}.items():
                archive.writestr(name, content)
        part.replace(path)
    except KeyError as error:
        raise ModelError(f"only {' and '.join(LAYERS)} with an MLP policy of {' or '.join(ACTIVATIONS)} are saved") from error
    except OSError as error:
        raise ModelError(f"model {path} can't be written: {error.strerror}") from error
    return path


def read_card(path: str | os.PathLike) -> Card:
    """What a model file says about itself.

    Raises:
        ModelError: missing, damaged, or not saved by dig-envs.
    """
    with _open(path) as archive:
        return _card(archive, path)


def load(path: str | os.PathLike, game: str | Game, deterministic: bool | None = None) -> LearnedAgent:
    """The agent of a model file.

    Args:
        path: the file.
        game: what it will play: an id or the game.
        deterministic: always play the best action, or draw from the policy; if not given, as the model was saved to play.
            Values (DQN) have nothing to draw from.

    Raises:
        ModelError: the file is missing, damaged, not saved by dig-envs, or of another game.
    """
    game = game_of(game) if isinstance(game, str) else game
    with _open(path) as archive:
        card = _card(archive, path)
        if card.game != game.id:
            raise ModelError(f"model {path} plays {card.game}, not {game.id}")
        try:
            with archive.open("policy.pth") as file:
                weights = th.load(file, map_location="cpu", weights_only=True)
            layers = policy_layers(weights, card.algorithm, card.activation)
        except (KeyError, RuntimeError, ValueError, EOFError, zipfile.BadZipFile, OSError) as error:
            raise ModelError(f"model {path} is damaged: {error}") from error
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    best = card.play == "best" if deterministic is None else deterministic
    return LearnedAgent(os.fspath(path), layers, best or card.algorithm in GREEDY, digest)


def _open(path: str | os.PathLike) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise ModelError(f"there is no model {path}") from error
    except (zipfile.BadZipFile, OSError) as error:
        raise ModelError(f"model {path} can't be read: {error}") from error


def _card(archive: zipfile.ZipFile, path: str | os.PathLike) -> Card:
    if CARD not in archive.namelist():
        raise ModelError(f"model {path} has no {CARD}: save it with agents.learned.save, or train with training.ppo or .dqn")
    try:
        found = json.loads(archive.read(CARD))
        return Card(**{item.name: found[item.name] for item in fields(Card) if item.name in found})
    except (ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise ModelError(f"model {path} is damaged: its {CARD} can't be read ({error!r})") from error
