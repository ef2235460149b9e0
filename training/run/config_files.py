"""Read the settings of a training from a TOML file: the fields of its dataclass, and the game's options as a table."""

import dataclasses
import tomllib
import typing
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

from dig_envs.core.agent_names import unnamed_files
from dig_envs.core.errors import ArgumentError, DigEnvsError, nearest
from dig_envs.training.run.config import TrainingConfig, agents_named
from dig_envs.training.run.settings import checked

SHIPPED = Path(__file__).parents[1] / "configs"
Config = TypeVar("Config", bound=TrainingConfig)


def shipped() -> list[str]:
    """Return the names of the files of the package: one a game."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def settings_from(name: str, config: type[Config], trusted: Collection[str] = ()) -> Config:
    """Read settings, with defaults for those that the file does not have.

    Args:
        name: the path of a file, or one of `shipped()`.
        config: the settings of an algorithm.
        trusted: agents from files of Python that may play in the run; a file that names others is refused, for such a file is
            run.

    Raises:
        DigEnvsError: the file can't be read, is no TOML, or has a setting that there is not, or of a wrong value; the message
            names the file, what is wrong, and what is valid.
    """
    path = SHIPPED / f"{name}.toml" if name in shipped() else Path(name)
    found = _read(path)
    known = typing.get_type_hints(config)
    for key in found:
        if key not in known:
            raise ArgumentError(f'{path}: {config.algorithm} has no setting "{key}"; {nearest(key, known, "settings")}')
    try:
        settings = checked(config(**found))
        settings.played.parse_options(**settings.options)
    except DigEnvsError as error:
        raise ArgumentError(f"{path}: {error}") from error
    for agent in unnamed_files(agents_named(settings), trusted):
        raise ArgumentError(f"{path} names {agent:.200}, a file that would be run; name it again to allow that")
    return settings


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise ArgumentError(f"there is no file {path} of settings; those of the package are {', '.join(shipped())}") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ArgumentError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def with_given(base: Config, given: dict[str, Any]) -> Config:
    """Return settings with those that a command line gives in the place of theirs; of the game's options each by itself."""
    options = {**base.options, **given.get("options", {})}
    return dataclasses.replace(base, **{**given, "options": options})
