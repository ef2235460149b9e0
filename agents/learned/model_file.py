"""Model files: a policy network with the card that says what it plays.

A model file is a zip. `policy.tensors` holds the policy's network, `value.tensors` that of the value function if it has one:
each a description in JSON (`agents/learned/architecture.py`) and weights, or in files of formats 1 and 2 the weights and biases
of linear layers. `dig-envs.json` is the card (`agents/learned/model_card.py`). These are read when it is played, and none can
hold code (`agents/learned/tensors.py`). What else stands in it is the trainer's:
for models of Stable-Baselines3 it is the file that `MaskablePPO.load` reads, with the weights as `policy.pth`.
"""

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from dig_envs.adapters.arguments import one_of
from dig_envs.agents.learned import tensors
from dig_envs.agents.learned.agent import LearnedAgent
from dig_envs.agents.learned.architecture import Architecture
from dig_envs.agents.learned.archive import Archive, explained, open_archive
from dig_envs.agents.learned.model_card import CARD, PLAYS, ModelCard, card_from_json, card_of
from dig_envs.agents.learned.networks import (
    ACTIVATIONS,
    LAYERS,
    VALUES,
    Network,
    as_plain,
    from_plain,
    policy_network,
    value_network,
)
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, ModelError, OptionError
from dig_envs.core.feature_names import find_features
from dig_envs.core.features import FeatureSet, features_layout
from dig_envs.core.game import Game, Options
from dig_envs.utils.files import replacing

WEIGHTS, POLICY, VALUE = "policy.pth", "policy.tensors", "value.tensors"
MOST_CARD = 1 << 20
PACKED_FROM = 1 << 20  # bytes from which a file is compressed, such as a replay buffer


def write(
    path: str | os.PathLike, card: ModelCard, files: Mapping[str, bytes], architecture: Architecture | None = None
) -> Path:
    """Write a model file, or replace it once the new one is whole.

    Args:
        path: the file; folders are made as needed.
        card: what the network plays and sees.
        files: the content of the zip by name, `WEIGHTS` (a state dict as `torch.save` writes it) among it.
        architecture: of the policy; None for an mlp whose sizes are those of its weights.

    Returns:
        The path.

    Raises:
        ModelError: a network of another kind than its card says, weights that are not finite, or the file can't be written.
    """
    try:
        weights = th.load(io.BytesIO(files[WEIGHTS]), map_location="cpu", weights_only=True)
        with explained(str(path)):
            policy = policy_network(weights, card.algorithm, card.activation, architecture)
            value = value_network(weights, card.algorithm, card.activation, architecture)
    except KeyError as error:
        known = f"only {', '.join(LAYERS)} with layers of {' or '.join(ACTIVATIONS)} are saved"
        raise ModelError(f"model {path} can't be written: {known}") from error
    return write_networks(path, card, policy, value, files)


def write_networks(
    path: str | os.PathLike,
    card: ModelCard,
    policy: Network,
    value: Network | None = None,
    files: Mapping[str, bytes] = {},
    precision: th.dtype = th.float32,
) -> Path:
    """Write the model file of networks of `dig_envs.agents.learned.build`, or replace it once the new one is whole.

    Args:
        path: the file; folders are made as needed.
        card: what the networks play and see, `algorithm="Sequential"` if no trainer's files are added.
        policy: from observations and features to one number an action.
        value: from observations and features to what they are worth, if it is known.
        files: further content of the zip by name.
        precision: in which weights are stored, float32 or, rounded, float16; networks compute in float32.

    Returns:
        The path.

    Raises:
        ModelError: the file can't be written.
    """
    path = Path(path)
    given = {POLICY: policy, VALUE: value}
    networks = {name: tensors.pack(as_plain(network, precision)) for name, network in given.items() if network}
    try:
        with replacing(path) as file, zipfile.ZipFile(file, "w") as archive:
            for name, content in {**files, **networks, CARD: card.as_json()}.items():
                small = len(content) < PACKED_FROM
                archive.writestr(name, content, zipfile.ZIP_STORED if small else zipfile.ZIP_DEFLATED, compresslevel=1)
    except OSError as error:
        raise ModelError(f"model {path} can't be written: {error.strerror}") from error
    return path


