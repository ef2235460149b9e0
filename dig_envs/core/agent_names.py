"""Find agents by name: in the entry-point group `dig_envs.agents`, or in a Python file of the user."""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib.metadata import entry_points
from typing import Any

from dig_envs.core.agent import Agent, Bot, agent_for, labelled
from dig_envs.core.agent_files import names_a_file, object_from_file
from dig_envs.core.compiler import is_compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError, UnknownArgumentError, nearest, unexpected
from dig_envs.core.game import Game

AGENTS_GROUP = "dig_envs.agents"


def find_agent(name: str, game: Game, **arguments: Any) -> Agent:
    """Find an agent by name in the installed packages that offer agents (entry-point group `dig_envs.agents`).

    A name may say a share of random moves ("greedy@0.3"), what the agent is to be called ("me=runs/ppo/model.zip"), or a
    file of Python and what to take from it ("mybot.py:bot").

    An entry point names a module or object with `names(game) -> list[str]` and `make(name, game=…, **arguments)`, both called
    with a `Game`; `make` may take more than the listed names, such as the path of a model. Those of them that messages are
    to name are `more_names(game)`, if there is such a function.

    Raises:
        UnknownAgentError: nobody offers that name; the message lists who is offered.
        ArgumentError: a file fails, or holds no agent of this game.
    """
    if not isinstance(name, str):
        raise UnknownAgentError(f"an agent's name is a text, not {name!r:.80}; {nearest(name, _nameable(game), 'agents')}")
    return resolved(name, game, lambda plain: _find(plain, game, **arguments), arguments)


def resolved(name: str, game: Game, make: Callable[[str], Agent], arguments: Mapping[str, Any]) -> Agent:
    """Make an agent by what a name says beside the agent: a label, a file, a share of random moves.

    Args:
        name: such as "me=greedy@0.3", or "mybot.py:bot".
        game: what it is to play.
        make: makes the agent of a plain name.
        arguments: what the agent is made with; one from a file takes none.

    Raises:
        ArgumentError: no share from 0 to 1, no scripted bot, no agent in the file, or two labels or shares.
    """
    label, named = split_label(name)
    plain, share = _split_noise(named)
    if split_label(plain)[0] or _split_noise(plain)[1]:  # so that `runs_a_file` sees what is found in the end
        raise ArgumentError(f'"{name}" has more than one label or share of random moves')
    agent = _from_file(plain, game, arguments) if names_a_file(plain) else make(plain)
    if share:
        if not isinstance(agent, Bot):
            raise ArgumentError(f'"{named}": only scripted bots take noise')
        agent = agent.with_noise(float(share))
    return labelled(agent, label) if label else agent


def runs_a_file(name: str) -> bool:
    """Tell whether finding the agent of this name runs a file of Python: ask before names that others wrote are used.

    >>> runs_a_file("me=mybot.py:bot@0.1"), runs_a_file("runs/ppo/model.zip")
    (True, False)
    """
    return names_a_file(_split_noise(split_label(name)[1])[0])


def unnamed_files(names: Iterable[Any], trusted: Collection[str]) -> list[str]:
    """Return the names that run a file of Python which the user has not named: agents that a file from elsewhere asks for.

    Args:
        names: of the agents; what is no name is left out.
        trusted: the names that the user has given.
    """
    return [name for name in names if isinstance(name, str) and runs_a_file(name) and name not in trusted]


def _split_noise(name: str) -> tuple[str, str]:
    """Split the share of random moves from a name; it is empty if there is none."""
    plain, _, share = name.rpartition("@")
    return (plain, share) if plain and _is_number(share) else (name, "")


def split_label(name: str) -> tuple[str, str]:
    """Split what an agent is to be called from the agent; the label is empty if there is none.

    >>> split_label("me=runs/ppo/model.zip"), split_label("search:playouts=300")
    (('me', 'runs/ppo/model.zip'), ('', 'search:playouts=300'))
    """
    label, equals, rest = name.partition("=")
    if not equals or not label.strip() or any(mark in label for mark in ":/\\@"):
        return "", name
    return label.strip(), rest.strip()


def _from_file(name: str, game: Game, arguments: Mapping[str, Any]) -> Agent:
    """Load the agent that a file of Python holds: an `Agent`, or a compiled function that is to be a bot."""
    for argument in arguments:
        raise UnknownArgumentError(unexpected(name, argument, (), "arguments of an agent from a file"))
    found = object_from_file(name)
    if is_compiled(found):
        found = Bot(found.__name__, "", game, found)
    if not isinstance(found, Agent):
        raise ArgumentError(f"{name} is no agent but of type {type(found).__name__}: {_remedy(found)}")
    if not isinstance(getattr(found, "name", None), str):
        raise ArgumentError(f'{name}: the agent has no name; write name = "..." in its class')
    if type(found).act is Agent.act:
        raise ArgumentError(f"{name}: the agent writes no act(decisions), which chooses its actions")
    agent = agent_for(game, found)
    if isinstance(agent, Bot):
        engine_of(game).bots([agent.function])  # so that what does not compile is said now
    return agent


def _remedy(found: Any) -> str:
    """Say how the object of a file could be made an agent."""
    if isinstance(found, type) and issubclass(found, Agent):
        return f"make one of it, as in bot = {found.__name__}()"
    if callable(found):
        return "mark it @compiled (dig_envs.core.compiler.compile), or write a subclass of Agent"
    return "an Agent or a compiled function is wanted"


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _find(name: str, game: Game, **arguments: Any) -> Agent:
    offered = offered_agents(game)
    if name in offered:
        return offered[name].make(name, game=game, **arguments)
    for provider in _providers():
        try:
            return provider.make(name, game=game, **arguments)
        except UnknownAgentError:
            continue
    raise UnknownAgentError(f'{game.id} has no agent "{name}"; {nearest(name, _nameable(game), "agents")}')


def offered_agents(game: Game) -> dict[str, Any]:
    """List the names of the agents of a game, in each provider's own order, with the provider of each."""
    return {name: provider for provider in _providers() for name in provider.names(game)}


def _nameable(game: Game) -> list[str]:
    """List all agents that a message may name: those offered, and what else providers make by name."""
    more = [getattr(provider, "more_names", None) for provider in _providers()]
    return [*offered_agents(game), *(name for names in more if names for name in names(game))]


def _providers() -> list[Any]:
    return [entry.load() for entry in entry_points(group=AGENTS_GROUP)]
