"""Make agents for the games of dig-envs by name: `agents.make("expert", game="dig_v0")`.

Each game has a package of scripted bots, `agents/<game>/`, named after the game's id without its version. `LADDER` of the
package lists the bots from weak to strong as (name, sentence, function). Every game has a search agent (`agents/search/`), and
some games have trained agents (`agents/trained/`). For a game of another distribution, this package has the bot `random` only;
its other bots come from the entry-point group `dig_envs.agents`.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dig_envs.agents import trained
from dig_envs.agents.measured import ratings
from dig_envs.agents.modules import module_of
from dig_envs.core.agent import Agent, Bot
from dig_envs.core.agent_names import asks_a_server, resolve_agent
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError, UnknownArgumentError, nearest, unexpected
from dig_envs.core.game import FULL, Game, Options

if TYPE_CHECKING:
    from dig_envs.agents.language_model.agent import TextAgent

__all__ = ["BotDescription", "describe", "make", "more_names", "names", "names_for", "ratings", "text_agent"]

if __name__ != "dig_envs.agents":
    raise ImportError("the package is called dig_envs.agents; the folder agents/ of a clone is not a package")

MODEL_SUFFIX = ".zip"
SEARCH = "search"
EQUILIBRIUM = "equilibrium"
LOAD_ARGUMENTS = ("deterministic", "features")  # of `dig_envs.agents.learned.load`


class BotDescription(NamedTuple):
    """Describes a scripted bot."""

    name: str
    sentence: str
    function: Any


def describe(game: str | Game) -> list[BotDescription]:
    """List the scripted bots of a game, from weak to strong.

    >>> [bot.name for bot in describe("dig_v0")]
    ['random', 'greedy', 'expert']
    """
    from dig_envs.agents.random import RANDOM

    return [BotDescription(*RANDOM), *(BotDescription(*row) for row in getattr(module_of(game_of(game)), "LADDER", ()))]


def names(game: str | Game) -> list[str]:
    """List the names of a game's scripted bots, from weak to strong."""
    return [bot.name for bot in describe(game)]


def more_names(game: str | Game) -> list[str]:
    """List the names of a game's other agents: the search agent, the trained agents and, with variants, the equilibrium."""
    game = game_of(game)
    return [SEARCH, *trained.names(game), *([EQUILIBRIUM] if game.options.variants else [])]


def names_for(game: str | Game, options: Options) -> list[str]:
    """List the names of all agents of a game that can play with these options; networks are not loaded."""
    small = getattr(options, "variant", FULL) != FULL
    return [*names(game), SEARCH, *trained.names_for(game_of(game), options), *([EQUILIBRIUM] if small else [])]


def make(name: str | os.PathLike, *, game: str | Game, **arguments: Any) -> Agent:
    """Make an agent from a name, or from the path of a model.

    Args:
        name: one of these forms; a label in front, as in "me=greedy", is shown in tables and pictures instead of the name
            (`Agent.label`).

            - the name of a scripted bot, optionally with a share of random moves: "greedy@0.3";
            - "search", optionally with settings: "search:playouts=300";
            - "equilibrium", which plays small variants of a game (`dig_envs.exact.EquilibriumAgent`);
            - the name of a trained agent, such as "ppo" (see `dig_envs.agents.trained.names`);
            - "llm:MODEL@URL", a language model on a server (see `dig_envs.agents.language_model.server`);
            - the path of a model: it ends in ".zip", or the file exists;
            - a Python file, which is executed, and the name of an agent in it: "mybot.py:bot".
        game: the id of a game, or the game.
        **arguments: for a scripted bot `noise`, the share of random moves (0 to 1); for a search the fields of
            `dig_envs.agents.search.Settings` and `num_threads`; for a language model its settings; for a model the arguments
            of `dig_envs.agents.learned.load`.

    Raises:
        UnknownAgentError: the game has no such agent; the message suggests the nearest name and lists all names.
        UnknownArgumentError: the agent does not take an argument.

    >>> make("greedy", game="dig_v0", noise=0.1) == make("greedy@0.1", game="dig_v0")
    True
    """
    game = game_of(game)
    if not isinstance(name, str | os.PathLike):
        raise ArgumentError(f"the name of an agent is a string or a path, not {name!r}; {nearest(name, names(game), 'agents')}")
    return resolve_agent(os.fsdecode(name), game, lambda plain: _make(plain, game, **arguments), arguments)


def text_agent(complete: Any, name: str = "text", **arguments: Any) -> "TextAgent":
    """Make an agent that asks a language model, from a function `messages -> text`; see `TextAgent` for the arguments.

    >>> agent = text_agent(lambda messages: '{"action": 1}', name="first")
    """
    from dig_envs.agents.language_model.agent import TextAgent

    return TextAgent(complete, name, **arguments)


def _make(name: str, game: Game, **arguments: Any) -> Agent:
    bots = {bot.name: bot for bot in describe(game)}
    if name in bots:
        bot = bots[name]
        return Bot(name, bot.sentence, game, bot.function, **_checked(arguments, f"agent {name}", ["noise"]))
    if asks_a_server(name):
        from dig_envs.agents.language_model.server import make_server_agent

        return make_server_agent(name, **arguments)
    plain, _, words = name.partition(":")
    if plain == SEARCH:
        from dig_envs.agents.search import make_search

        return make_search(game, words, **arguments)
    if name == EQUILIBRIUM and game.options.variants:
        from dig_envs.exact import EquilibriumAgent

        _checked(arguments, f"agent {name}", [])
        return EquilibriumAgent(game)
    if name in trained.names(game):
        return trained.load(name, game, **_checked(arguments, "a model", LOAD_ARGUMENTS))
    if name.endswith(MODEL_SUFFIX) or os.path.isfile(name):
        from dig_envs.agents.learned import load

        return load(name, game, **_checked(arguments, "a model", LOAD_ARGUMENTS))
    raise UnknownAgentError(f'{game.id} has no agent "{name}"; {nearest(name, [*bots, *more_names(game)], "agents")}')


def _checked(arguments: dict[str, Any], agent: str, known: Sequence[str]) -> dict[str, Any]:
    """Return the arguments, or raise an error for the first unknown one."""
    for argument in arguments:
        if argument not in known:
            raise UnknownArgumentError(unexpected(agent, argument, known, "arguments"))
    return arguments
