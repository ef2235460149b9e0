"""Register every installed game with TextArena, under its id in Gymnasium's registry.

>>> import textarena
>>> import dig_envs.adapters.textarena
>>> env = textarena.make("dig_envs/DigDig-v0")
>>> env.reset(num_players=2, seed=7)
>>> seat, observation = env.get_observation()
>>> done, info = env.step('{"action": 1}')

| id | observation |
|---|---|
| `dig_envs/DigDig-v0` | the rules, and all that the player was told and answered, as text |
| `dig_envs/DigDig-v0-train` | the rules, the news since the first turn and the latest position, as text |
| `dig_envs/DigDig-v0-raw` | the new messages as TextArena's tuples (sender, text, type) |

Player numbers of TextArena begin at 0. The text of our games begins at "player 1".
"""

import dataclasses
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from dig_envs import text
from dig_envs.adapters.registration import gymnasium_id
from dig_envs.core.arguments import whole_number
from dig_envs.core.catalogue import games
from dig_envs.core.errors import ArgumentError, OrderError
from dig_envs.core.game import Game
from dig_envs.text.game import ME, Failure
from dig_envs.utils.libraries import optional_imports

with optional_imports():
    import textarena
    from textarena.envs.registration import register_with_versions

WRAPPERS = {
    "default": [textarena.wrappers.LLMObservationWrapper],
    "-train": [textarena.wrappers.GameMessagesAndCurrentBoardObservationWrapper],
}
MAX_PLAYERS = 100  # before the game checks its own limit
BRACKETS = re.compile(r"\[([^\[\]{}]+)\]")
MARKS = ("{", "<action>", "\\boxed")  # of the answers that `TextGame` reads


class TextArenaEnv(textarena.Env):
    """A game in TextArena's form. TextArena's players have the first seats, bots the seats after them.

    Answers are read as `TextGame.answer` reads them; TextArena's form `[…]` is accepted too. A player sees only its own
    answers. All random numbers come from the game's seed.

    Args:
        game: a game or its id.
        bots: names of agents for additional seats.
        after_failure: as in `TextGame`. By default a player loses the game by its second refused answer to a turn.
        **settings: other settings and options of `TextGame`.

    Attributes:
        state: TextArena's state, with observations, rewards and `game_info` of each player.
    """

    def __init__(self, game: str | Game, bots: Sequence[str] = (), after_failure: Failure = "forfeit", **settings: Any):
        if not isinstance(bots, list | tuple):
            raise ArgumentError(f"bots must be a list of names of agents, not {bots!r:.80}")
        self._game: text.TextGame | None = None
        self._make = partial(text.TextGame, game, after_failure=after_failure, **settings)
        self._bots = list(bots)

    @property
    def game(self) -> text.TextGame:
        """The present game.

        Raises:
            OrderError: there was no `reset`.
        """
        if self._game is None:
            raise OrderError("call reset first")
        return self._game

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a game.

        Raises:
            DigEnvsError: an argument, here or of the constructor, is invalid.
        """
        num_players = whole_number("num_players", num_players, 1, MAX_PLAYERS)
        self._game = self._make(seed=seed, seats=[ME] * num_players + self._bots)
        self.state = textarena.FFAMultiPlayerState(num_players)  # without the seed, which would go to Python's global generator
        self.state.reset(
            game_state={},
            player_prompt_function=lambda player_id, game_state: self.game.rules,
            role_mapping={player: f"player {player + 1}" for player in range(num_players)},
        )
        self._continue()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the action that the present player's answer states, or refuse the answer.

        Returns:
            Whether the game is over; an empty dict.

        Raises:
            OrderError: there was no `reset`, or the game is over.
        """
        seat = self.game.turn.seat
        answer = self.game.answer(_with_marks(action), seat)
        self.state.add_observation(action, textarena.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        if isinstance(answer, text.Refused):
            self.state.add_observation(answer.message, textarena.ObservationType.GAME_ADMIN, to_id=seat)
        asks_again = isinstance(answer, text.Refused) and answer.attempts_left > 0
        self.state.made_invalid_move = asks_again
        self.state.step(rotate_player=False)  # counts the turns
        if not asks_again:
            self._continue()
        return self.state.done, {}

    def _continue(self) -> None:
        """Show the next player its turn, or end the game."""
        if self.game.over:
            self._end()
            return
        turn = self.game.turn
        self.state.manually_set_current_player_id(turn.seat)
        if turn.news:
            self.state.add_observation("\n".join(turn.news), textarena.ObservationType.GAME_MESSAGE, to_id=turn.seat)
        position = dataclasses.replace(turn, news=()).text()
        self.state.add_observation(position, textarena.ObservationType.GAME_BOARD, to_id=turn.seat)

    def _end(self) -> None:
        results = {seat: self.game.result(seat) for seat in self.game.learners}
        forfeits = [f"player {seat + 1} gave no legal action" for seat, result in results.items() if result.forfeited]
        reason = "; ".join(["the game is over", *forfeits])
        self.state.set_game_outcome({seat: result.reward for seat, result in results.items()}, reason)
        for seat, result in results.items():
            self.state.game_info[seat]["invalid_move"] = result.forfeited


def _with_marks(action: str) -> str:
    """Return an answer in TextArena's form as an answer that `TextGame` reads; other answers unchanged."""
    if not isinstance(action, str) or any(mark in action for mark in MARKS):
        return action
    marked = BRACKETS.findall(action)
    return f"<action>{marked[-1]}</action>" if marked else action


for _name in games():
    _id = gymnasium_id(_name)
    register_with_versions(_id, "dig_envs.adapters.textarena:TextArenaEnv", WRAPPERS, game=_name)
