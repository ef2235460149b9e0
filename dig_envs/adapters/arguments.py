"""Check arguments of the adapters."""

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from dig_envs.core.errors import UnknownOptionError, unexpected
from dig_envs.core.game import Game, Options

ILLEGAL_EFFECTS = ("end", "raise")


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
