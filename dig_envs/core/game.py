"""The game contract: the data and functions that define a game. `docs/add-a-game.md` shows how to write one.

The state of a game is one NumPy record of fixed size, built by `define_state`, with three parts:

| part | holds |
|---|---|
| `table` | public information |
| `seats[p]` | private information of seat p |
| `secret` | information that no seat knows, the random generator, and the seat that must decide (`mover`) |

Legal actions, observations, features and bots are computed from `(table, seats[p], p)` alone, so they cannot leak hidden
information.

A `Game` has these functions, all marked `@compiled`: they allocate no memory, raise no exceptions and use no Python objects.

| function | does |
|---|---|
| `deal(state)` | sets up the game; options and generator are already written, all other fields are zero |
| `legal(table, seat, player, mask)` | writes 1 into `mask` (int8, zeroed) for each legal action of the mover, at least one |
| `apply(state, action)` | carries out a legal action and plays on to the next decision or to the end of the game |
| `encode(table, seat, player, out)` | writes the observation, in [0, 1], into `out` (float32, zeroed); own seat first |
| `standings(table, seats, out)` | writes each seat's result into `out` (float64); more is better |
| `rewards(table, points, out)` | writes each seat's reward into `out` (float64), from the standings and the option `reward` |
| `redeal(table, seat, player, seed, state)` | writes a determinization into a zeroed state, drawn from the seed |
| `check(state)` | returns 0, or the number of a broken invariant |

A determinization is a state that agrees with all that the seat knows.

An `encode` marked `@writes(LAYOUT)` gets `out` as a record of the blocks (`core/layout.py`).
"""

import dataclasses
import os
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

import numpy as np

from dig_envs.core.actions import ActionTable
from dig_envs.core.arguments import as_integer
from dig_envs.core.errors import OptionError, UnknownOptionError, nearest, unexpected
from dig_envs.core.fields import Field, Part, StateFields
from dig_envs.core.game_html import game_html
from dig_envs.core.layout import Layout
from dig_envs.core.rng import RNG

NOBODY = -1
FULL = "full"  # the variant of a game with all components
KINDS = {bool: "True or False", int: "a whole number", float: "a number", str: "a name"}  # of values of options
SHORT = 40  # turns; most games reach this limit


class End(IntEnum):
    """Values of `table.end`: the game is running, has ended by its rules, or has ended by the turn limit."""

    RUNNING = 0
    OVER = 1
    TRUNCATED = 2


class Reward(IntEnum):
    """Values of `table.reward`: the option `reward` as a number."""

    WIN = 0
    SCORE = 1
    RANK = 2


def define_state(
    table: Sequence[Field], seat: Sequence[Field], secret: Sequence[Field], max_players: int
) -> tuple[np.dtype, np.dtype, np.dtype, StateFields]:
    """Build a game's packed dtypes and fields (TABLE, SEAT, STATE, FIELDS) from declarations of its own fields.

    Every field has a range, which `Engine.check_states` checks. The fields common to all games are added: `num_players`,
    `reward`, `end`, `max_turns` and `turn` to the table, and `mover` and the random generator `rng` to the secret.

    Args:
        table, seat, secret: fields of each part.
        max_players: the number of seat records.
    """
    common_table = (
        Field("num_players", range(1, max_players + 1), "number of seats"),
        Field("reward", range(len(Reward)), "the option `reward`"),
        Field("end", range(len(End)), "an `End`: running, over or truncated"),
        Field("max_turns", range(2**31), "turn limit; 0 for none"),
        Field("turn", range(2**31), "number of turns that have ended"),
    )
    mover = Field("mover", range(NOBODY, max_players), "the seat that must decide")
    fields = StateFields(Part(*common_table, *table), Part(*seat), Part(mover, *secret))
    own_secret = np.dtype([(mover.name, mover.dtype), ("rng", RNG), *((item.name, item.dtype, item.shape) for item in secret)])
    state = np.dtype([("table", fields.table.dtype), ("seats", fields.seat.dtype, (max_players,)), ("secret", own_secret)])
    return fields.table.dtype, fields.seat.dtype, state, fields


