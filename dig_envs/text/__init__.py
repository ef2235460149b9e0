"""A seat for language models: a game as text, with a referee for answers in words.

    from dig_envs import text

    game = text.TextGame("dig_dig_v0", seed=7, seats=["me", "expert"])
    while not game.over:
        game.answer(model(game.rules, game.turn.text()))
    game.result("me").reward

| module | contents |
|---|---|
| `game.py` | `TextGame`: asks for the seats called "me", and judges the answers |
| `seated_game.py` | plays the game with agents at the other seats |
| `outcomes.py` | `Played`, `Refused`, `Message`, `Result` |
| `turn.py` | `Turn`: one decision as text and as JSON |
| `answers.py` | finds the chosen action in an answer, or says why there is none |
| `instructions.py` | the rules of a game with these options, and how to answer |

The words of positions are those of a game's modules `wording` and `description`.
"""

from dig_envs.text.answers import Refusal
from dig_envs.text.game import TextGame
from dig_envs.text.outcomes import Message, Played, Refused, Result
from dig_envs.text.turn import Choice, Turn

__all__ = ["Choice", "Message", "Played", "Refusal", "Refused", "Result", "TextGame", "Turn"]
