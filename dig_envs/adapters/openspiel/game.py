"""Games for OpenSpiel: type, parameters and initial state."""

import dataclasses
import threading
import typing
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from dig_envs.adapters.openspiel.observer import Observer, observer_of
from dig_envs.adapters.openspiel.position_evaluator import PositionEvaluator
from dig_envs.adapters.openspiel.state import CHANCE, Moment, SpielState
from dig_envs.core.arguments import whole_number
from dig_envs.core.game import Game, Options

DIGITS, BASE = 4, 256  # of the seed of a deal
MAX_DEALS = 2**20
MAX_OPENING = 2**20
DECISIONS_PER_TURN = 64  # above the mean of every game
TURNS = 200  # above the length of every game without a turn limit
MAX_SCORE = 1000.0  # above every reward by score
NONE = {int: 0, str: ""}  # parameter values for None, by type


class SpielGame(pyspiel.Game):
    """A game with its options. `register` makes a subclass for each game.

    Args:
        params: OpenSpiel's parameters, all of them.

    Attributes:
        source: the `Game`.
        options: the game's options.
        digits: the outcomes of a chance node, with their probabilities.
        num_digits: number of chance nodes before the first decision.
        opening: number of random actions after the deal.
        before_deal: the moment of the initial state.

    Raises:
        OptionError: an option has an invalid value.
        ArgumentError: an invalid number of deals or of opening actions.
    """

    source: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any]):
        self.options = options_of(self.source, params)
        deals = whole_number("deals", params["deals"], 0, MAX_DEALS)
        self.opening = whole_number("opening", params["opening"], 0, MAX_OPENING)
        self.num_digits, base = (1, deals) if deals else (DIGITS, BASE)
        self.digits = [(digit, 1.0 / base) for digit in range(base)]
        self.before_deal = Moment(CHANCE, (0.0,) * self.options.num_players)
        self._evaluators = threading.local()
        alone = self.options.num_players == 1
        bound = MAX_SCORE if alone or self.options.reward == "score" else 1.0
        info = {
            "num_distinct_actions": self.source.num_actions,
            "max_chance_outcomes": base,
            "num_players": self.options.num_players,
            "min_utility": -bound,
            "max_utility": bound,
            "utility_sum": None if alone else 0.0,
            "max_game_length": DECISIONS_PER_TURN * (self.options.turn_limit or TURNS),
        }
        super().__init__(type_of(self.source, alone), pyspiel.GameInfo(**info), dict(params))

    @property
    def evaluator(self) -> PositionEvaluator:
        """The evaluator of positions for the calling thread."""
        try:
            return self._evaluators.evaluator
        except AttributeError:
            self._evaluators.evaluator = PositionEvaluator(self.source, self.options)
            return self._evaluators.evaluator

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def state_known(self, table: np.ndarray, seat: np.ndarray, player: int, seed: int) -> SpielState:
        """Return a random state that agrees with a player's information, without a history or memories.

        Args:
            table, seat: structured arrays (1,), the table's record and the player's own record.
        """
        state = self.new_initial_state()
        state._set_position(self.evaluator.sample_position(table, seat, player, seed))
        state._moment.follow(self.before_deal, CHANCE, seed)
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes, which all come before the first decision."""
        return self.num_digits

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer | None:
        """Return an observer of one seat's information, with or without perfect recall; None for other types."""
        return observer_of(self.evaluator.layout, iig_obs_type, params)

    def __deepcopy__(self, memo: dict) -> "SpielGame":
        """Return the game itself, which is immutable."""
        return self

    def __reduce__(self) -> tuple:
        return load, (str(self),)


def load(text: str) -> SpielGame:
    """Load a game by its OpenSpiel string, such as "python_dig(players=3)".

    Unpickling calls this function, so that importing this module registers the games first.
    """
    return pyspiel.load_game(text)


def register(game: Game) -> str:
    """Register a game with OpenSpiel, which may be your own. Returns its name for `pyspiel.load_game`."""
    kind = type_of(game)
    # OpenSpiel's registry releases its entries after Python has ended, which only a class survives, as it is not freed.
    pyspiel.register_game(kind, type("SpielGame", (SpielGame,), {"source": game}))
    return kind.short_name


def type_of(game: Game, alone: bool = False) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game. Rewards sum to 0 unless there is one player."""
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
    """Return OpenSpiel's parameters for a game, with their defaults."""
    given = {}
    for item in dataclasses.fields(game.options):
        default = item.default
        given[_parameter(item.name)] = _none_value(game, item.name) if default is None else default
    return {**given, "deals": 0, "opening": 0}


def options_of(game: Game, params: Mapping[str, Any]) -> Options:
    """Convert OpenSpiel's parameters to options.

    Raises:
        OptionError: an option has an invalid value.
    """
    given = {}
    for item in dataclasses.fields(game.options):
        value = params[_parameter(item.name)]
        given[item.name] = None if item.default is None and value == _none_value(game, item.name) else value
    return game.parse_options(**given)


def _parameter(option: str) -> str:
    return "players" if option == "num_players" else option


def _none_value(game: Game, option: str) -> Any:
    """Return the parameter value for None, of the option's other type."""
    kinds = typing.get_args(typing.get_type_hints(game.options)[option])
    return next(NONE[kind] for kind in kinds if kind in NONE)
