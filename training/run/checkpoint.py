"""Read checkpoints, and refuse checkpoints from which a run cannot continue.

A checkpoint is a model file with everything that its run needs to continue as if it had not been interrupted.
`dig_envs.training.run.run.Run` writes and restores checkpoints.
"""

import dataclasses
import json
import os
import shlex
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from pickle import PickleError
from typing import Any

from dig_envs.agents import learned
from dig_envs.agents.learned.archive import Archive, open_archive
from dig_envs.core.agent_names import risk_of, untrusted_names
from dig_envs.core.errors import ArgumentError, ModelError
from dig_envs.training.run.config import TrainingConfig, agents_named
from dig_envs.training.run.folder import BEST, CHECKPOINT, MODEL
from dig_envs.training.run.settings import as_json, checked, from_json
from dig_envs.utils.text import printable

RUN = "run.json"  # settings, algorithm and counters of the run
DAMAGE_ERRORS = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    OSError,
    EOFError,
    PickleError,
)
MAX_RUN_BYTES = 1 << 20  # of `RUN`
FIXED_SETTINGS = (
    "options",
    "players",
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
)  # cannot change when a run continues


def read(path: str | os.PathLike) -> dict[str, bytes]:
    """Return the contents of all files of a checkpoint, by name.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint.
    """
    with _archive(path) as archive:
        return archive.read_all()


@contextmanager
def _archive(path: str | os.PathLike) -> Iterator[Archive]:
    """Open a checkpoint, and refuse models."""
    if isinstance(path, str | os.PathLike) and not os.path.exists(path):
        raise ModelError(f"there is no checkpoint {printable(os.fspath(path))}")
    with open_archive(path) as archive:
        if RUN not in archive.names:
            saved = Path(archive.path).with_name(CHECKPOINT)
            raise ModelError(f"{archive.path} is a model, which can be played but not resumed: resume from {saved}")
        yield archive


@contextmanager
def opened(path: str | os.PathLike) -> Iterator[tuple[dict[str, bytes], dict[str, Any]]]:
    """Read a checkpoint to restore a training, and yield its files by name and the content of the file `RUN`.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint, or the `with` block raised one of `DAMAGE_ERRORS`.
    """
    files = read(path)
    try:
        yield files, json.loads(files[RUN])
    except DAMAGE_ERRORS as error:
        raise ModelError(f"cannot resume from {path}, which is no checkpoint of these settings: {error}") from error


def run_content(config: TrainingConfig, counters: Mapping[str, Any]) -> bytes:
    """Return the content of the file `RUN`: the settings without the folder, the algorithm, and the counters."""
    settings = as_json(dataclasses.replace(config, folder=""))
    return json.dumps({"config": settings, "algorithm": config.algorithm, **counters}, indent=1).encode()


def resume_command(config: TrainingConfig, path: str | os.PathLike, *more: str) -> str:
    """Return the command that resumes from a checkpoint, followed by more arguments.

    The command names agents from Python files again, which `config_of` refuses otherwise.
    """
    words = ["dig-envs", "train", "--algo", config.algorithm.lower(), "--resume", os.fspath(path), *more]
    for setting in ("opponents", "evaluate_against", "teacher"):
        value = getattr(config, setting, ())
        names = [value] if isinstance(value, str) else value
        if any(map(risk_of, names)):
            words += [f"--{setting.replace('_', '-')}", ",".join(names)]
    return shlex.join(words)


def check(path: str | os.PathLike, algorithm: str, game: str = "") -> None:
    """Check that a file is a checkpoint of an algorithm and, if a game is given, of this game.

    Raises:
        ModelError: the file is missing, damaged, no checkpoint, or of another algorithm or game.
    """
    stored, card = read_run(path).get("algorithm"), learned.read_card(path)
    if stored != algorithm:
        other = printable(str(stored))
        raise ModelError(f"{path} is a checkpoint of {other}, not of {algorithm}: continue with --algo {other.lower()}")
    if game and card.game != game:
        raise ModelError(f"{path} is a checkpoint of {card.game}, not of {game}")


def check_folder(folder: Path, game: str) -> None:
    """Check that a folder has no model or checkpoint of another game, which would lie beside those of a resumed run.

    Raises:
        ArgumentError: a file is of another game.
    """
    for path in (folder / name for name in (CHECKPOINT, MODEL, BEST)):
        with suppress(ModelError):  # missing or damaged
            if (other := learned.read_card(path).game) != game:
                raise ArgumentError(f"{path} is of {other}, not of {game}: give another --folder")


def check_settings(path: str | os.PathLike, config: TrainingConfig) -> None:
    """Check that a run with these settings can continue from a checkpoint.

    Raises:
        ModelError: the file is no checkpoint of this algorithm and game, or one of `FIXED_SETTINGS` differs.
    """
    game = config.played
    check(path, config.algorithm, game.id)
    before = _saved_config(path, type(config))
    same_game = game.parse_options(**before.options).identity == game.parse_options(**config.options).identity
    for name in FIXED_SETTINGS:
        old, new = (_plain(getattr(settings, name, None)) for settings in (before, config))
        if old != new and not (name == "options" and same_game):
            raise ModelError(f"{path} was trained with {name} {old}, not {new}: a resumed run cannot change it")


def config_of(path: str | os.PathLike, config: type[TrainingConfig], trusted: Collection[str] = ()) -> Any:
    """Return the settings of the run that wrote a checkpoint, with an empty folder.

    Args:
        path: the checkpoint.
        config: the settings dataclass of the algorithm.
        trusted: the names of agents from Python files that may play in the run. Loading such an agent executes its file.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint of this algorithm, or it names an agent from a Python file
            that is not trusted.
    """
    check(path, config.algorithm)
    saved = _saved_config(path, config)
    for name in untrusted_names(agents_named(saved), trusted):
        raise ModelError(f"{path} names {name:.200}, {risk_of(name)}; name it again to allow that")
    return saved


def _saved_config(path: str | os.PathLike, config: type[TrainingConfig]) -> Any:
    try:
        return checked(from_json(config, {**read_run(path)["config"], "folder": ""}))
    except (KeyError, ValueError, TypeError) as error:
        if isinstance(error, ModelError):
            raise
        raise ModelError(f"{path} is no checkpoint to resume from: {error}") from error


def read_run(path: str | os.PathLike) -> dict[str, Any]:
    """Return the content of the file `RUN` of a checkpoint: settings, algorithm and counters.

    Raises:
        ModelError: the file is missing, damaged, or no checkpoint.
    """
    with _archive(path) as archive:
        content = archive.read(RUN, MAX_RUN_BYTES)
    try:
        run = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path} is no checkpoint to resume from: {error}") from error
    if not isinstance(run, dict):
        raise ModelError(f"{path} is no checkpoint to resume from: its {RUN} is not a JSON object")
    return run


def _plain(value: Any) -> Any:
    """Replace a feature set by its name."""
    return getattr(value, "name", value)
