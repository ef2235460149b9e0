"""Write a turn: the position in words, as one seat knows it, and the legal actions.

The module `description` in the package of a game's drawing has a function `describe(view)`, which returns the parts of a
position by their titles. A game without such a module has its table as text. With a function `material()`, the rules of the
text list the game's cards and places.
"""

from functools import cache
from typing import Any

import numpy as np

from dig_envs.render.action_words import distinct
from dig_envs.render.view import View, module_of
from dig_envs.render.wording import wording_of
from dig_envs.text.turn import Choice, Parts, Turn


@cache
def names_for(seat: int, num_players: int) -> tuple[str, ...]:
    """Return the names of the seats in words for one seat: "you" and "player 2"."""
    return tuple("you" if other == seat else f"player {other + 1}" for other in range(num_players))


def turn_of(view: View, mask: np.ndarray, **arguments: Any) -> Turn:
    """Return the turn of the view's seat.

    Args:
        mask: int8 (num_actions,), the legal actions.
        **arguments: other arguments of `Turn`.
    """
    question = wording_of(view.game).question(view)
    return Turn(int(view.seat or 0), position_of(view), question, choices_of(view, mask), **arguments)


def choices_of(view: View, mask: np.ndarray) -> tuple[Choice, ...]:
    """Return the legal actions as choices of the view's seat."""
    texts, names = wording_of(view.game).ACTIONS, view.game.actions.names
    actions = mask.nonzero()[0].tolist()
    labels = distinct([texts.label(view, action) for action in actions])
    return tuple(Choice(k + 1, action, names[action], labels[k]) for k, action in enumerate(actions))


def position_of(view: View) -> Parts:
    """Return the parts of a position by their titles, in the order in which they are read."""
    module = module_of(view.game, "description")
    parts = module.describe(view) if module else {"Table": view.drawing.text(view)}
    turn, limit = view.table.turn + 1, view.table.max_turns
    clock = f"turn {min(turn, limit)} of {limit}" if limit else f"turn {turn}"
    return {"Seat": f"You are player {(view.seat or 0) + 1} of {view.options.num_players}. It is {clock}.", **parts}
