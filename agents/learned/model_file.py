"""Model files: a policy network with the card that says what it plays.

A model file is a zip. `policy.pth` holds the weights, `dig-envs.json` the card (`agents/learned/model_card.py`); what else
stands in it is the trainer's: for models of Stable-Baselines3 it is the file that `MaskablePPO.load` reads. Weights alone are
read from it: no code of the file is run.
"""

import hashlib
import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch as th

from agents.learned.agent import LearnedAgent
from agents.learned.model_card import CARD, PLAYS, ModelCard, card_from_json, card_of
from agents.learned.networks import ACTIVATIONS, LAYERS, VALUES, policy_layers
from dig_envs.adapters.arguments import one_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ModelError, OptionError
from dig_envs.core.features import FeatureSet, find_features
from dig_envs.core.game import Game, Options

WEIGHTS = "policy.pth"


def write(path: str | os.PathLike, card: ModelCard, files: Mapping[str, bytes]) -> Path:
    """Write a model file, or replace it once the new one is whole.

    Args:
        path: the file; folders are made as needed.
        card: what the network plays and sees.
        files: the content of the zip by name, `WEIGHTS` (a state dict as `torch.save` writes it) among it.

    Returns:
        The path.

    Raises:
        ModelError: a network of another kind than its card says, or the file can't be written.
    """
    path = Path(path)
    part = path.with_name(f"{path.name}.part")
    try:
        policy_layers(_weights(files[WEIGHTS]), card.algorithm, card.activation)
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(part, "w") as archive:
            for name, content in {**files, CARD: card.as_json()}.items():
                archive.writestr(name, content)
        part.replace(path)
    except KeyError as error:
        raise ModelError(f"only {', '.join(LAYERS)} with an MLP policy of {' or '.join(ACTIVATIONS)} are saved") from error
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
    with _open(path) as archive:
        return _card(archive, path)


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
    game, name = game_of(game), os.fspath(path)
    with _open(path) as archive:
        card = _card(archive, path)
        if card.game != game.id:
            raise ModelError(f"model {path} plays {card.game}, not {game.id}")
        found = find_features(features or card.features, game)
        options = _trained_options(card, name, game, found)
        try:
            layers = policy_layers(_weights(archive.read(WEIGHTS)), card.algorithm, card.activation)
        except (KeyError, RuntimeError, ValueError, EOFError, zipfile.BadZipFile, OSError) as error:
            raise ModelError(f"model {path} is damaged: {error}") from error
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    best = card.play == "deterministic" if deterministic is None else deterministic
    return LearnedAgent(name, layers, best or card.algorithm in VALUES, digest, found, options, card, game)


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


def _weights(content: bytes) -> dict[str, th.Tensor]:
    return th.load(io.BytesIO(content), map_location="cpu", weights_only=True)


def _open(path: str | os.PathLike) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise ModelError(f"there is no model {path}") from error
    except (zipfile.BadZipFile, OSError) as error:
        raise ModelError(f"model {path} can't be read: {error}") from error


def _card(archive: zipfile.ZipFile, path: str | os.PathLike) -> ModelCard:
    if CARD not in archive.namelist():
        raise ModelError(f"model {path} has no {CARD}: save it with agents.learned.save, or train with dig-envs train")
    try:
        content = archive.read(CARD)
    except (OSError, zipfile.BadZipFile) as error:
        raise ModelError(f"model {path} is damaged: its {CARD} can't be read ({error!r})") from error
    return card_from_json(os.fspath(path), content)
