"""Checkpoint files: a model file with what its run needs to go on as if it had not stopped.

A session writes and restores them (`training/run/session.py`); here they are read, and refused where they are of another run.
"""

import dataclasses
import json
import os
import shlex
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from pickle import PickleError
from typing import Any

from dig_envs.agents import learned
from dig_envs.agents.learned.archive import Archive, open_archive
from dig_envs.core.agent_names import unnamed_files
from dig_envs.core.errors import ModelError
from dig_envs.training.run.config import TrainingConfig, agents_named
from dig_envs.training.run.settings import as_json, checked, from_json
from dig_envs.utils.text import printable

RUN = "run.json"  # settings and counters of the session
DAMAGES = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RuntimeError, OSError, EOFError, PickleError)
MOST_RUN = 1 << 20
FIXED = (
    "options",
    "features",
    "num_envs",
    "network",
    "layers",
    "shortcut",
    "buffer_size",
    "teacher",
    "decisions",
    "epochs",
    "kept",
)  # what stays from the first step to the last


def read(path: str | os.PathLike) -> dict[str, bytes]:
    """Read all files of a checkpoint, by name.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint.
    """
    with open_archive(path) as archive:
        _refuse_models(archive)
        return archive.read_all()


def _refuse_models(archive: Archive) -> None:
    if RUN not in archive.names:
        said = "is a model, which can be played but not resumed: the checkpoint beside it is"
        raise ModelError(f"{archive.path} {said} {Path(archive.path).with_name('checkpoint.zip')}")


@contextmanager
def opened(path: str | os.PathLike) -> Iterator[tuple[dict[str, bytes], dict[str, Any]]]:
    """Read a checkpoint, and yield its files by name and what `run_content` has written, to restore a session from them.

    Raises:
        ModelError: the file is missing, damaged, no checkpoint, or the session is of other settings.
    """
    files = read(path)
    try:
        yield files, json.loads(files[RUN])
    except DAMAGES as error:
        raise ModelError(f"can't resume from {path}, which is no checkpoint of these settings: {error}") from error


def run_content(config: TrainingConfig, counted: Mapping[str, Any]) -> bytes:
    """Return the content of the file `RUN`: the settings, but for the folder, the algorithm, and what a session has counted."""
    settings = as_json(dataclasses.replace(config, folder=""))
    return json.dumps({"config": settings, "algorithm": config.algorithm, **counted}, indent=1).encode()


def resume_command(algorithm: str, path: str | os.PathLike, *more: str) -> str:
    """Return the command that goes on from a checkpoint, with more arguments if given."""
    return shlex.join(["dig-envs", "train", "--algo", algorithm.lower(), "--resume", os.fspath(path), *more])


def check(path: str | os.PathLike, algorithm: str, game: str = "") -> None:
    """Refuse a file that this algorithm, and if given this game, has no use for.

    Raises:
        ModelError: the file is missing, damaged, no checkpoint, or of another algorithm or game.
    """
    card = learned.read_card(path)
    found = read_run(path).get("algorithm")
    if found != algorithm:
        other = printable(str(found))
        raise ModelError(f"{path} is a checkpoint of {other}, not of {algorithm}: continue with --algo {other.lower()}")
    if game and card.game != game:
        raise ModelError(f"{path} is a checkpoint of {card.game}, not of {game}")


def check_settings(path: str | os.PathLike, config: TrainingConfig) -> None:
    """Refuse a file that is no checkpoint of this algorithm and game, or whose run had another network, tables or memory.

    Raises:
        ModelError: it is one; the message names what differs, and its value there.
    """
    game = config.played
    check(path, config.algorithm, game.id)
    before = _saved_config(path, type(config))
    same_game = game.parse_options(**before.options).identity == game.parse_options(**config.options).identity
    for name in FIXED:
        was, now = (_named(getattr(settings, name, None)) for settings in (before, config))
        if was != now and not (name == "options" and same_game):
            raise ModelError(f"{path} was trained with {name} {was}, not {now}: that can't change on the way")


def config_of(path: str | os.PathLike, config: type[TrainingConfig], trusted: Collection[str] = ()) -> Any:
    """Read the settings of the run that wrote a checkpoint, but for its folder: where to write is for the caller to say.

    Args:
        path: the checkpoint.
        config: the settings of its algorithm.
        trusted: agents from files of Python that may play in the run; a checkpoint that names others is refused, for a file
            of Python is run.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint of this algorithm, or would have another file run.
    """
    check(path, config.algorithm)
    found = _saved_config(path, config)
    for name in unnamed_files(agents_named(found), trusted):
        raise ModelError(f"{path} names {name:.200}, a file that would be run; name it again to allow that")
    return found


def _saved_config(path: str | os.PathLike, config: type[TrainingConfig]) -> Any:
    try:
        return checked(from_json(config, {**read_run(path)["config"], "folder": ""}))
    except (KeyError, ValueError, TypeError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"{path} is no checkpoint to resume from: {error}") from error


def read_run(path: str | os.PathLike) -> dict[str, Any]:
    """Read what `run_content` has written: settings, algorithm and counters.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint.
    """
    with open_archive(path) as archive:
        _refuse_models(archive)
        content = archive.read(RUN, MOST_RUN)
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path} is no checkpoint to resume from: {error}") from error
    if not isinstance(found, dict):
        raise ModelError(f"{path} is no checkpoint to resume from: its {RUN} is no object")
    return found


def _named(value: Any) -> Any:
    """Return a feature set's name, and any other value as it is."""
    return getattr(value, "name", value)
