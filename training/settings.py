"""Settings of a training script: one frozen dataclass, whose fields are its documentation and its command line."""

import argparse
import dataclasses
import typing
from typing import Any, TypeVar

from dig_envs.core.errors import ArgumentError
from training.checks import number, whole_number
from training.parsing import Parser, add_options, game_options

Config = TypeVar("Config")
CHECKS: dict[type, Any] = {int: whole_number, float: number}


def setting(default: Any, meaning: str, **limits: float) -> Any:
    """A field of a settings dataclass: its default, what it is, and the limits of its numbers.

    Args:
        default: its value if none is given.
        meaning: for the help.
        **limits: those of `training.checks`: `least` and `most`; of numbers that need not be whole, also `above` and `below`.
    """
    return dataclasses.field(default=default, metadata={"meaning": meaning, "limits": limits})


def checked(config: Config) -> Config:
    """The settings, all numbers within their limits and of Python's own types.

    Raises:
        ArgumentError: one is not; the message names the setting, its value and its limits.
    """
    plain = {}
    for name, hint in typing.get_type_hints(type(config)).items():
        value, kind = getattr(config, name), (typing.get_args(hint) or (hint,))[0]
        if kind not in CHECKS:
            continue
        limits = config.__dataclass_fields__[name].metadata["limits"]  # type: ignore[attr-defined]
        if typing.get_origin(hint) is not tuple:
            plain[name] = CHECKS[kind](name, value, **limits)
        elif isinstance(value, tuple | list):
            plain[name] = tuple(CHECKS[kind](f"each of {name}", item, **limits) for item in value)
        else:
            raise ArgumentError(f"{name} is a tuple of numbers, not {value!r}")
    return dataclasses.replace(config, **plain)  # type: ignore[type-var]


def add_settings(parser: Parser, config: type) -> None:
    """An argument for each field of the dataclass: `--num-envs N`, lists with commas, `options` as `--players`, `--option`."""
    for name, hint in typing.get_type_hints(config).items():
        item = config.__dataclass_fields__[name]  # type: ignore[attr-defined]
        if name == "options":
            add_options(parser)
            continue
        shown = _text(item.default)
        meaning = item.metadata["meaning"].replace("%", "%%") + (f" (default: {shown})" if shown else "")
        kind = _list_of(typing.get_args(hint)[0]) if typing.get_origin(hint) is tuple else hint
        letter = "X,X,..." if typing.get_origin(hint) is tuple else hint.__name__.upper()
        flag = "--" + name.replace("_", "-")
        if hint is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=meaning)
            continue
        parser.add_argument(flag, type=kind, metavar=letter, default=argparse.SUPPRESS, help=meaning)


def given_settings(arguments: argparse.Namespace, config: type) -> dict[str, Any]:
    """The fields that were given on the command line."""
    given = {name: getattr(arguments, name) for name in typing.get_type_hints(config) if hasattr(arguments, name)}
    options = game_options(arguments)
    return {**given, "options": options} if options else given


def from_json(config: type[Config], values: dict[str, Any]) -> Config:
    """The dataclass from what `dataclasses.asdict` and JSON made of it.

    Raises:
        ValueError: it has other fields.
    """
    hints = typing.get_type_hints(config)
    if values.keys() != hints.keys():
        raise ValueError(f"it is of another version, which had not the same {', '.join(sorted(values.keys() ^ hints.keys()))}")
    return config(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


def _list_of(kind: type) -> Any:
    def parse(text: str) -> tuple:
        return tuple(kind(part.strip()) for part in text.split(",")) if text.strip() else ()

    parse.__name__ = f"list of {kind.__name__}"
    return parse


def _text(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
