"""Check arguments of the adapters."""

import dataclasses
import inspect
from collections.abc import Mapping
from typing import Any, get_args

from dig_envs.adapters.options import IllegalEffect
from dig_envs.core.errors import UnknownOptionError, unexpected
from dig_envs.core.game import Game, Options

ILLEGAL_EFFECTS = get_args(IllegalEffect)


def parse_options(game: Game, adapter: type, options: Mapping[str, Any]) -> Options:
    """Parse the keywords of an adapter, a class, that are options of the game.

    Raises:
        UnknownOptionError: a keyword is neither an argument of the adapter nor an option; the message lists both.
        OptionError: an option has an invalid value.
    """
    known = [item.name for item in dataclasses.fields(game.options)]
    for name in options:
        if name not in known:
            raise UnknownOptionError(unexpected(game.id, name, [*_keywords(adapter), *known], "arguments and options"))
    return game.parse_options(**options)


def _keywords(adapter: type) -> list[str]:
    """Return the names of an adapter's own keywords; `**arguments` stands for those of its base class."""
    names = [name for name in inspect.signature(adapter).parameters if name not in ("game", "arguments", "options")]
    return [*_keywords(adapter.__mro__[1]), *names] if "arguments" in inspect.signature(adapter).parameters else names
