"""Command lines: a parser that raises our errors and suggests names, and the arguments that several commands share."""

import argparse
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.training.process.defaults import HERE
from dig_envs.utils.files import check_replaceable

AGENT_HELP = "me=NAME names an agent me, mybot.py:bot loads an agent from that file and runs the file"
GAME_HELP = 'a game of "dig-envs games", such as dig_v0'
GAME_ID = re.compile(r"\w+_v\d+")

CONSTANTS: dict[str, Any] = {"true": True, "false": False, "none": None}


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` without abbreviations; bad input raises `ArgumentError`, and the help ends with examples.

    Args:
        program: the command line before the arguments, such as "dig-envs arena".
        description: what the command does.
        examples: one per line.

    Attributes:
        requires_game: whether `parse_args` refuses a command line without a game.
    """

    def __init__(self, program: str, description: str, examples: str):
        epilog = "examples:\n" + textwrap.indent(textwrap.dedent(examples).strip(), "  ")
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(program, description=description, epilog=epilog, formatter_class=layout, allow_abbrev=False)
        self.requires_game = False
        self.register("type", int, whole)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments.

        Raises:
            ArgumentError: an argument is unknown (the message names the nearest one), missing, or has a wrong value.
        """
        given, unknown = self.parse_known_args(args, namespace)
        if unknown:
            name = unknown[0].partition("=")[0]
            raise ArgumentError(f'unknown argument "{name}"; {nearest(name, self.option_names(), "arguments")}')
        if self.requires_game and given.game is None:
            raise ArgumentError(f"the game is missing: name {GAME_HELP}")
        return given

    def option_names(self) -> list[str]:
        """List the names of all arguments that begin with two hyphens."""
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(message)


def store_game(arguments: argparse.Namespace, game: str) -> None:
    """Store the game of a command line.

    Raises:
        ArgumentError: the command line also names another game.
    """
    if getattr(arguments, "game", None) not in (None, game):
        raise ArgumentError(f'the command line names two games, "{arguments.game}" and "{game}": name one')
    arguments.game = game


class _StoreGame(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, value: Any, option_string: str | None = None) -> None:
        if value not in (None, argparse.SUPPRESS):  # argparse also calls the action of an absent positional argument
            store_game(namespace, value)


def add_game(parser: Parser, required: bool = True, meaning: str = GAME_HELP, default: Any = None) -> None:
    """Add the argument GAME, which may also be written `--game GAME`."""
    parser.add_argument("game", nargs="?", metavar="GAME", action=_StoreGame, default=default, help=meaning)
    add_game_option(parser, default)
    parser.requires_game = required


def add_game_option(parser: Parser, default: Any = None) -> None:
    """Add `--game GAME`, which the help does not list: GAME is a positional argument of all commands."""
    parser.add_argument("--game", metavar="GAME", action=_StoreGame, default=default, help=argparse.SUPPRESS)


def add_renamed(parser: Parser, flag: str, old: str, **settings: Any) -> None:
    """Add an argument that had another name before. The old name is accepted; the help does not list it."""
    action = parser.add_argument(flag, **settings)
    parser.add_argument(old, **{**settings, "dest": action.dest, "help": argparse.SUPPRESS})


def add_ray(parser: Parser, verb: str) -> None:
    """Add the argument `--ray`; `verb` says what the cluster does."""
    meaning = f"{verb} on a Ray cluster: host:port, or auto for this machine's cluster; without a value, start one here"
    parser.add_argument("--ray", nargs="?", const=HERE, metavar="ADDRESS", help=meaning)


def add_json(parser: Parser, what: str = "one JSON object") -> None:
    """Add the argument `--json`."""
    parser.add_argument("--json", action="store_true", help=f"print {what}, and nothing else")


def add_chart(parser: Parser, drawn: str) -> None:
    """Add the argument `--chart`, which `check_chart` checks."""
    parser.add_argument("--chart", type=Path, metavar="FILE", help=f"draw {drawn} (.png, .svg or .pdf)")


def add_options(parser: Parser, several: bool = False) -> None:
    """Add the arguments `--players` and `--option`; with `several`, `--players` is a text that may list several numbers."""
    meaning = "number of players (default: 2)"
    if several:
        parser.add_argument("--players", metavar="N,N,...", help=f"{meaning}; several, such as 2,3,4, share the games")
    else:
        parser.add_argument("--players", type=int, metavar="N", help=meaning)
    meaning = "an option of the game, such as scents=true; repeatable"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=meaning)


def game_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return `--players` and `--option` as the keywords that a game takes.

    Raises:
        ArgumentError: an option has no value or is given twice.
    """
    options = named_values("--option", arguments.option)
    if arguments.players is not None:
        if "num_players" in options:
            raise ArgumentError("--players and --option num_players are the same option: give one of them")
        options["num_players"] = arguments.players
    return options


def named_values(flag: str, texts: Sequence[str]) -> dict[str, Any]:
    """Convert arguments of the form NAME=VALUE to a dictionary.

    Raises:
        ArgumentError: a name has no value or is given twice.
    """
    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArgumentError(f'{flag} {text} has no value; write it as in "{flag} scents=true"')
        if name.strip() in values:
            raise ArgumentError(f"{flag} {name.strip()} is given twice: give it once")
        values[name.strip()] = parse_value(value.strip())
    return values


def parse_value(text: str) -> Any:
    """Convert a text to true, false, none or a number; any other text stays a text.

    >>> [parse_value(text) for text in ("true", "12", "1e3", "0.5", "win")]
    [True, 12, 1000, 0.5, 'win']
    """
    if text.lower() in CONSTANTS:
        return CONSTANTS[text.lower()]
    for kind in (whole, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def whole(text: str) -> int:
    """Convert a text to a whole number. All parsers use this function for arguments of the type int.

    >>> whole("12"), whole("2_000"), whole("2e6")
    (12, 2000, 2000000)

    Raises:
        ValueError: the text is no whole number.
    """
    try:
        return int(text)
    except ValueError:
        if not float(text).is_integer():
            raise
        return int(float(text))


def changed_arguments(parser: Parser, given: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """Return the words of a command line that set those of the named arguments whose values are not the defaults."""
    words: list[str] = []
    for name in names:
        value, flag = getattr(given, name), f"--{name.replace('_', '-')}"
        if value == parser.get_default(name):
            continue
        for each in value if isinstance(value, list) else [value]:
            words += [flag] if each is True else [flag, str(each)]
    return words


def check_writable(argument: str, path: Path | None) -> None:
    """Refuse a file that cannot be written, before games are played for it. Its folder is made.

    Raises:
        ArgumentError: the file cannot be written.
    """
    if path is not None:
        try:
            check_replaceable(path)
        except OSError as error:
            raise ArgumentError(f"{argument} {path} cannot be written: {error.strerror or error}") from error


def check_chart(path: Path | None) -> None:
    """Refuse a chart that cannot be drawn or written.

    Raises:
        ArgumentError: the file has an unknown ending, or cannot be written.
    """
    from dig_envs.training.show.charts import check_chart_path

    if path is not None:
        check_chart_path(path)
        check_writable("--chart", path)


def check_new(argument: str, path: Path | None) -> None:
    """Refuse to replace a file that exists.

    Raises:
        ArgumentError: the file exists.
    """
    if path is not None and path.exists():
        raise ArgumentError(f"{argument} {path} exists already: choose another name, or delete the file")


def whole_numbers(argument: str, text: str, example: str) -> list[int]:
    """Convert a text of whole numbers that commas separate.

    Args:
        argument: the name of the argument, such as "--seeds".
        text: its value.
        example: a valid value, for the message.

    Raises:
        ArgumentError: the text holds anything else.
    """
    try:
        return [whole(part) for part in text.split(",")]
    except ValueError:
        raise ArgumentError(f'{argument} are whole numbers, such as {example}, not "{text}"') from None


def split_agents(text: str) -> list[str]:
    """Split the value of `--agents` at its commas."""
    return [name.strip() for name in text.split(",")] if text.strip() else []
