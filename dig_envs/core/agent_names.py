"""Find agents by name: in the entry-point group `dig_envs.agents`, or in a Python file.

A name has up to three parts, `label=agent@noise`: "greedy", "greedy@0.3", "me=runs/ppo/model.zip", "mybot.py:bot". The name of
a language model contains its server: "llm:qwen3@http://127.0.0.1:8000/v1".
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib.metadata import entry_points
from typing import Any, NamedTuple, Protocol

from dig_envs.core.agent import Agent, Bot, checked_agent, with_label
from dig_envs.core.agent_files import load_object, names_a_file
from dig_envs.core.compiler import is_compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError, UnknownArgumentError, nearest, unexpected
from dig_envs.core.game import Game, Options

AGENTS_GROUP = "dig_envs.agents"
OURS = "dig_envs.agents"  # our own provider, a package above this one
SERVER = "llm:"  # the beginning of the name of a language model on a server


class Provider(Protocol):
    """A module or object that offers agents (`find_agent`), with the two functions that it must have."""

    def names(self, game: Game) -> list[str]:
        """Return the names to list, from weak to strong."""

    def make(self, name: str, *, game: Game, **arguments: Any) -> Agent:
        """Return the agent of a name, or raise UnknownAgentError."""


def find_agent(name: str, game: Game, **arguments: Any) -> Agent:
    """Find an agent by name in the installed packages (entry-point group `dig_envs.agents`).

    An entry point names a module or object, the *provider*, with these functions, which are called with a `Game`:

    | function | does |
    |---|---|
    | `names(game)` | returns the names to list, from weak to strong, list of str |
    | `make(name, game=…, **arguments)` | returns the agent, or raises UnknownAgentError; may accept unlisted names |
    | `more_names(game)` | optional: returns unlisted names that error messages may suggest |
    | `names_for(game, options)` | optional: returns all names, listed or not, of agents that can play these options |
    | `ratings(game, num_players)` | optional: returns the measured `AgentRating` of agents by name |

    Args:
        name: the agent's name. A label ("me=greedy") replaces the name that tables show; a number after "@" is the
            probability of random actions ("greedy@0.3"); "mybot.py:bot" takes the object `bot` of a Python file.
        game: the game that the agent is to play.
        **arguments: arguments of the provider's `make`.

    Raises:
        UnknownAgentError: no provider has an agent of this name; the message lists the known names.
        ArgumentError: the Python file fails, or its object is no agent of this game.
    """
    if not isinstance(name, str):
        hint = nearest(name, _known_names(game), "agents")
        raise UnknownAgentError(f"an agent's name must be a string, not {name!r:.80}; {hint}")
    return resolve_agent(name, game, lambda plain: _find_offered(plain, game, **arguments), arguments)


def resolve_agent(name: str, game: Game, make: Callable[[str], Agent], arguments: Mapping[str, Any]) -> Agent:
    """Make the agent that a full name describes, with its label, Python file and noise.

    Args:
        name: a name such as "me=greedy@0.3" or "mybot.py:bot".
        game: the game that the agent is to play.
        make: makes the agent of a name without label, file and noise.
        arguments: the agent's arguments; an agent from a file takes none.

    Raises:
        ArgumentError: the noise is not from 0 to 1, or the agent is no scripted bot; the file holds no agent; or the name has
            two labels or noises.
    """
    label, named = split_label(name)
    plain, share = _split_noise(named)
    if split_label(plain)[0] or _split_noise(plain)[1]:  # `risk_of` removes only one label and one noise
        raise ArgumentError(f'"{name}" has more than one label or noise')
    is_file = names_a_file(plain) and not asks_a_server(plain)
    agent = _from_file(plain, game, arguments) if is_file else make(plain)
    if share:
        if not isinstance(agent, Bot):
            raise ArgumentError(f'"{named}": only scripted bots take noise')
        agent = agent.with_noise(float(share))
    return with_label(agent, label) if label else agent


def risk_of(name: str) -> str:
    """Return the risk of an agent's name from other people: that it runs a Python file or sends a key to a server; "" for none.

    >>> risk_of("me=mybot.py:bot@0.1"), risk_of("runs/ppo/model.zip")
    ('a file that would be run', '')
    """
    plain = _split_noise(split_label(name)[1])[0]
    if asks_a_server(plain):
        return "a server that would be asked"
    return "a file that would be run" if names_a_file(plain) else ""


def asks_a_server(name: str) -> bool:
    """Return whether a name without label is that of a language model on a server."""
    return name.startswith(SERVER)


def untrusted_names(names: Iterable[Any], trusted: Collection[str]) -> list[str]:
    """Return the names that would run a Python file or ask a server, and that the user has not given.

    Args:
        names: agent names from a file; values that are no strings are ignored.
        trusted: the names that the user has given.
    """
    return [name for name in names if isinstance(name, str) and risk_of(name) and name not in trusted]


def _split_noise(name: str) -> tuple[str, str]:
    """Split "name@noise" into name and noise; the noise is "" if the name has none."""
    plain, _, share = name.rpartition("@")
    return (plain, share) if plain and _is_number(share) else (name, "")


def split_label(name: str) -> tuple[str, str]:
    """Split "label=agent" into label and agent; the label is "" if the name has none.

    >>> split_label("me=runs/ppo/model.zip"), split_label("search:playouts=300")
    (('me', 'runs/ppo/model.zip'), ('', 'search:playouts=300'))
    """
    label, equals, rest = name.partition("=")
    if not equals or not label.strip() or any(mark in label for mark in ":/\\@"):
        return "", name
    return label.strip(), rest.strip()


def _from_file(name: str, game: Game, arguments: Mapping[str, Any]) -> Agent:
    """Load an agent from a Python file. A compiled function becomes a `Bot`."""
    for argument in arguments:
        raise UnknownArgumentError(unexpected(name, argument, (), "arguments of an agent from a file"))
    loaded = load_object(name)
    if is_compiled(loaded):
        loaded = Bot(loaded.__name__, "", game, loaded)
    if not isinstance(loaded, Agent):
        raise ArgumentError(f"{name} is not an agent but of type {type(loaded).__name__}: {_remedy(loaded)}")
    if not isinstance(getattr(loaded, "name", None), str):
        raise ArgumentError(f'{name}: the agent has no name; write name = "..." in its class')
    if type(loaded).act is Agent.act:
        raise ArgumentError(f"{name}: the agent does not define act(decisions), which chooses its actions")
    agent = checked_agent(game, loaded)
    if isinstance(agent, Bot):
        engine_of(game).bots([agent.function])  # a compile error is raised here, not during the first game
    return agent


def _remedy(loaded: Any) -> str:
    """Suggest how to turn the object into an agent."""
    if isinstance(loaded, type) and issubclass(loaded, Agent):
        return f"create an instance, as in bot = {loaded.__name__}()"
    if callable(loaded):
        return "mark it @compiled (dig_envs.core.compiler.compile), or write a subclass of Agent"
    return "use an Agent or a compiled function"


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def _find_offered(name: str, game: Game, **arguments: Any) -> Agent:
    offered = offered_agents(game)
    if name in offered:
        return offered[name].make(name, game=game, **arguments)
    for provider in _providers():
        try:
            return provider.make(name, game=game, **arguments)
        except UnknownAgentError:
            continue
    raise UnknownAgentError(f'{game.id} has no agent "{name}"; {nearest(name, _known_names(game), "agents")}')


def offered_agents(game: Game) -> dict[str, Provider]:
    """Return the provider of each listed agent of a game, by name, in the providers' order."""
    return {name: provider for provider in _providers() for name in provider.names(game)}


