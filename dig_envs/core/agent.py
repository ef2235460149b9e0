"""The agent contract: an agent chooses one action for each decision of a batch.

Adapters, the arena, training and notebooks treat scripted, search and learned agents alike. There are two kinds:

- A `Bot` is one compiled function, `(table, seat, player, mask, rng) -> action`. A batch calls it inside its kernels.
- Any other agent subclasses `Agent`. A batch calls its `act` in Python, once for all tables where the agent must decide.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from dig_envs.core.arguments import array, number
from dig_envs.core.compiler import is_compiled, source_hash
from dig_envs.core.compiler.thread_tuner import ThreadTuner
from dig_envs.core.engine import engine_of
from dig_envs.core.engine.record_arrays import copy_field
from dig_envs.core.errors import ArgumentError, IllegalActionError
from dig_envs.core.game import Game, Options
from dig_envs.core.rng import RNG


@dataclass
class Decisions:
    """A batch of n decisions for one agent. It holds only information that the deciding seats may know.

    Attributes:
        game: the game.
        tables: structured (n,), a copy of each table's public record (`game.table`).
        seats: structured (n,), a copy of each deciding seat's private record (`game.seat`).
        players: int64 (n,), the seat that decides.
        observations: float32 (n, layout.size), the facts that the seat observes, without features.
        masks: int8 (n, num_actions), 1 for each legal action.
        generator: the source of the agent's random numbers.
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
        """Build decisions from whole states, structured (n,), without information hidden from the deciding seats."""
        players = np.asarray(players, np.int64)
        tables, seats = copy_field(states, "table"), copy_field(states, "seats", players)
        return cls(game, tables, seats, players, observations, masks, generator)

    def select(self, rows: Any, generator: np.random.Generator | None = None) -> "Decisions":
        """Return some of the decisions, with another generator if one is given."""
        parts = self.tables, self.seats, self.players, self.observations, self.masks
        tables, seats, players, observations, masks = (part[rows] for part in parts)
        players, masks = np.asarray(players, np.int64), np.ascontiguousarray(masks, np.int8)
        return Decisions(self.game, tables, seats, players, observations, masks, generator or self.generator)


class Candidate(NamedTuple):
    """An action that an agent considered, described for people. A number that the agent does not know is None.

    Attributes:
        action: the action's name.
        share: the agent's probability of the action, or the action's share of the playouts, from 0 to 1.
        visits: the number of playouts that began with the action.
        value: the expected reward of the action.
        note: any further remark.
    """

    action: str
    share: float | None = None
    visits: int | None = None
    value: float | None = None
    note: str = ""


class Explanation(NamedTuple):
    """The action that an agent chose, and the actions that it considered.

    Attributes:
        action: the number of the chosen action.
        candidates: the considered actions; empty if the agent considered none.
    """

    action: int
    candidates: tuple[Candidate, ...] = ()


class Agent:
    """Base class of all agents. A subclass sets `name` and defines `act`; it may define `explain` and `check`.

    Attributes:
        name: the agent's name in results.
        label: the name shown in tables and pictures instead of `name`, if it is not empty. It does not affect `fingerprint`.

    Example:
        >>> class First(Agent):
        ...     name = "first"
        ...     def act(self, decisions):
        ...         return decisions.masks.argmax(axis=1)
    """

    name: str
    label = ""

    @property
    def shown_name(self) -> str:
        """The agent's name in tables and pictures."""
        return self.label or self.name

    def act(self, decisions: Decisions) -> np.ndarray:
        """Return a legal action for each decision, integers (n,)."""
        raise NotImplementedError

    def explain(self, decisions: Decisions) -> Sequence[Explanation] | None:
        """Return the actions that `act` would choose, with the reasons; n explanations.

        An agent without explanations returns None and draws no random number.
        """
        return None

    def check(self, options: Options) -> None:
        """Check that the agent can play with these options. A batch calls this before it seats the agent.

        Raises:
            DigEnvsError: the agent cannot play with these options.
        """

    @property
    def fingerprint(self) -> str:
        """Text that changes when the agent's play may have changed. Results of different fingerprints are kept apart."""
        return self.name


AnAgent = TypeVar("AnAgent", bound=Agent)