def save(
    model: Any,
    path: str | os.PathLike,
    game: Game,
    options: Options,
    play: str = PLAYS[0],
    features: FeatureSet | None = None,
) -> Path:
    """Save a MaskablePPO or MaskedDQN of Stable-Baselines3, with an MLP policy or one of ours, so that `load` can play it.

    Args:
        model: what was trained.
        path: a file to be written, or replaced once it is whole.
        game: what it plays.
        options: the game's parsed options.
        play: how `load` will play it, one of `PLAYS`. Values (DQN) are always played deterministically.
        features: the feature set whose floats it saw after the facts.

    Returns:
        The path.

    Raises:
        ModelError: a model of another kind, or the file can't be written.
    """
    algorithm = type(model).__name__
    play = "deterministic" if algorithm in VALUES else one_of("play", play, PLAYS)
    activation = getattr(model.policy.activation_fn, "__name__", "")
    card = card_of(game, options, features, algorithm=algorithm, activation=activation, play=play)
    return write(path, card, stable_baselines_files(model), getattr(model.policy, "architecture", None))


def stable_baselines_files(model: Any) -> dict[str, bytes]:
    """Return what a model of Stable-Baselines3 saves, by name in its zip."""
    file = io.BytesIO()
    model.save(file)
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def read_card(path: str | os.PathLike) -> ModelCard:
    """Read the card of a model file.

    Raises:
        ModelError: missing, damaged, or not saved by dig-envs.
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
        game: what it will play: an id or the game.
        deterministic: always play the best action, or draw from the policy; if not given, as the model was saved to play.
            Values (DQN) have nothing to draw from.
        features: the feature set that it was trained with, if it can't be found by the name that stands in its card.

    Returns:
        An agent that appends the model's features to the facts by itself.

    Raises:
        ModelError: the file is missing, damaged, not saved by dig-envs, of another game, or of an observation or features that
            have changed since; the message says which.
        UnknownFeaturesError: nobody offers the features that it was trained with.
    """
    if deterministic is not None and not isinstance(deterministic, bool | np.bool_):
        raise ArgumentError(f"deterministic is True, False or None, not {deterministic!r}")
    game = game_of(game)
    with open_archive(path) as archive:
        card = _card(archive)
        if card.game != game.id:
            raise ModelError(f"model {archive.path} plays {card.game}, not {game.id}")
        found = find_features(features or card.features, game)
        options = _trained_options(card, archive.path, game, found)
        policy = _network(archive, POLICY, game.num_actions, card, game, options, found)
        value = _network(archive, VALUE, 1, card, game, options, found) if VALUE in archive.names else None
        digest = archive.digest()
    best = card.play == "deterministic" if deterministic is None else bool(deterministic)
    return LearnedAgent(os.fsdecode(path), policy, best or card.algorithm in VALUES, digest, found, options, card, game, value)


def _network(
    archive: Archive,
    name: str,
    wanted: int,
    card: ModelCard,
    game: Game,
    options: Options | None,
    features: FeatureSet | None,
) -> Network:
    """Read the network of a file that leads from the game's observations to so many numbers."""
    with explained(archive.path):
        network = from_plain(tensors.unpack(archive.read(name)), card.activation)
        _check_ends(network.architecture, wanted, game, options, features)
        return network


def _check_ends(network: Architecture, wanted: int, game: Game, options: Options | None, features: FeatureSet | None) -> None:
    """Refuse a network that does not lead from the game's observations to so many numbers: one an action, or a value."""
    if network.outputs != wanted:
        raise ValueError(f"it gives {network.outputs} numbers, not {wanted}")
    if options is None:
        return
    floats = game.layout(options).size + features_layout(features, options).size
    if network.inputs != floats:
        raise ValueError(f"it takes {network.inputs} floats, and an observation with its features has {floats}")


def _trained_options(card: ModelCard, name: str, game: Game, features: FeatureSet | None) -> Options | None:
    """Return the options of the training if they can be parsed here, and refuse a model whose observation has changed since."""
    try:
        options = game.parse_options(**card.options)
    except OptionError as error:
        if features is not None:
            raise ModelError(f"model {name} can't be played: {error}") from error
        return None  # such as a file of cards that is elsewhere now; `LearnedAgent.check` judges the options in play
    card.check(name, game, options, features)
    return options


def _card(archive: Archive) -> ModelCard:
    if CARD not in archive.names:
        raise ModelError(f"model {archive.path} has no {CARD}: save it with dig_envs.agents.learned.save, or train with dig-envs train")
    return card_from_json(archive.path, archive.read(CARD, MOST_CARD))
