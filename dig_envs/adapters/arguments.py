"""Check arguments of the adapters."""

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dig_envs.core.errors import ArgumentError, UnknownOptionError, nearest, unexpected
from dig_envs.core.game import Game, Options

ILLEGAL = ("end", "raise")


def one_of(name: str, value: Any, choices: Iterable[str]) -> str:
    """Check that a value is one of some names, and return it.

    >>> one_of("illegal", "rais", ILLEGAL)
    Traceback (most recent call last):
    dig_envs.core.errors.ArgumentError: illegal cannot be 'rais'; did you mean "raise"? (illegal: end, raise)
    """
    if not isinstance(value, str) or value not in choices:
        raise ArgumentError(f"{name} cannot be {value!r}; {nearest(value, choices, name)}")
    return value


def parse_options(game: Game, adapter: Callable, options: Mapping[str, Any]) -> Options:
    """Parse the keywords of an adapter that are options of the game.

    Raises:
        UnknownOptionError: a keyword is neither an argument of the adapter nor an option; the message lists both.
        OptionError: an option has an invalid value.
    """
    known = [item.name for item in dataclasses.fields(game.options)]
    arguments = [name for name in inspect.signature(adapter).parameters if name not in ("self", "game", "options")]
    for name in options:
        if name not in known:
            raise UnknownOptionError(unexpected(game.id, name, [*arguments, *known], "arguments and options"))
    return game.parse_options(**options)