@dataclass(frozen=True)
class Bot(Agent):
    """A scripted agent: one compiled function.

    Attributes:
        name: the name that `dig-envs bots` lists.
        sentence: what the bot does, in one sentence.
        game: the game that the bot plays.
        function: compiled `(table, seat, player, mask, rng) -> action`. Of its arguments it may change only `rng`.
        noise: the probability of a random legal action, from 0 to 1.

    Raises:
        ArgumentError: an attribute has a wrong type or value, or the function is not marked `@compiled`.
    """

    name: str
    sentence: str
    game: Game = field(repr=False)
    function: Callable = field(repr=False)
    noise: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "noise", number("noise", self.noise, 0, 1))
        if not isinstance(self.name, str):
            raise ArgumentError(f"a bot's name must be a string, not {self.name!r:.80}")
        if not isinstance(self.game, Game):
            raise ArgumentError(f'bot "{self.name}": its game must be a Game, such as game_of("dig_v0"), not {self.game!r:.80}')
        if not is_compiled(self.function):
            shown = getattr(self.function, "__name__", repr(self.function)[:80])
            raise ArgumentError(f'bot "{self.name}": its function {shown} is not marked @compiled (dig_envs.core.compiler)')

    def with_noise(self, noise: float) -> "Bot":
        """Return a copy of the bot with another probability of random actions."""
        bot = replace(self, noise=noise)
        return with_label(bot, self.label) if self.label else bot

    def act(self, decisions: Decisions) -> np.ndarray:
        generators = np.zeros(len(decisions), RNG)
        generators["key"] = decisions.generator.integers(0, 1 << 32, (len(decisions), 2), dtype=np.uint64)
        return self.act_with(decisions, generators)

    def act_with(self, decisions: Decisions, generators: np.ndarray) -> np.ndarray:
        """Return a legal action for each decision, int64 (n,), with the generators of the game's kernels.

        Args:
            generators: `RNG` (n,), the generator of each decision, which advances.
        """
        checked_agent(decisions.game, self)
        engine = engine_of(self.game)
        actions = np.empty(len(decisions), np.int64)
        players = np.asarray(decisions.players, np.int64)
        bots = engine.bots([self.function])

        def act(tables, seats, players, masks, generators, actions, *_):  # type: ignore[no-untyped-def]
            engine.act(bots, tables, seats, players, masks, generators, self.noise, actions)
            return 0

        rows = decisions.tables, decisions.seats, players, decisions.masks, generators, actions
        ThreadTuner(num_threads=1).run(act, rows)
        return checked_actions(self, actions, decisions.masks)

    @property
    def fingerprint(self) -> str:
        return f"{self.name}:{self.noise:g}:{source_hash(self.function)}"


@dataclass(frozen=True)
class Opponent:
    """An entry of a pool of opponents.

    Attributes:
        agent: the opponent.
        share: the weight with which the agent is drawn, relative to the other entries.
    """

    agent: Agent
    share: float = 1.0


def actions_of(agent: Agent, decisions: Decisions) -> np.ndarray:
    """Ask an agent for its actions, int64 (n,), and check them.

    Raises:
        IllegalActionError: see `checked_actions`.
    """
    return checked_actions(agent, agent.act(decisions), decisions.masks)


def checked_actions(agent: Agent, actions: Any, masks: np.ndarray) -> np.ndarray:
    """Check the actions of an agent, and return them as int64 (n,).

    Raises:
        IllegalActionError: `actions` are not n integers, or an action is not in its mask, int8 (n, num_actions).
    """
    actions = array(f"the actions of agent {agent.name}", actions, IllegalActionError)
    if actions.shape != masks.shape[:1] or actions.dtype.kind not in "iu":
        raise IllegalActionError(f"agent {agent.name} returned {actions.dtype} {actions.shape}, not {len(masks)} integers")
    illegal = (actions < 0) | (actions >= masks.shape[1])
    rows = np.flatnonzero(~illegal)
    illegal[rows] = masks[rows, actions[rows]] != 1
    if illegal.any():
        raise IllegalActionError(f"agent {agent.name} chose {actions[illegal][0]}, which is not in its action mask")
    return actions.astype(np.int64, copy=False)


def checked_agent(game: Game, agent: Any) -> Agent:
    """Return `agent` if it is an `Agent` that plays this game.

    Raises:
        ArgumentError: it is no `Agent`, or it plays another game.
    """
    if not isinstance(agent, Agent):
        raise ArgumentError(f"an agent must be an Agent, as agents.make(name, game=...) returns, not {agent!r}")
    plays = getattr(agent, "game", game)
    if isinstance(plays, Game) and plays != game:
        raise ArgumentError(f"the agent {agent.name} plays {plays.id}, not {game.id}")
    return agent


def with_label(agent: AnAgent, label: str) -> AnAgent:
    """Return a shallow copy of the agent with another label."""
    labelled = copy.copy(agent)
    object.__setattr__(labelled, "label", label)
    return labelled
