"""Command lines: a parser that raises our errors and suggests names, and the arguments that several commands share."""

import argparse
import textwrap
from typing import Any, NoReturn

from dig_envs.core.errors import ArgumentError, nearest
from dig_envs.training.process.defaults import HERE

AGENT_HELP = "me=NAME is shown as me, mybot.py:bot is taken from that file, which is run"

CONSTANTS: dict[str, Any] = {"true": True, "false": False, "none": None}


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` without abbreviations; bad input raises `ArgumentError`, and help ends with examples.

    Args:
        command: such as "arena".
        description: what the command does.
        examples: one a line.
    """

    def __init__(self, command: str, description: str, examples: str):
        epilog = "examples:\n" + textwrap.indent(textwrap.dedent(examples).strip(), "  ")
        layout = argparse.RawDescriptionHelpFormatter
        program = f"dig-envs {command}".strip()
        super().__init__(program, description=description, epilog=epilog, formatter_class=layout, allow_abbrev=False)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments.

        Raises:
            ArgumentError: an unknown argument (the message names the nearest), a missing one, or a value of another kind.
        """
        found, unknown = self.parse_known_args(args, namespace)
        if unknown:
            name = unknown[0].partition("=")[0]
            raise ArgumentError(f'unknown argument "{name}"; {nearest(name, self.known(), "arguments")}')
        return found

    def known(self) -> list[str]:
        """List the names of all arguments that begin with two hyphens."""
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(message)


def add_game(parser: Parser, required: bool = True) -> None:
    """Add the argument `--game`."""
    parser.add_argument("--game", required=required, metavar="ID", help='a game of "dig-envs games", such as dig_v0')


def add_ray(parser: Parser, verb: str) -> None:
    """Add the argument `--ray`; `verb` says what is done on the cluster."""
    where = f"{verb} on the Ray cluster at host:port, or at auto, that of this machine; without an address one is started here"
    parser.add_argument("--ray", nargs="?", const=HERE, metavar="ADDRESS", help=where)


def add_options(parser: Parser) -> None:
    """Add the arguments `--players` and `--option`."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play at a table (default: 2)")
    help_text = "an option of the game, such as scents=true; repeatable"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=help_text)


def game_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what `--players` and `--option` say as the keywords that a game takes.

    Raises:
        ArgumentError: an option without a value.
    """
    options: dict[str, Any] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise ArgumentError(f'--option {text} has no value; write it as in "--option scents=true"')
        options[name.strip()] = parse_value(value.strip())
    if arguments.players is not None:
        options["num_players"] = arguments.players
    return options


def parse_value(text: str) -> Any:
    """Parse the value that a text stands for: true, false, none, a number, or the text itself.

    >>> [parse_value(text) for text in ("true", "12", "0.5", "win")]
    [True, 12, 0.5, 'win']
    """
    if text.lower() in CONSTANTS:
        return CONSTANTS[text.lower()]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def whole_numbers(argument: str, text: str, example: str) -> list[int]:
    """Read whole numbers that are separated by commas.

    Args:
        argument: what they are given as, such as "--seeds".
        text: what was given.
        example: for the message.

    Raises:
        ArgumentError: it is something else.
    """
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ArgumentError(f'{argument} are whole numbers, such as {example}, not "{text}"') from None


def split_agents(text: str) -> list[str]:
    """Split the value of `--agents` at its commas."""
    return [name.strip() for name in text.split(",")] if text.strip() else []
