"""Turn a settings dataclass into arguments of a command, and those arguments into settings."""

import argparse
import typing
from collections.abc import Collection
from typing import Any

from dig_envs.training.cli.arguments import (
    Parser,
    add_game,
    add_game_option,
    add_options,
    add_renamed,
    game_options,
    whole,
    whole_numbers,
)
from dig_envs.training.run.settings import FLAGS, flag_of


def add_settings(parser: Parser, config: type, positional_game: bool = True, refused: Collection[str] = ()) -> None:
    """Add an argument for each field of a dataclass.

    A field `num_envs` becomes `--num-envs N`, and a tuple becomes a list with commas. `options` becomes `--players` and
    `--option`, and `game` the positional argument GAME. A field of several types, such as `str | Game`, takes the first type.

    Args:
        parser: gets the arguments.
        config: the dataclass.
        positional_game: whether the parser takes GAME; else it takes `--game GAME` alone.
        refused: settings that the command refuses with a reason; the help does not list them.
    """
    for name, hint in typing.get_type_hints(config).items():
        item = config.__dataclass_fields__[name]  # type: ignore[attr-defined]
        if name == "options":
            add_options(parser, several=True)
            continue
        if name == "players":
            continue
        default = _as_text(item.default)
        meaning = item.metadata["meaning"].replace("%", "%%") + (f" (default: {default})" if default else "")
        meaning = argparse.SUPPRESS if name in refused else meaning
        flag, kind = flag_of(name), (typing.get_args(hint) or (hint,))[0]
        if name == "game" and positional_game:
            add_game(parser, required=False, meaning=meaning, default=argparse.SUPPRESS)
            continue
        if name == "game":
            add_game_option(parser, argparse.SUPPRESS)
            continue
        if kind is bool:
            parser.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=meaning)
            continue
        several = typing.get_origin(hint) is tuple
        letter = "X,X,..." if several else kind.__name__.upper()
        parse = _parser_of_lists(kind) if several else kind
        bare = item.metadata.get("bare")
        optional: dict[str, Any] = {} if bare is None else {"nargs": "?", "const": bare}
        given: dict[str, Any] = {"type": parse, "metavar": letter, "default": argparse.SUPPRESS, "help": meaning, **optional}
        if name in FLAGS:
            add_renamed(parser, flag, f"--{name}", dest=name, **given)
        else:
            parser.add_argument(flag, **given)


def given_settings(arguments: argparse.Namespace, config: type) -> dict[str, Any]:
    """Return the fields that the command line sets, by name."""
    names = [name for name in typing.get_type_hints(config) if name != "players"]
    given = {name: getattr(arguments, name) for name in names if hasattr(arguments, name)}
    if arguments.players is not None:
        players = whole_numbers("--players", arguments.players, "2 or 2,3,4")
        arguments.players = players[0] if len(players) == 1 else None
        given |= {"players": tuple(players)} if len(players) > 1 else {}
    options = game_options(arguments)
    return {**given, "options": options} if options else given


def _parser_of_lists(kind: type) -> Any:
    convert = whole if kind is int else kind

    def parse(text: str) -> tuple:
        return tuple(convert(part.strip()) for part in text.split(",")) if text.strip() else ()

    parse.__name__ = f"list of {kind.__name__}"
    return parse


def _as_text(default: Any) -> str:
    return ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
