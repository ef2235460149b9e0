"""Model files: a policy network with the card that says what it plays.

A model file is a zip. `policy.tensors` holds the policy's layers, `value.tensors` those of the value function if it has one,
`dig-envs.json` the card (`agents/learned/model_card.py`). These are read when it is played, and none can hold code
(`agents/learned/tensors.py`). What else stands in it is the
trainer's: for models of Stable-Baselines3 it is the file that `MaskablePPO.load` reads, with the weights as `policy.pth`.
"""

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from torch import nn

from agents.learned import tensors
from agents.learned.agent import LearnedAgent
from agents.learned.archive import Archive, explained, open_archive
from agents.learned.model_card import CARD, PLAYS, ModelCard, card_from_json, card_of
from agents.learned.networks import ACTIVATIONS, LAYERS, VALUES, check_pairs, layers_of, pairs_of, policy_layers, value_layers
from dig_envs.adapters.arguments import one_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, ModelError, OptionError
from dig_envs.core.features import FeatureSet, features_layout, find_features
from dig_envs.core.game import Game, Options
from dig_envs.files import replacing

WEIGHTS, POLICY, VALUE = "policy.pth", "policy.tensors", "value.tensors"
MOST_CARD = 1 << 20
PACKED_FROM = 1 << 20  # bytes from which a file is compressed, such as a replay buffer


def write(path: str | os.PathLike, card: ModelCard, files: Mapping[str, bytes]) -> Path:
    """Write a model file, or replace it once the new one is whole.

    Args:
        path: the file; folders are made as needed.
        card: what the network plays and sees.
        files: the content of the zip by name, `WEIGHTS` (a state dict as `torch.save` writes it) among it.

    Returns:
        The path.

    Raises:
        ModelError: a network of another kind than its card says, weights that are not finite, or the file can't be written.
    """
    path = Path(path)
    networks = _networks(path, card, files[WEIGHTS])
    try:
        with replacing(path) as file, zipfile.ZipFile(file, "w") as archive:
            for name, content in {**files, **networks, CARD: card.as_json()}.items():
                small = len(content) < PACKED_FROM
                archive.writestr(name, content, zipfile.ZIP_STORED if small else zipfile.ZIP_DEFLATED, compresslevel=1)
    except OSError as error:
        raise ModelError(f"model {path} can't be written: {error.strerror}") from error
    return path


def _networks(path: Path, card: ModelCard, state: bytes) -> dict[str, bytes]:
    """Return the layers of a policy, and of its value function if it has one, as the contents of files by name."""
    try:
        weights = th.load(io.BytesIO(state), map_location="cpu", weights_only=True)
        found = {
            POLICY: policy_layers(weights, card.algorithm, card.activation),
            VALUE: value_layers(weights, card.algorithm, card.activation),
        }
    except KeyError as error:
        raise ModelError(f"only {', '.join(LAYERS)} with an MLP policy of {' or '.join(ACTIVATIONS)} are saved") from error
    with explained(str(path)):
        return {
            name: tensors.pack(check_pairs([list(pair) for pair in pairs_of(layers)]))
            for name, layers in found.items()
            if layers is not None
        }


def save(
    model: Any,
    path: str | os.PathLike,
    game: Game,
    options: Options,
    play: str = PLAYS[0],
    features: FeatureSet | None = None,
) -> Path:
    """Save a model of Stable-Baselines3 (MaskablePPO or MaskedDQN with an MLP policy) so that `load` can play it.

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
    return write(path, card, stable_baselines_files(model))


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
        layers = _layers(archive, POLICY, game.num_actions, card, game, options, found)
        value = _layers(archive, VALUE, 1, card, game, options, found) if VALUE in archive.names else None
        digest = archive.digest()
    best = card.play == "deterministic" if deterministic is None else bool(deterministic)
    return LearnedAgent(os.fsdecode(path), layers, best or card.algorithm in VALUES, digest, found, options, card, game, value)


def _layers(
    archive: Archive,
    name: str,
    wanted: int,
    card: ModelCard,
    game: Game,
    options: Options | None,
    features: FeatureSet | None,
) -> nn.Sequential:
    """Read the layers of a file that lead from the game's observations to so many numbers."""
    with explained(archive.path):
        pairs = check_pairs(tensors.unpack(archive.read(name)))
        _check_ends(pairs, wanted, game, options, features)
        return layers_of(pairs, card.activation)


def _check_ends(pairs: list, wanted: int, game: Game, options: Options | None, features: FeatureSet | None) -> None:
    """Refuse layers that do not lead from the game's observations to so many numbers: one an action, or a value."""
    inputs, outputs = pairs[0][0].shape[1], pairs[-1][0].shape[0]
    if outputs != wanted:
        raise ValueError(f"it gives {outputs} numbers, not {wanted}")
    if options is None:
        return
    floats = game.layout(options).size + features_layout(features, options).size
    if inputs != floats:
        raise ValueError(f"it takes {inputs} floats, and an observation with its features has {floats}")


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
        raise ModelError(f"model {archive.path} has no {CARD}: save it with agents.learned.save, or train with dig-envs train")
    return card_from_json(archive.path, archive.read(CARD, MOST_CARD))
