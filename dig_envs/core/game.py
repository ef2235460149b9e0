"""The Game contract: what a game is to the engine. A new game fills one `Game` and is done (`docs/add-a-game.md`).

The state of a game is one fixed-size record of three parts:

- `table`: what everyone sees;
- `seats[p]`: what only seat p knows;
- `secret`: what nobody knows, the generator and the seat that must decide included.

`state_dtype` builds the record; the fields named below are in every game's. Legal actions, observations and bots are
given `(table, seats[p], p)` and nothing else, so hidden information can't leak.

All functions of a `Game` are marked `@compiled`: they allocate nothing, raise nothing, use no Python objects.

| function | does |
|---|---|
| `deal(state)` | sets the game up; options and generator are in place, the rest is zero |
| `legal(table, seat, player, mask)` | writes 1 into `mask` (int8, zeroed) for each legal action of the mover; at least one |
| `apply(state, action)` | carries out one legal decision, and goes on to the next decision or to the end |
| `encode(table, seat, player, out)` | writes what a seat may know into `out` (float32, zeroed), self first, in [0, 1] |
| `standings(table, seats, out)` | writes each seat's result (float64; more is better) |
| `rewards(table, points, out)` | writes each seat's reward (float64) from the standings and the option `reward` |
| `redeal(table, seat, player, seed, state)` | fills a zeroed state with what the seat knows, draws the rest from the seed |
| `check(state)` | 0, or the number of the invariant that is broken |

An `encode` of a long observation may be marked with `@sections(...)`, and then returns how much it has written
(`core/sections.py`).
"""

import dataclasses
import os
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.actions import ActionTable
from dig_envs.core.errors import OptionError, UnknownOptionError, nearest, unexpected
from dig_envs.core.game_html import game_html
from dig_envs.core.layout import Layout
from dig_envs.core.rng import RNG

NOBODY = -1
SHORT = 40  # a turn limit that most games reach


class End(IntEnum):
    """The values of `table.end`: whether a game goes on, and how it has ended."""

    RUNNING = 0
    OVER = 1
    TRUNCATED = 2


class Reward(IntEnum):
    """The values of `table.reward`: the option `reward` as a number."""

    WIN = 0
    SCORE = 1
    RANK = 2


COMMON_TABLE = [("num_players", "i1"), ("reward", "i1"), ("end", "i1"), ("max_turns", "i4"), ("turn", "i4")]
COMMON_SECRET = [("mover", "i1"), ("rng", RNG)]


def state_dtype(table: Sequence, seat: Sequence, secret: Sequence, max_players: int) -> tuple[np.dtype, np.dtype, np.dtype]:
    """Build the packed records (TABLE, SEAT, STATE) of a game from its own fields.

    Every table has `num_players`, `reward`, `end` (`End`), `max_turns` (0: none) and `turn` (turns ended so far);
    every secret has `mover` (the seat that must decide, or NOBODY) and `rng`.
    """
    table_dtype = np.dtype([*COMMON_TABLE, *table])
    seat_dtype = np.dtype([*seat])
    secret_dtype = np.dtype([*COMMON_SECRET, *secret])
    state = np.dtype([("table", table_dtype), ("seats", seat_dtype, (max_players,)), ("secret", secret_dtype)])
    return table_dtype, seat_dtype, state


@dataclass(frozen=True)
class Options:
    """Options common to all games; a game's own subclass adds to them. A game that ends by itself (C-9) builds on these.

    Fields are validated by `Game.parse_options`; those that the table record names are written into it.
    """

    num_players: int = 2
    reward: str = "win"

    rewards: ClassVar[tuple[str, ...]] = ("win", "score")
    tried: ClassVar[dict[str, tuple]] = {}  # values that `dig-envs fuzz` plays, of options that are no switches

    @property
    def turn_limit(self) -> int:
        """The turn limit in force; 0 is none."""
        return 0

    @property
    def identity(self) -> dict[str, Any]:
        """The options by which results are pooled; a turn limit that was given and the same one by default are equal."""
        return {**dataclasses.asdict(self), "max_turns": self.turn_limit}

    @property
    def num_teams(self) -> int:
        """How many teams win or lose as one (C-8); partners sit so many seats apart. Without partners: the number of seats."""
        return self.num_players

    @property
    def forfeit_reward(self) -> float:
        """The reward of a single last place of n teams, and of a forfeit: -1 / (n - 1) with `reward="win"` (C-8), else -1."""
        return -1.0 / max(self.num_teams - 1, 1) if self.reward == "win" else -1.0

    def write(self, table: np.ndarray) -> None:
        """Write the options that the rules need into the table record (an array of shape ())."""
        for name in table.dtype.names or ():
            if hasattr(self, name) and name not in ("reward", "max_turns"):
                table[name] = getattr(self, name)
        table["max_turns"] = self.turn_limit
        table["reward"] = Reward[self.reward.upper()]


@dataclass(frozen=True)
class LimitedOptions(Options):
    """Options of a game that a turn limit ends (C-9)."""

    max_turns: int | None = None

    tried: ClassVar[dict[str, tuple]] = {"max_turns": (None, SHORT)}
    turns_per_player: ClassVar[int] = 0
    turns_in_all: ClassVar[int] = 0

    @property
    def turn_limit(self) -> int:
        """The turn limit in force."""
        if self.max_turns is not None:
            return self.max_turns
        return self.turns_in_all or self.turns_per_player * self.num_players


