"""A seat for the `environment_factory` of TRL's `GRPOTrainer`: the model calls a tool, and agents play the other seats.

    from dig_envs.adapters.trl import TextSeat, dataset

    rows = dataset("dig_dig_v0", seeds=range(1000), opponent="expert")
    GRPOTrainer(model, train_dataset=rows, environment_factory=TextSeat, args=GRPOConfig(max_completion_length=8192))

A row of the dataset is one seat of one deal, so equal rows give equal prompts and equal opponents:

| column | contents |
|---|---|
| `game`, `seed` | the id of the game, and the seed of the deal |
| `seat` | the model's seat, from 0 |
| `opponent` | the name of the agent at all other seats |
| `options` | options of the game and settings of `dig_envs.text.TextGame`, as JSON |

The reward is the seat's reward of the game. By default a decision takes two answers, and the seat loses by a forfeit after the
second refused one (`attempts`, `after_failure`). A game that the model does not finish, or that does not fit into
`max_completion_length`, ends as if all further answers were refused.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from dig_envs.core.arguments import whole_number
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError, OrderError
from dig_envs.text import Refused, TextGame
from dig_envs.text.game import ME
from dig_envs.utils.libraries import load

CALL = "Answer each turn with a call of the tool `choose`; the JSON object that a turn asks for is the argument of the call."


class TextSeat:
    """One seat of a game, which TRL resets for each rollout.

    TRL offers every public method to the model as a tool, except `reset` and `get_reward`.
    """

    _game: TextGame | None = None
    _seat = 0

    def reset(
        self,
        game: str,
        seed: int,
        seat: int = 0,
        opponent: str = "expert",
        options: str | Mapping[str, Any] = "{}",
        **row: Any,
    ) -> str:
        """Deal a game, and return its rules and the first turn of the model's seat, for the user's message.

        Args:
            game, seed, seat, opponent, options: the columns of a row; see the module.
            **row: other columns of the dataset, which are ignored.

        Raises:
            DigEnvsError: a column has an invalid value.
        """
        settings = {"after_failure": "forfeit", **_parsed(options)}
        self._game = TextGame(game, seed, _seats(game, seat, opponent, settings), **settings)
        self._seat = seat
        return f"{self._game.rules}\n{CALL}\n\n{self._next_turn()}"

    def choose(self, action: int | str) -> str:
        """Play one of the legal actions.

        Args:
            action: The number of the action in the list of the present turn, or the name of the action.

        Returns:
            What happened until your next turn, the table, and your next question.
        """
        played = self.game.answer(str(action))
        if not isinstance(played, Refused):
            return self._next_turn()
        return played.message if played.attempts_left else f"{played.message}\n\n{self._next_turn()}"

    def get_reward(self) -> float:
        """Return the reward of the model's seat. A game that is not over ends first, by refused answers."""
        while not self.game.over:
            self.game.answer("", truncated=True)
        return self.game.rewards[self._seat]

    @property
    def game(self) -> TextGame:
        """The game of the present rollout, for its transcript, record and result.

        Raises:
            OrderError: `reset` was not called.
        """
        if self._game is None:
            raise OrderError("call reset first")
        return self._game

    def _next_turn(self) -> str:
        if self.game.over:
            return f"The game is over. Your reward is {self.game.rewards[self._seat]:g}."
        return self.game.turn.text()


def dataset(game: str, seeds: Iterable[int], opponent: str = "expert", seat: int | None = None, **options: Any) -> Any:
    """Return a `datasets.Dataset` with one row for each seat of each deal.

    Args:
        game: the id of a game.
        seeds: the seeds of the deals.
        opponent: the name of the agent at all other seats.
        seat: the model's seat; None for each seat of each deal, so that luck of the deal cancels.
        **options: options of the game and settings of `TextGame`.

    Raises:
        MissingLibraryError: the library `datasets` is not installed.
        DigEnvsError: an argument is invalid.
    """
    datasets = load("datasets")
    seats = [seat] if seat is not None else range(_num_players(game, options))
    same: dict[str, Any] = {"game": game, "opponent": opponent, "options": json.dumps(options)}
    rows = [{**same, "seed": seed, "seat": each} for seed in seeds for each in seats]
    for row in rows[: len(seats)]:
        TextSeat().reset(**row)  # errors appear here, and not in the training
    return datasets.Dataset.from_list(rows)


def _num_players(game: str, options: Mapping[str, Any]) -> int:
    given = {"num_players": options["num_players"]} if "num_players" in options else {}
    return game_of(game).parse_options(**given).num_players


def _seats(game: str, seat: int, opponent: str, options: Mapping[str, Any]) -> list[str]:
    seats = [opponent] * _num_players(game, options)
    seats[whole_number("seat", seat, maximum=len(seats) - 1)] = ME
    return seats


def _parsed(options: str | Mapping[str, Any]) -> dict[str, Any]:
    try:
        return dict(json.loads(options) if isinstance(options, str) else options)
    except (ValueError, TypeError) as error:
        raise ArgumentError(f"options must be a JSON object, not {options!r:.80}") from error
