"""Read the settings of a training from a TOML file: keys are fields of the dataclass, and the game's options are a table."""

import dataclasses
import tomllib
import typing
from collections.abc import Collection
from pathlib import Path
from typing import Any, TypeVar

from dig_envs.core.agent_names import risk_of, untrusted_names
from dig_envs.core.errors import ArgumentError, DigEnvsError, nearest
from dig_envs.training.run.config import TrainingConfig, agents_named
from dig_envs.training.run.settings import checked

SHIPPED = Path(__file__).parents[1] / "configs"
Config = TypeVar("Config", bound=TrainingConfig)


def shipped() -> list[str]:
    """List the names of the package's settings files, which `--config` accepts."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def settings_from(name: str, config: type[Config], trusted: Collection[str] = ()) -> Config:
    """Read settings from a file; settings that the file does not give have their defaults.

    Args:
        name: the path of a file, or one of `shipped()`.
        config: the settings dataclass of an algorithm.
        trusted: the names of agents from Python files that may play in the run. Loading such an agent executes its file.

    Raises:
        DigEnvsError: the file cannot be read, is not TOML, has an unknown setting or a wrong value, or names an agent from a
            Python file that is not trusted.
    """
    path = SHIPPED / f"{name}.toml" if name in shipped() else Path(name)
    values = _read(path)
    known = typing.get_type_hints(config)
    for key in values:
        if key not in known:
            raise ArgumentError(f'{path}: {config.algorithm} has no setting "{key}"; {nearest(key, known, "settings")}')
    try:
        settings = checked(config(**values))
        settings.played.parse_options(**settings.options)
    except DigEnvsError as error:
        raise ArgumentError(f"{path}: {error}") from error
    for agent in untrusted_names(agents_named(settings), trusted):
        raise ArgumentError(f"{path} names {agent:.200}, {risk_of(agent)}; name it again to allow that")
    return settings


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise ArgumentError(f"there is no settings file {path}; the package has {', '.join(shipped())}") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ArgumentError(f"{path}: {getattr(error, 'strerror', None) or error}") from error


def with_given(base: Config, given: dict[str, Any]) -> Config:
    """Replace settings by given ones; given options of the game replace options one by one.

    The option `num_players` also replaces the setting `players`, and the reverse.
    """
    new, options = given.get("options", {}), base.options
    if "num_players" in new:
        base = dataclasses.replace(base, players=())
    if given.get("players"):
        options = {name: value for name, value in options.items() if name != "num_players"}
    return dataclasses.replace(base, **{**given, "options": {**options, **new}})