def default_agents(game: Game) -> list[str]:
    """Return the names of a game's scripted bots, from weak to strong.

    They are the default opponents of trainings and measurements. The last one is the default opponent of people, teacher and
    agent of playouts. `dig_envs.agents` lists the bots of our games. For other games it lists `random` alone, and the agents
    that other packages list follow.
    """
    ours = _providers()[0].names(game)
    return ours if len(ours) > 1 else list(offered_agents(game))


class AgentRating(NamedTuple):
    """The measured strength of an agent at tables of one size.

    Attributes:
        about: a sentence that describes the agent.
        rating, low, high: the rating on Elo's scale, and its 95 % interval.
        against: the agent that is the reference.
        share, share_low, share_high: the share of wins against the reference, from 0 to 1, and its 95 % interval; None for the
            reference, and if the interval is wider than 20 points.
    """

    about: str
    rating: float
    low: float
    high: float
    against: str
    share: float | None
    share_low: float | None
    share_high: float | None


def agents_for(game: Game, options: Options) -> list[str]:
    """Return the names of all agents that can play a game with these options, in the providers' order."""
    names: list[str] = []
    for provider in _providers():
        names += provider.names_for(game, options) if hasattr(provider, "names_for") else provider.names(game)
    return list(dict.fromkeys(names))


def ratings_of(game: Game, num_players: int) -> dict[str, AgentRating]:
    """Return the measured ratings of a game's agents at tables of this size, by name."""
    ratings: dict[str, AgentRating] = {}
    for provider in _providers():
        ratings |= provider.ratings(game, num_players) if hasattr(provider, "ratings") else {}
    return ratings


def _known_names(game: Game) -> list[str]:
    """Return all names that an error message may suggest."""
    more = [getattr(provider, "more_names", None) for provider in _providers()]
    return [*offered_agents(game), *(name for names in more if names for name in names(game))]


def _providers() -> list[Any]:
    """Return the providers of agents by name, ours first: the order in which packages are found depends on the path."""
    entries = sorted(entry_points(group=AGENTS_GROUP), key=lambda entry: (entry.value != OURS, entry.name))
    return [entry.load() for entry in entries]
