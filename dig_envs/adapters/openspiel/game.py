"""A game as OpenSpiel has it: its type, its parameters, its states."""

import dataclasses
import threading
import typing
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from dig_envs.adapters.openspiel.observer import Observer, observer_of
from dig_envs.adapters.openspiel.position_evaluator import Workbench
from dig_envs.adapters.openspiel.state import SpielState
from dig_envs.core.arguments import whole_number
from dig_envs.core.game import Game, Options

DIGITS, BASE = 4, 256  # of the seed of a deal
MOST_DEALS = 2**20
MOST_OPENING = 2**20
DECISIONS_A_TURN = 64  # more than any game takes on average
TURNS = 200  # more than any game has that ends by itself
LARGEST_SCORE = 1000.0  # beyond any reward by score
NONE = {int: 0, str: ""}  # what OpenSpiel's parameters say for None


class SpielGame(pyspiel.Game):
    """A game with its options; `register` makes a subclass for each game.

    Args:
        params: OpenSpiel's parameters, all of them.

    Attributes:
        source: the `Game`.
        options: its options.
        digits: the outcomes of a chance node, with their probabilities.
        num_digits: how many chance nodes there are before the first decision.
        opening: how many random decisions belong to the deal.

    Raises:
        OptionError: an option does not take its value.
        ArgumentError: no number of deals, or of decisions of the opening.
    """

    source: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any]):
        self.options = options_of(self.source, params)
        deals = whole_number("deals", params["deals"], 0, MOST_DEALS)
        self.opening = whole_number("opening", params["opening"], 0, MOST_OPENING)
        self.num_digits, base = (1, deals) if deals else (DIGITS, BASE)
        self.digits = [(digit, 1.0 / base) for digit in range(base)]
        self._benches = threading.local()
        alone = self.options.num_players == 1
        bound = LARGEST_SCORE if alone or self.options.reward == "score" else 1.0
        info = {
            "num_distinct_actions": self.source.num_actions,
            "max_chance_outcomes": base,
            "num_players": self.options.num_players,
            "min_utility": -bound,
            "max_utility": bound,
            "utility_sum": None if alone else 0.0,
            "max_game_length": DECISIONS_A_TURN * (self.options.turn_limit or TURNS),
        }
        super().__init__(type_of(self.source, alone), pyspiel.GameInfo(**info), dict(params))

    @property
    def bench(self) -> Workbench:
        """Where this thread lays out positions."""
        if not hasattr(self._benches, "bench"):
            self._benches.bench = Workbench(self.source, self.options)
        return self._benches.bench

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def state_known(self, table: np.ndarray, seat: np.ndarray, player: int, seed: int) -> SpielState:
        """Return a state that agrees with what a player knows now; the rest is drawn from the seed.

        Its seats recall nothing of the past, and it has no history.

        Args:
            table, seat: structured arrays (1,), the table's record and the player's own.
        """
        state = self.new_initial_state()
        state._show(self.bench.known(table, seat, player, seed))
        state._remember()
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes come before the first decision; there are no others."""
        return self.num_digits

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """Return an observer of what one seat may know, with or without recall; None for other kinds."""
        return observer_of(self.bench.layout, iig_obs_type, params)

    def __deepcopy__(self, memo: dict) -> "SpielGame":
        """Return the game itself: it never changes."""
        return self

    def __reduce__(self) -> tuple:
        return load, (str(self),)


def load(text: str) -> SpielGame:
    """Load a game by OpenSpiel's text for it, such as "python_dig(players=3)".

    Unpickling calls it, and imports this module first, so that the games are registered.
    """
    return pyspiel.load_game(text)


def register(game: Game) -> str:
    """Register a game with OpenSpiel, one of your own too; returns the name that `pyspiel.load_game` takes."""
    kind = type_of(game)
    # A class, as OpenSpiel's own games are: the registry lets go of it after Python has ended, when nothing may be freed any
    # more, and that does not free a class.
    pyspiel.register_game(kind, type("SpielGame", (SpielGame,), {"source": game}))
    return kind.short_name


def type_of(game: Game, alone: bool = False) -> pyspiel.GameType:
    """Describe a game to OpenSpiel. Rewards add up to 0, but for who plays alone."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="python_" + game.id.rpartition("_v")[0],
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if alone else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


def parameters_of(game: Game) -> dict[str, Any]:
    """Return OpenSpiel's parameters with their defaults."""
    given = {}
    for item in dataclasses.fields(game.options):
        default = item.default
        given[_parameter(item.name)] = _empty(game, item.name) if default is None else default
    return {**given, "deals": 0, "opening": 0}


def options_of(game: Game, params: Mapping[str, Any]) -> Options:
    """Return the options that OpenSpiel's parameters stand for.

    Raises:
        OptionError: an option does not take its value.
    """
    given = {}
    for item in dataclasses.fields(game.options):
        value = params[_parameter(item.name)]
        given[item.name] = None if item.default is None and value == _empty(game, item.name) else value
    return game.parse_options(**given)


def _parameter(option: str) -> str:
    return "players" if option == "num_players" else option


def _empty(game: Game, option: str) -> Any:
    """Return the parameter that stands for None, of the type that the option has otherwise."""
    kinds = typing.get_args(typing.get_type_hints(game.options)[option])
    return next(NONE[kind] for kind in kinds if kind in NONE)