@dataclass(frozen=True)
class Options:
    """Options common to all games.

    A game's own options are a frozen dataclass that derives from this class, or from `LimitedOptions` if the game needs a turn
    limit (C-9). `Game.parse_options` checks the values. A field that the table record has too is copied into each state.

    Attributes:
        num_players: the number of seats.
        reward: the kind of reward, one of `rewards`.
        rewards: the kinds of rewards that the game offers.
        fuzz_values: the values that `dig-envs study fuzz` plays, by option; for options that are no bool.
        variants: the game's sizes by name, "full" among them, each a frozen dataclass of the game's own numbers, with
            `num_players` (0 for any) and perhaps `max_turns` (the default turn limit; 0 for that of the game). A game with
            variants has a last option `variant: str = "full"`. Empty for a game of one size.
    """

    num_players: int = 2
    reward: str = "win"

    rewards: ClassVar[tuple[str, ...]] = ("win", "score")
    fuzz_values: ClassVar[dict[str, tuple]] = {}
    variants: ClassVar[Mapping[str, Any]] = {}

    @property
    def variant_size(self) -> Any:
        """The entry of `variants` that the option `variant` names; None if there is none."""
        return self.variants.get(getattr(self, "variant", FULL))

    @property
    def turn_limit(self) -> int:
        """The turn limit; 0 for none."""
        return 0

    @property
    def identity(self) -> dict[str, Any]:
        """The options that pooled results must share. `max_turns` is the turn limit, whether given or by default.

        The full game has no `variant` here, so that its identity is the same as before the game had variants.
        """
        shared = {**dataclasses.asdict(self), "max_turns": self.turn_limit}
        return {name: value for name, value in shared.items() if (name, value) != ("variant", FULL)}

    @property
    def num_teams(self) -> int:
        """The number of teams (C-8): seat p belongs to team p modulo this number. Without teams, the number of seats."""
        return self.num_players

    @property
    def forfeit_reward(self) -> float:
        """The reward of a forfeit, which is that of a sole last place: -1 / (teams - 1) with `reward="win"` (C-8), else -1."""
        return -1.0 / max(self.num_teams - 1, 1) if self.reward == "win" else -1.0

    @property
    def points_per_reward(self) -> float:
        """The points that a reward of 1 is worth; 0 for the rewards "win" and "rank"."""
        return 0.0

    def write(self, table: np.ndarray) -> None:
        """Write the options into the table record `table`, structured array of shape ()."""
        for name in table.dtype.names or ():
            if hasattr(self, name) and name not in ("reward", "max_turns"):
                table[name] = getattr(self, name)
        table["max_turns"] = self.turn_limit
        table["reward"] = Reward[self.reward.upper()]


@dataclass(frozen=True)
class LimitedOptions(Options):
    """Options of a game with a turn limit (C-9).

    Attributes:
        max_turns: the turn limit; None for the default of the variant or of the game.
        turns_in_all, turns_per_player: the game's default limit, in turns or in turns per player; one of them is set.
    """

    max_turns: int | None = None

    fuzz_values: ClassVar[dict[str, tuple]] = {"max_turns": (None, SHORT)}
    turns_per_player: ClassVar[int] = 0
    turns_in_all: ClassVar[int] = 0

    @property
    def turn_limit(self) -> int:
        """The turn limit, given or by default."""
        if self.max_turns is not None:
            return self.max_turns
        of_variant = getattr(self.variant_size, "max_turns", 0)
        return of_variant or self.turns_in_all or self.turns_per_player * self.num_players


def no_window(tables: np.ndarray) -> np.ndarray:
    """Return False for each table. For games without reaction windows."""
    return np.zeros(tables.shape, bool)


