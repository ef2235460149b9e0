"""The Agent contract: an agent is anything that picks actions for a batch of decisions.

Scripted, search and learned agents are used alike by adapters, arena, training and notebooks. A scripted `Bot` is a
compiled function `(table, seat, player, mask, rng) -> action`; a batch plays it inside its kernels. Any other agent
subclasses `Agent` and is asked in Python, for all tables that wait for it at once.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import Any, NamedTuple, TypeVar

import numpy as np

from dig_envs.core.compiler import is_compiled, source_hash
from dig_envs.core.compiler.thread_pacing import Pace
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.record_arrays import cut
from dig_envs.core.errors import ArgumentError
from dig_envs.core.game import Game, Options
from dig_envs.core.rng import RNG


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
            raise ArgumentError(f'bot "{self.name}": its function {what} is not marked @compiled (dig_envs.core.compiler.compile)')
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


def labelled(agent: AnAgent, label: str) -> AnAgent:
    """Return the same agent under another label. What it learned or remembers is shared."""
    twin = copy.copy(agent)
    object.__setattr__(twin, "label", label)
    return twin


