"""Shorten Numba's compile errors of bots and feature encoders, which fill a screen, to one sentence."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dig_envs.core.errors import ArgumentError, nearest

if TYPE_CHECKING:
    from dig_envs.core.game import Game

PLACE = re.compile(r'File "([^"]+)", line (\d+)')
UNKNOWN_FIELD = re.compile(r"Unknown attribute '(\w+)' of type Record\(")
UNKNOWN_NAME = re.compile(r"name '(\w+)' is not defined")
MAX_REASON = 300  # characters of a reason
ABOUT_NUMBA = ("Failed in", "During:", "File ", "<source", "Unknown attribute", "There are")


@contextmanager
def plain_errors(kind: str, function: Callable, game: "Game") -> Iterator[None]:
    """Convert Numba's errors in the `with` block to an ArgumentError.

    Args:
        kind: the function's role for the message, such as "bot".
        function: the function that is compiled.
        game: the game that it is compiled for.
    """
    from numba import errors

    try:
        yield
    except (errors.NumbaError, KeyError) as error:
        words = str(error)
        reason = _no_field(str(error.args[0]), game) if isinstance(error, KeyError) else _reason(words, game)
        place = _place(words, function)
        raise ArgumentError(f"{kind} {function.__name__} does not compile for {game.id}{place}: {reason}") from error


def _place(words: str, function: Callable) -> str:
    """Return " (file, line N)" with the last line of the function's file that the error mentions."""
    file = os.path.basename(function.__code__.co_filename)
    lines = [line for path, line in PLACE.findall(words) if os.path.basename(path) == file]
    return f" ({file}, line {lines[-1]})" if lines else f" ({file})"


def _reason(words: str, game: "Game") -> str:
    field, name = UNKNOWN_FIELD.search(words), UNKNOWN_NAME.search(words)
    if field:
        return _no_field(field[1], game)
    if name:
        return f'the name "{name[1]}" is not defined'
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    about_code = [line for line in lines if not line.startswith(ABOUT_NUMBA)]
    return " ".join((about_code or lines or ["no reason is given"])[:2])[:MAX_REASON]


def _no_field(field: str, game: "Game") -> str:
    known = {*(game.table.names or ()), *(game.seat.names or ())}
    return f'its records have no field "{field}"; {nearest(field, known, "fields of table and seat")}'