@dataclass(frozen=True)
class Game:
    """A game: data and pure functions.

    Attributes:
        id: the game's id, such as "dig_v0".
        title: the game's name for people.
        min_players, max_players: the numbers of seats that the game supports.
        options: the dataclass of the game's options.
        table, seat, state: the dtypes of `define_state`.
        fields: the fields of `define_state`, with their ranges.
        actions: the game's actions.
        layout: a function from options to the layout of an observation.
        deal, legal, apply, encode, standings, rewards, redeal, check: see the module's docstring.
        known_state: compiled `(table, seat, player, state)`: writes a seat's knowledge into a zeroed state, without drawing the
            rest; for pictures. None for a game without this function.
        forget: compiled `(state)`: removes the knowledge of all seats from a state. None for a game without this function.
        drawing: the module with `svg(view) -> str` and `text(view) -> str`; "" for a game without pictures.
        window_open: a function from table records (n,) to bool (n,): whether seats are being asked in secret whether they
            react. During such a window, only the asked seat knows that it is asked.
        chance: the module that exact enumeration needs (`dig_envs/exact`); "" for a game that cannot be enumerated.
    """

    id: str
    title: str
    min_players: int
    max_players: int
    options: type[Options]
    table: np.dtype
    seat: np.dtype
    state: np.dtype
    fields: StateFields
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
    known_state: Callable | None = None
    forget: Callable | None = None
    drawing: str = ""
    window_open: Callable[[np.ndarray], np.ndarray] = no_window
    chance: str = ""

    @property
    def num_actions(self) -> int:
        return len(self.actions)

    def parse_options(self, /, **given: Any) -> Options:
        """Return the game's options with these values, checked. Options that are not given have their defaults.

        Raises:
            UnknownOptionError: the game has no such option; the message lists the game's options.
            OptionError: an option does not allow this value.
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
        if options.variants:
            _check_variant(self.id, options)
        if isinstance(options, LimitedOptions) and options.max_turns is not None and not 1 <= options.max_turns < 2**31:
            raise OptionError(f"max_turns must be a whole number from 1 to {2**31 - 1}, not {options.max_turns}")
        if hasattr(options, "validate"):
            options.validate()
        return options

    def checked(self, options: Any) -> Any:
        """Check an options object and return it.

        Raises:
            OptionError: it is no object of the game's options class, or a value is invalid.
        """
        if not isinstance(options, self.options):
            raise OptionError(f"options of {self.id} must be made by its parse_options(), not {options!r:.80}")
        return self.parse_options(**{item.name: getattr(options, item.name) for item in dataclasses.fields(options)})

    def __deepcopy__(self, memo: dict) -> "Game":
        """Return the game itself: a game is immutable, and its engine is cached by the object."""
        return self

    def __hash__(self) -> int:
        return hash(self.id)  # the hash of all fields takes longer than a step

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def _repr_html_(self) -> str:
        """Return tables of the game's options, actions and observation, for notebooks."""
        return game_html(self)

    def template(self, options: Options) -> np.ndarray:
        """Return a zeroed state, structured (1,), with the options written into its table."""
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
    """Build a `Game` from the modules of its package.

    | module | names |
    |---|---|
    | `components` | `MAX_PLAYERS` |
    | `state` | `TABLE`, `SEAT`, `STATE`; optional `FIELDS` |
    | `rules` | `ACTIONS`, `deal`, `legal`, `apply`, `standings`, `rewards` |
    | `observation` | `layout`, `encode` |
    | `determinize` | `redeal`; optional `known_state`, `forget_everything` |
    | `invariants` | `check` |
    | `drawing` | `svg`, `text`; optional |
    | `chance` | `roots`, `hidden_cells`, `read_cell`, `write_cell`, `NUM_KINDS`; optional |

    Args:
        package: the package's name, such as "dig_envs.dig".
        id, title, options, min_players, window_open: see `Game`.

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
        fields=state.FIELDS,
        known_state=getattr(determinize, "known_state", None),
        forget=getattr(determinize, "forget_everything", None),
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
        drawing=_optional_module(f"{package}.drawing"),
        window_open=window_open,
        chance=_optional_module(f"{package}.chance"),
    )


def _optional_module(name: str) -> str:
    """Return the module's name if the module exists, else ""."""
    return name if find_spec(name) else ""


def _check_variant(game: str, options: Any) -> None:
    """Raise OptionError if the game has no such variant, or if the variant is for another number of players."""
    size = options.variant_size
    if size is None:
        raise OptionError(
            f'{game} has no variant "{options.variant}"; {nearest(options.variant, options.variants, "variants")}'
        )
    if size.num_players not in (0, options.num_players):
        raise OptionError(f'the variant "{options.variant}" is for num_players={size.num_players}, not {options.num_players}')


def _checked_value(game: str, name: str, value: Any, hint: Any) -> Any:
    """Return an option's value, converted to a Python type; raise OptionError if its type is wrong."""
    kinds = typing.get_args(hint) or (hint,)
    if value is None and type(None) in kinds:
        return None
    if isinstance(value, bool | np.bool_):
        if bool in kinds:
            return bool(value)
    elif int in kinds and (number := as_integer(value)) is not None:
        return number
    elif isinstance(value, float | np.floating) and float in kinds:
        return float(value)
    elif isinstance(value, str | os.PathLike) and str in kinds:
        return os.fspath(value)
    wanted = " or ".join(KINDS.get(kind, kind.__name__) for kind in kinds if kind is not type(None))
    raise OptionError(f"{game}: option {name} takes {wanted}, not {value!r}")
