"""Agents for the games of dig-envs, found by name: `agents.make("expert", game="dig_v0")`.

Scripted bots of a game stand in `agents/<game>.py`, named as the game's package; its `LADDER` lists them from
weak to strong as (name, sentence, function). A new game's bots are such a file, and nothing else.
"""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from dig_envs.core.agent import Agent, Bot, with_noise_of
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError, nearest
from dig_envs.core.game import Game

__all__ = ["Entry", "describe", "make", "names"]

MODEL_SUFFIX = ".zip"


class Entry(NamedTuple):
    """A scripted bot as it is listed."""

    name: str
    sentence: str
    function: Any


def describe(game: str | Game) -> list[Entry]:
    """The scripted bots of a game in ladder order, weakest first, each with a sentence.

    >>> [entry.name for entry in describe("dig_v0")]
    ['random', 'greedy', 'expert']
    """
    from agents.random import RANDOM

    module = f"agents.{game_of(game).id.rpartition('_v')[0]}"
    ladder = import_module(module).LADDER if find_spec(module) else ()
    return [Entry(*RANDOM), *(Entry(*row) for row in ladder)]


def names(game: str | Game) -> list[str]:
    """The names of a game's scripted bots in ladder order."""
    return [entry.name for entry in describe(game)]


def make(name: str | os.PathLike, *, game: str | Game, **arguments: Any) -> Agent:
    """An agent by its name, or a learned one by the path of its model.

    Args:
        name: a name of `names(game)`, with a share of random moves if you like ("greedy@0.3"); or a path: one that ends in
            ".zip", or an existing file.
        game: an id of `dig_envs.games()`, or the game.
        **arguments: `noise`, a scripted bot's share of random moves (0 to 1).

    Raises:
        UnknownAgentError: no such bot; the message names the nearest, and all.
        ArgumentError: an argument that the agent does not take.

    >>> make("greedy", game="dig_v0", noise=0.1) == make("greedy@0.1", game="dig_v0")
    True
    """
    found = game_of(game)
    return with_noise_of(os.fspath(name), lambda plain: _make(plain, found, **arguments))


def _make(name: str, game: Game, **arguments: Any) -> Agent:
    bots = {entry.name: entry for entry in describe(game)}
    if name in bots:
        return _bot(bots[name], game, **arguments)
    if name.endswith(MODEL_SUFFIX) or os.path.isfile(name):
        from agents.learned import load

        return load(name, game, **arguments)
    raise UnknownAgentError(f'{game.id} has no agent "{name}"; {nearest(name, bots, "agents")}')


def _bot(entry: Entry, game: Game, **arguments: Any) -> Bot:
    for argument in arguments:
        if argument != "noise":
            known = nearest(argument, ["noise"], "arguments")
            raise ArgumentError(f'agent {entry.name} takes no argument "{argument}"; {known}')
    return Bot(entry.name, entry.sentence, game, entry.function, **arguments)
