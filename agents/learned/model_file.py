"""Save and load model files: a policy network and its card.

A model file is a zip with these files; none of the first three can hold code (`agents/learned/tensors.py`):

| file | contents |
|---|---|
| `dig-envs.json` | the card (`agents/learned/model_card.py`) |
| `policy.safetensors` | the policy: weights, and a description in JSON (`agents/learned/architecture.py`) |
| `value.safetensors` | the value function, if the model has one, in the same form |
| other files | the trainer's: `MaskablePPO.load` can read a model of Stable-Baselines3, whose weights are in `policy.pth` |
"""

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from dig_envs.agents.learned.agent import LearnedAgent
from dig_envs.agents.learned.architecture import Architecture
from dig_envs.agents.learned.archive import Archive, model_errors, open_archive
from dig_envs.agents.learned.model_card import CARD, PLAYS, ModelCard, card_from_json, make_card
from dig_envs.agents.learned.networks import (
    ACTIVATIONS,
    LAYERS,
    VALUE_BASED,
    Network,
    as_bytes,
    from_bytes,
    policy_network,
    value_network,
)
from dig_envs.core.arguments import one_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, ModelError, OptionError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game, Options
from dig_envs.utils.files import replacing

WEIGHTS, POLICY, VALUE = "policy.pth", "policy.safetensors", "value.safetensors"
MAX_CARD = 1 << 20  # bytes
COMPRESSED_FROM = 1 << 20  # bytes; larger files, such as replay buffers, are compressed


def write(
    path: str | os.PathLike, card: ModelCard, files: Mapping[str, bytes], architecture: Architecture | None = None
) -> Path:
    """Write a model file atomically.

    Args:
        path: the file; missing folders are made.
        card: the network's card.
        files: the contents of the zip by name, including `WEIGHTS`, a state dict of `torch.save`.
        architecture: the policy's architecture; None for an mlp whose sizes follow from its weights.

    Returns:
        The path.

    Raises:
        ModelError: the network does not match its card, weights are not finite, or the file cannot be written.
    """
    try:
        weights = th.load(io.BytesIO(files[WEIGHTS]), map_location="cpu", weights_only=True)
        with model_errors(str(path)):
            policy = policy_network(weights, card.algorithm, card.activation, architecture)
            value = value_network(weights, card.algorithm, card.activation, architecture)
    except KeyError as error:
        known = f"only {', '.join(LAYERS)} with {' or '.join(ACTIVATIONS)} can be saved"
        raise ModelError(f"cannot write model {path}: {known}") from error
    return write_networks(path, card, policy, value, files)


def write_networks(
    path: str | os.PathLike,
    card: ModelCard,
    policy: Network,
    value: Network | None = None,
    files: Mapping[str, bytes] = {},
    precision: th.dtype = th.float32,
) -> Path:
    """Write the model file of networks of `dig_envs.agents.learned.build` atomically.

    Args:
        path: the file; missing folders are made.
        card: the networks' card, with `algorithm="Sequential"` if no trainer's files are added.
        policy: the policy, from observations with features to one number per action.
        value: the value function, if there is one.
        files: further contents of the zip by name.
        precision: the type of stored weights, float32 or float16 (rounded); networks compute in float32.

    Returns:
        The path.

    Raises:
        ModelError: the file cannot be written.
    """
    path = Path(path)
    given = {POLICY: policy, VALUE: value}
    networks = {name: as_bytes(network, precision) for name, network in given.items() if network}
    try:
        with replacing(path) as file, zipfile.ZipFile(file, "w") as archive:
            for name, content in {**files, **networks, CARD: card.as_json()}.items():
                small = len(content) < COMPRESSED_FROM
                archive.writestr(name, content, zipfile.ZIP_STORED if small else zipfile.ZIP_DEFLATED, compresslevel=1)
    except OSError as error:
        raise ModelError(f"cannot write model {path}: {error.strerror}") from error
    return path


