"""Check the arguments that the adapters share."""

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dig_envs.core.batch.batch import SEED_LIMIT, checked_seed
from dig_envs.core.errors import ArgumentError, UnknownOptionError, nearest, unexpected
from dig_envs.core.game import Game, Options

ILLEGAL = ("end", "raise")


def one_of(name: str, value: Any, choices: Iterable[str]) -> str:
    """Return the value if it is one of these names.

    >>> one_of("illegal", "rais", ILLEGAL)
    Traceback (most recent call last):
    dig_envs.core.errors.ArgumentError: illegal can't be 'rais'; did you mean "raise"? (illegal: end, raise)
    """
    if not isinstance(value, str) or value not in choices:
        raise ArgumentError(f"{name} can't be {value!r}; {nearest(value, choices, name)}")
    return value


def seed_of_sum(seed: Any) -> int:
    """Return a seed, or the one that a sum of a seed and a number of a table stands for: after the last one comes 0.

    >>> seed_of_sum(2**63 + 1)
    1
    """
    if type(seed) is int and SEED_LIMIT <= seed < 2 * SEED_LIMIT:
        return seed - SEED_LIMIT
    return checked_seed(seed)


def parse_options(game: Game, adapter: Callable, options: Mapping[str, Any]) -> Options:
    """Validate the options of a game among the keywords that an adapter does not take itself.

    Raises:
        UnknownOptionError: a keyword that neither the adapter nor the game knows; the message names the valid ones of both.
        OptionError: a value that an option does not take.
    """
    known = [item.name for item in dataclasses.fields(game.options)]
    arguments = [name for name in inspect.signature(adapter).parameters if name not in ("self", "game", "options")]
    for name in options:
        if name not in known:
            raise UnknownOptionError(unexpected(game.id, name, [*arguments, *known], "arguments and options"))
    return game.parse_options(**options)
