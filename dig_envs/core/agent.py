"""The Agent contract: an agent is anything that picks actions for a batch of decisions.

Scripted, search and learned agents are used alike by adapters, arena, training and notebooks. A scripted `Bot` is a
compiled function `(table, seat, player, mask, rng) -> action`; a batch plays it inside its kernels. Any other agent
subclasses `Agent` and is asked in Python, for all tables that wait for it at once.
"""

import copy
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import entry_points
from numbers import Real
from typing import Any, NamedTuple, TypeVar

import numpy as np

from dig_envs.core.agent_files import names_a_file, object_from_file
from dig_envs.core.compile import is_compiled, source_hash
from dig_envs.core.engine import engine_of
from dig_envs.core.errors import ArgumentError, UnknownAgentError, UnknownArgumentError, nearest, unexpected
from dig_envs.core.game import Game, Options
from dig_envs.core.records import cut
from dig_envs.core.rng import RNG
from dig_envs.core.threads import Pace

AGENTS_GROUP = "dig_envs.agents"


@dataclass
class Decisions:
    """A batch of n decisions that wait for one agent. It shows what the deciding seats may know, and nothing else.

    Attributes:
        game: the game that is played.
        tables: structured array (n,) of the game's table record; a copy.
        seats: structured array (n,) of the deciding seats' own records; a copy.
        players: int64 (n,), the seat that decides.
        observations: float32 (n, layout.size).
        masks: int8 (n, num_actions), 1 for legal.
        generator: where the agent draws its random numbers from.
    """

    game: Game
    tables: np.ndarray = field(repr=False)
    seats: np.ndarray = field(repr=False)
    players: np.ndarray
    observations: np.ndarray = field(repr=False)
    masks: np.ndarray = field(repr=False)
    generator: np.random.Generator = field(repr=False)

    def __len__(self) -> int:
        return len(self.players)

    @classmethod
    def of(
        cls,
        game: Game,
        states: np.ndarray,
        players: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        generator: np.random.Generator,
    ) -> "Decisions":
        """Build the decisions that wait in these states, leaving out what the deciding seats may not know."""
        players = np.asarray(players, np.int64)
        return cls(game, cut(states, "table"), cut(states, "seats", players), players, observations, masks, generator)


class Candidate(NamedTuple):
    """An action that an agent considered, for people to read. What the agent can't tell is None.

    Attributes:
        action: its name.
        share: the probability that the agent gave it, or its share of the playouts, from 0 to 1.
        visits: how many playouts began with it.
        value: what the agent expects of it, in rewards.
        note: what else there is to say.
    """

    action: str
    share: float | None = None
    visits: int | None = None
    value: float | None = None
    note: str = ""


class Explanation(NamedTuple):
    """The action that an agent chose, and those that it considered; none where there was nothing to consider."""

    action: int
    candidates: tuple[Candidate, ...] = ()


class Agent:
    """Picks actions. Subclasses set `name` (what results and tables call it) and write `act`; they may write `explain`."""

    name: str
    label = ""  # what tables and pictures call it instead of its name; its fingerprint stays the same

    @property
    def shown_name(self) -> str:
        """What tables and pictures call it."""
        return self.label or self.name

    def act(self, decisions: Decisions) -> np.ndarray:
        """Choose a legal action for each decision: integers (n,)."""
        raise NotImplementedError

    def explain(self, decisions: Decisions) -> Sequence[Explanation] | None:
        """Choose the actions that `act` would choose, and tell why; None, with nothing drawn, if the agent can't tell."""
        return None

    def check(self, options: Options) -> None:
        """Raise a DigEnvsError if the agent can't play with these options. A batch asks when it seats an agent."""

    @property
    def fingerprint(self) -> str:
        """A text that changes when the agent's play may change; results of different fingerprints are not pooled."""
        return self.name


AnAgent = TypeVar("AnAgent", bound=Agent)


@dataclass(frozen=True)
class Bot(Agent):
    """A scripted agent: one compiled function.

    Attributes:
        name: as listed by `dig-envs bots`.
        sentence: what it does, in a sentence.
        game: the game that it plays.
        function: compiled `(table, seat, player, mask, rng) -> action`; it leaves its arguments but the rng as they were.
        noise: the share of its moves that are random.
    """

    name: str
    sentence: str
    game: Game = field(repr=False)
    function: Callable = field(repr=False)
    noise: float = 0.0

    def __post_init__(self) -> None:
        if isinstance(self.noise, bool) or not isinstance(self.noise, Real) or not 0.0 <= self.noise <= 1.0:
            raise ArgumentError(f"noise is a share from 0 to 1, not {self.noise!r:.80}")
        if not isinstance(self.name, str):
            raise ArgumentError(f"a bot's name is a text, not {self.name!r:.80}")
        if not isinstance(self.game, Game):
            raise ArgumentError(f'bot "{self.name}": its game is a Game, such as game_of("dig_v0"), not {self.game!r:.80}')
        if not is_compiled(self.function):
            what = getattr(self.function, "__name__", repr(self.function)[:80])
            raise ArgumentError(f'bot "{self.name}": its function {what} is not marked @compiled (dig_envs.core.compile)')
        object.__setattr__(self, "noise", float(self.noise))

    def with_noise(self, noise: float) -> "Bot":
        """Return the same bot with another share of random moves."""
        twin = replace(self, noise=noise)
        return labelled(twin, self.label) if self.label else twin

    def act(self, decisions: Decisions) -> np.ndarray:
        engine = engine_of(self.game)
        generators = np.zeros(len(decisions), RNG)
        generators["key"] = decisions.generator.integers(0, 1 << 32, (len(decisions), 2), dtype=np.uint64)
        actions = np.empty(len(decisions), np.int64)
        players = np.asarray(decisions.players, np.int64)
        bots = engine.bots([self.function])

        def act(tables, seats, players, masks, generators, actions, *_):  # type: ignore[no-untyped-def]
            engine.act(bots, tables, seats, players, masks, generators, self.noise, actions)
            return 0

        rows = decisions.tables, decisions.seats, players, decisions.masks, generators, actions
        Pace(num_threads=1).run(act, rows)
        return actions

    @property
    def fingerprint(self) -> str:
        return f"{self.name}:{self.noise:g}:{source_hash(self.function)}"


@dataclass(frozen=True)
class Opponent:
    """An entry of a pool of opponents.

    Attributes:
        agent: who plays.
        share: how often it is drawn, relative to the other entries.
    """

    agent: Agent
    share: float = 1.0


def agent_for(game: Game, agent: Any) -> Agent:
    """Return the agent if it is one and plays this game.

    Raises:
        ArgumentError: it is something else, or the bot of another game.
    """
    if not isinstance(agent, Agent):
        raise ArgumentError(f"an agent is an Agent, such as agents.make(name, game=...) gives, not {agent!r}")
    plays = getattr(agent, "game", game)
    if isinstance(plays, Game) and plays != game:
        raise ArgumentError(f"the agent {agent.name} plays {plays.id}, not {game.id}")
    return agent


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


def labelled(agent: AnAgent, label: str) -> AnAgent:
    """Return the same agent under another label. What it learned or remembers is shared."""
    twin = copy.copy(agent)
    object.__setattr__(twin, "label", label)
    return twin


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
        return "mark it @compiled (dig_envs.core.compile), or write a subclass of Agent"
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
