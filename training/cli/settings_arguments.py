"""Turn a settings dataclass into arguments of a command, and those arguments into settings."""

import argparse
import typing
from typing import Any

from dig_envs.training.cli.arguments import Parser, add_options, game_options


def add_settings(parser: Parser, config: type) -> None:
    """Add an argument for each field of the dataclass: `--num-envs N`, lists with commas, `options` as `--players`, `--option`.

    Of a field that may be one of several types, such as `str | Game`, the command line takes the first.
    """
    for name, hint in typing.get_type_hints(config).items():
        item = config.__dataclass_fields__[name]  # type: ignore[attr-defined]
        if name == "options":
            add_options(parser)
            continue
        shown = _text(item.default)
        meaning = item.metadata["meaning"].replace("%", "%%") + (f" (default: {shown})" if shown else "")
        flag, kind = "--" + name.replace("_", "-"), (typing.get_args(hint) or (hint,))[0]
        if kind is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=meaning)
            continue
        several = typing.get_origin(hint) is tuple
        letter = "X,X,..." if several else kind.__name__.upper()
        parse = _list_of(kind) if several else kind
        bare = item.metadata.get("bare")
        optional: dict[str, Any] = {} if bare is None else {"nargs": "?", "const": bare}
        parser.add_argument(flag, type=parse, metavar=letter, default=argparse.SUPPRESS, help=meaning, **optional)


def given_settings(arguments: argparse.Namespace, config: type) -> dict[str, Any]:
    """Return the fields that were given on the command line, by name."""
    given = {name: getattr(arguments, name) for name in typing.get_type_hints(config) if hasattr(arguments, name)}
    options = game_options(arguments)
    return {**given, "options": options} if options else given


def _list_of(kind: type) -> Any:
    def parse(text: str) -> tuple:
        return tuple(kind(part.strip()) for part in text.split(",")) if text.strip() else ()

    parse.__name__ = f"list of {kind.__name__}"
    return parse


def _text(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
