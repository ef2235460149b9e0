"""Colour the text of a table for a terminal."""

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import TextIO

CODES = {"bold": "1", "faint": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "purple": "35", "cyan": "36"}
TO_ACT = re.compile(r">\d ")
LEGENDS = re.compile(r".*> (to act|asked)|.*#0 plot of 0")


def wants_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal with colours and NO_COLOR (https://no-color.org) is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def colour_lines(lines: list[str], colours: Mapping[str, str]) -> list[str]:
    """Colour the lines of a table's text: heading, question, the seat to act, and the game's own patterns.

    Args:
        lines: all lines of the text.
        colours: a colour for each regular expression without capturing groups: the drawing module's `TEXT_COLOURS`.
    """
    return [_coloured(number, line, tuple(colours.items())) for number, line in enumerate(lines)]


def in_colour(words: str, *styles: str) -> str:
    """Wrap words in the terminal codes of some styles: a colour, bold or faint.

    >>> in_colour("red", "red", "bold")
    '\\x1b[31;1mred\\x1b[0m'
    """
    return f"\x1b[{';'.join(CODES[style] for style in styles)}m{words}\x1b[0m" if words else words


def _coloured(number: int, line: str, colours: tuple[tuple[str, str], ...]) -> str:
    if number == 0:
        return in_colour(line, "bold")
    if number == 1:
        return in_colour(line, "bold", "cyan")
    if LEGENDS.fullmatch(line):
        return in_colour(line, "faint")
    mark = TO_ACT.match(line)
    start = mark.end() if mark else 0
    head = in_colour(line[:start], "bold", "yellow")
    if not colours:
        return head + line[start:]
    names = [name for _, name in colours]
    return head + _pattern(colours).sub(lambda match: in_colour(match[0], names[(match.lastindex or 1) - 1]), line[start:])


@cache
def _pattern(colours: tuple[tuple[str, str], ...]) -> re.Pattern:
    return re.compile("|".join(f"({expression})" for expression, _ in colours))