def save(
    model: Any,
    path: str | os.PathLike,
    game: Game,
    options: Options,
    play: str = PLAYS[0],
    features: FeatureSet | None = None,
) -> Path:
    """Save a MaskablePPO or MaskedDQN of Stable-Baselines3 as a model file, which `load` plays.

    Args:
        model: the model, with Stable-Baselines3's MLP policy or a policy of dig-envs.
        path: the file, which is written atomically.
        game: the game that the model plays.
        options: the game's parsed options.
        play: how `load` plays the model, one of `PLAYS`. DQN is always deterministic.
        features: the feature set whose floats follow the facts in the model's observation.

    Returns:
        The path.

    Raises:
        ModelError: the model is of another kind, or the file cannot be written.
    """
    algorithm = type(model).__name__
    play = "deterministic" if algorithm in VALUE_BASED else one_of("play", play, PLAYS)
    activation = getattr(model.policy.activation_fn, "__name__", "")
    card = make_card(game, options, features, algorithm=algorithm, activation=activation, play=play)
    return write(path, card, stable_baselines_files(model), getattr(model.policy, "architecture", None))


def stable_baselines_files(model: Any) -> dict[str, bytes]:
    """Return the files that a model of Stable-Baselines3 saves, by name in its zip."""
    file = io.BytesIO()
    model.save(file)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_card(path: str | os.PathLike) -> ModelCard:
    """Read the card of a model file.

    Raises:
        ModelError: the file is missing, damaged, or not saved by dig-envs.
    """
    with open_archive(path) as archive:
        return _card(archive)


def load(
    path: str | os.PathLike,
    game: str | Game,
    deterministic: bool | None = None,
    features: FeatureSet | None = None,
) -> LearnedAgent:
    """Load the agent of a model file.

    Args:
        path: the file.
        game: the id of the game to play, or the game.
        deterministic: True to play the best action, False to sample from the policy; by default as the card states. DQN is
            always deterministic.
        features: the feature set of the training, if its name in the card is not that of an installed set.

    Returns:
        An agent that computes the model's features itself.

    Raises:
        ModelError: the file is missing, damaged, not saved by dig-envs or of another game, or its observation or features have
            changed since the training; the message states the reason.
        UnknownFeaturesError: the features of the training are not installed.
    """
    if deterministic is not None and not isinstance(deterministic, bool | np.bool_):
        raise ArgumentError(f"deterministic must be True, False or None, not {deterministic!r}")
    game = game_of(game)
    with open_archive(path) as archive:
        card = _card(archive)
        if card.game != game.id:
            raise ModelError(f"model {archive.path} plays {card.game}, not {game.id}")
        feature_set = find_features(features or card.features, game)
        options = _trained_options(card, archive.path, game, feature_set)
        policy = _network(archive, POLICY, game.num_actions, card, game, options, feature_set)
        value = _network(archive, VALUE, 1, card, game, options, feature_set) if VALUE in archive.names else None
        digest = archive.digest()
    best = card.play == "deterministic" if deterministic is None else bool(deterministic)
    best |= card.algorithm in VALUE_BASED
    return LearnedAgent(os.fsdecode(path), policy, best, digest, feature_set, options, card, game, value)


def _network(
    archive: Archive,
    name: str,
    outputs: int,
    card: ModelCard,
    game: Game,
    options: Options | None,
    features: FeatureSet | None,
) -> Network:
    """Read a network with a given number of outputs, and check its inputs against the game's observation."""
    with model_errors(archive.path):
        network = from_bytes(archive.read(name))
        _check_sizes(network.architecture, outputs, game, options, features)
        return network


def _check_sizes(network: Architecture, outputs: int, game: Game, options: Options | None, features: FeatureSet | None) -> None:
    if network.outputs != outputs:
        raise ValueError(f"it has {network.outputs} outputs, not {outputs}")
    if options is None:
        return
    floats = game.layout(options).size + features_layout(features, options).size
    if network.inputs != floats:
        raise ValueError(f"it takes {network.inputs} floats, but an observation with its features has {floats}")


def _trained_options(card: ModelCard, name: str, game: Game, features: FeatureSet | None) -> Options | None:
    """Return the options of the training, or None if they cannot be parsed. Reject a model whose observation has changed."""
    try:
        options = game.parse_options(**card.options)
    except OptionError as error:
        if features is not None:
            raise ModelError(f"cannot play model {name}: {error}") from error
        return None  # such as a missing file of cards; `LearnedAgent.check` checks the options of each game
    card.check(name, game, options, features)
    return options


def _card(archive: Archive) -> ModelCard:
    if CARD not in archive.names:
        raise ModelError(
            f"model {archive.path} has no {CARD}; save it with dig_envs.agents.learned.save, or train it with dig-envs train"
        )
    return card_from_json(archive.path, archive.read(CARD, MAX_CARD))