def no_window(tables: np.ndarray) -> np.ndarray:
    """Return False for every table, for games without reaction windows."""
    return np.zeros(tables.shape, bool)


@dataclass(frozen=True)
class Game:
    """One game, as data and pure functions. See the module's docstring for the functions."""

    id: str
    title: str
    min_players: int
    max_players: int
    options: type[Options]
    table: np.dtype
    seat: np.dtype
    state: np.dtype
    actions: ActionTable
    layout: Callable[[Any], Layout]
    deal: Callable
    legal: Callable
    apply: Callable
    encode: Callable
    standings: Callable
    rewards: Callable
    redeal: Callable
    check: Callable
    drawing: str = field(default="", metadata={"doc": "module with `svg(view) -> str` and `text(view) -> str`"})
    window_open: Callable[[np.ndarray], np.ndarray] = field(
        default=no_window,
        metadata={"doc": "by table, bool: whether seats are asked for reactions, so that only the asked knows who is"},
    )

    @property
    def num_actions(self) -> int:
        return len(self.actions)

    def parse_options(self, /, **given: Any) -> Options:
        """Validate options given by name.

        Raises:
            UnknownOptionError: an unknown option; the message names the valid ones.
            OptionError: a value that an option does not take.
        """
        fields = {item.name: item for item in dataclasses.fields(self.options)}
        hints = typing.get_type_hints(self.options)
        for name, value in given.items():
            if name not in fields:
                raise UnknownOptionError(unexpected(self.id, name, fields))
            given[name] = _checked_value(self.id, name, value, hints[name])
        options = self.options(**given)
        if not self.min_players <= options.num_players <= self.max_players:
            raise OptionError(
                f"{self.id} takes num_players from {self.min_players} to {self.max_players}, not {options.num_players}"
            )
        if options.reward not in options.rewards:
            hint = nearest(options.reward, options.rewards, "rewards")
            raise OptionError(f'{self.id} has no reward "{options.reward}"; {hint}')
        if isinstance(options, LimitedOptions) and options.max_turns is not None and not 1 <= options.max_turns < 2**31:
            raise OptionError(f"max_turns is a whole number from 1 to {2**31 - 1}, not {options.max_turns}")
        if hasattr(options, "validate"):
            options.validate()
        return options

    def checked(self, options: Any) -> Any:
        """Return options that were given as an object, validated.

        Raises:
            OptionError: not such as `parse_options` returns.
        """
        if not isinstance(options, self.options):
            raise OptionError(f"options of {self.id} are what its parse_options() returns, not {options!r:.80}")
        return self.parse_options(**{item.name: getattr(options, item.name) for item in dataclasses.fields(options)})

    def __deepcopy__(self, memo: dict) -> "Game":
        """Return the game itself: it never changes, and its engine is looked up by it."""
        return self

    def _repr_html_(self) -> str:
        """Return players, options, actions and observation as tables, for notebooks."""
        return game_html(self)

    def template(self, options: Options) -> np.ndarray:
        """Make a zeroed state, shape (1,), with the options written into its table."""
        state = np.zeros(1, self.state)
        options.write(state["table"][0:1].reshape(()))
        return state


def define_game(
    package: str,
    *,
    id: str,
    title: str,
    options: type[Options],
    min_players: int = 2,
    window_open: Callable[[np.ndarray], np.ndarray] = no_window,
) -> Game:
    """Assemble a game from the modules of its package, which `docs/add-a-game.md` lists.

    Args:
        package: its name, such as "dig_envs.dig". It has the modules `components` (MAX_PLAYERS), `state` (TABLE, SEAT, STATE),
            `rules` (ACTIONS, deal, legal, apply, standings, rewards), `observation` (layout, encode), `determinize` (redeal),
            `invariants` (check) and, to be drawn, `drawing` (svg, text).
        id, title, options, min_players, window_open: what the package can't say by itself; see `Game`.

    Example:
        >>> define_game("dig_envs.dig", id="my_dig_v0", title="My DIG", options=LimitedOptions).max_players
        4
    """
    names = ("components", "state", "rules", "observation", "determinize", "invariants")
    components, state, rules, observation, determinize, invariants = (import_module(f"{package}.{name}") for name in names)
    return Game(
        id=id,
        title=title,
        min_players=min_players,
        max_players=components.MAX_PLAYERS,
        options=options,
        table=state.TABLE,
        seat=state.SEAT,
        state=state.STATE,
        actions=rules.ACTIONS,
        layout=observation.layout,
        deal=rules.deal,
        legal=rules.legal,
        apply=rules.apply,
        encode=observation.encode,
        standings=rules.standings,
        rewards=rules.rewards,
        redeal=determinize.redeal,
        check=invariants.check,
        drawing=f"{package}.drawing" if find_spec(f"{package}.drawing") else "",
        window_open=window_open,
    )


def _checked_value(game: str, name: str, value: Any, hint: Any) -> Any:
    """Return the value as the plain type that the option has."""
    kinds = typing.get_args(hint) or (hint,)
    if value is None and type(None) in kinds:
        return None
    if isinstance(value, bool | np.bool_):
        if bool in kinds:
            return bool(value)
    elif isinstance(value, int | np.integer) and int in kinds:
        return int(value)
    elif isinstance(value, float | np.floating) and float in kinds:
        return float(value)
    elif isinstance(value, str | os.PathLike) and str in kinds:
        return os.fspath(value)
    wanted = " or ".join(kind.__name__ for kind in kinds if kind is not type(None))
    raise OptionError(f"{game}: option {name} takes {wanted}, not {value!r}")
