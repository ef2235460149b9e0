"""Settings of a training script: one frozen dataclass, whose fields are its documentation and its command line."""

import argparse
import dataclasses
import typing
from typing import Any, TypeVar

from training.parsing import Parser, add_options, game_options

Config = TypeVar("Config")


def setting(default: Any, meaning: str) -> Any:
    """A field of a settings dataclass: its default, and what it is."""
    return dataclasses.field(default=default, metadata={"meaning": meaning})


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
        raise ValueError(f"it has the settings {', '.join(values)}; this version has {', '.join(hints)}")
    return config(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})


def _list_of(kind: type) -> Any:
    def parse(text: str) -> tuple:
        return tuple(kind(part.strip()) for part in text.split(",")) if text.strip() else ()

    parse.__name__ = f"list of {kind.__name__}"
    return parse


def _text(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
