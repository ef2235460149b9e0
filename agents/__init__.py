"""Agents for the games of dig-envs, found by name: `agents.make("expert", game="dig_v0")`.

The scripted bots of a game stand in the package `agents/<game>/`, named after the game's id without its version; its `LADDER`
lists them from weak to strong as (name, sentence, function). Bots of a game from outside come with it, through the entry-point
group `dig_envs.agents`; here such a game has `random` alone. Every game has a search agent (`agents/search/`), and some have
agents that come trained (`agents/trained/`).
"""

import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from dig_envs.agents import trained
from dig_envs.agents.modules import module_of
from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import resolved
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError, UnknownArgumentError, nearest, unexpected
from dig_envs.core.game import Game

__all__ = ["Entry", "describe", "make", "more_names", "names"]

if __name__ != "dig_envs.agents":
    raise ImportError("the package is called dig_envs.agents; the folder agents/ of a clone is not imported by its own name")

MODEL_SUFFIX = ".zip"
SEARCH = "search"
LOADING = ("deterministic", "features")  # what `dig_envs.agents.learned.load` takes


class Entry(NamedTuple):
    """A scripted bot as it is listed."""

    name: str
    sentence: str
    function: Any


def describe(game: str | Game) -> list[Entry]:
    """List the scripted bots of a game in ladder order, weakest first, each with a sentence.

    >>> [entry.name for entry in describe("dig_v0")]
    ['random', 'greedy', 'expert']
    """
    from dig_envs.agents.random import RANDOM

    return [Entry(*RANDOM), *(Entry(*row) for row in _ladder(game_of(game)))]


def _ladder(game: Game) -> Sequence[tuple]:
    """Return the game's own bots, or none where this package has none for it."""
    return getattr(module_of(game), "LADDER", ())


def names(game: str | Game) -> list[str]:
    """List the names of a game's scripted bots in ladder order."""
    return [entry.name for entry in describe(game)]


def more_names(game: str | Game) -> list[str]:
    """List what else `make` takes by name: the search, and the agents that come trained."""
    return [SEARCH, *trained.names(game_of(game))]


def make(name: str | os.PathLike, *, game: str | Game, **arguments: Any) -> Agent:
    """Make an agent by its name, or a learned one by the path of its model.

    Args:
        name: a name of `names(game)`, with a share of random moves if you like ("greedy@0.3"); "search", with settings if
            you like ("search:playouts=300"); an agent that comes trained, such as "ppo", of `dig_envs.agents.trained.names(game)`; a
            path: one that ends in ".zip", or an existing file; or a file of Python, which is run, and the agent to take from
            it ("mybot.py:bot"). "me=..." has it called "me".
        game: an id of `dig_envs.games()`, or the game.
        **arguments: `noise`, a scripted bot's share of random moves (0 to 1); the fields of `dig_envs.agents.search.Settings`, and
            `num_threads`, for a search; those of `dig_envs.agents.learned.load` for a model.

    Raises:
        UnknownAgentError: no such bot; the message names the nearest, and all.
        UnknownArgumentError: an argument that the agent does not take.

    >>> make("greedy", game="dig_v0", noise=0.1) == make("greedy@0.1", game="dig_v0")
    True
    """
    found = game_of(game)
    if not isinstance(name, str | os.PathLike):
        raise ArgumentError(f"an agent is named by a text or a path, not {name!r}; {nearest(name, names(found), 'agents')}")
    return resolved(os.fsdecode(name), found, lambda plain: _make(plain, found, **arguments), arguments)


def _make(name: str, game: Game, **arguments: Any) -> Agent:
    bots = {entry.name: entry for entry in describe(game)}
    if name in bots:
        return _bot(bots[name], game, **arguments)
    plain, _, words = name.partition(":")
    if plain == SEARCH:
        from dig_envs.agents.search import make_search

        return make_search(game, words, **arguments)
    if name in trained.names(game):
        return trained.load(name, game, **_for_loading(arguments))
    if name.endswith(MODEL_SUFFIX) or os.path.isfile(name):
        from dig_envs.agents.learned import load

        return load(name, game, **_for_loading(arguments))
    raise UnknownAgentError(f'{game.id} has no agent "{name}"; {nearest(name, [*bots, *more_names(game)], "agents")}')


def _for_loading(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return arguments as they are, or refuse one that no model takes."""
    for argument in arguments:
        if argument not in LOADING:
            raise UnknownArgumentError(unexpected("a model", argument, LOADING, "arguments"))
    return arguments


def _bot(entry: Entry, game: Game, **arguments: Any) -> Bot:
    for argument in arguments:
        if argument != "noise":
            raise UnknownArgumentError(unexpected(f"agent {entry.name}", argument, ["noise"], "arguments"))
    return Bot(entry.name, entry.sentence, game, entry.function, **arguments)
