"""Ask a game what it says of its decisions: the module `telling` beside its drawing module.

| function | returns |
|---|---|
| `settled(view)` | whether the view's seat may see this moment: False while another seat is asked in secret |
| `told(view, action)` | what the view's seat hears of the mover's action; None for nothing |
| `label(view, action)` | what an action does, in words, for its own seat |
| `question(view)` | what the mover decides, as a sentence to it |
| `spots(view, action)` | the names (`data-spot`) of what the action is about on the picture |
| `outcome(before, after, mover)` | what came of it, as far as the seat knows: phrases to stand after the mover's action |

The view is of the moment before the action; `before` and `after` are two moments that a viewer was shown one after the other. A
game without such a module is told of as little as is safe.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from dig_envs.core.game import Game
from dig_envs.render.view import View


class Silent:
    """Says nothing of a game that has no module of its own for it."""

    @staticmethod
    def settled(view: View) -> bool:
        """Return whether no window is open, in which only the asked seat knows who is asked."""
        return view.seat == view.record.secret.mover or not bool(view.game.window_open(view.state["table"])[0])

    @staticmethod
    def told(view: View, action: int) -> str | None:
        """Say that there was a move, where it is no secret that somebody moved."""
        return None if bool(view.game.window_open(view.state["table"])[0]) else "move"

    @staticmethod
    def label(view: View, action: int) -> str:
        """Return the action's name."""
        return view.game.actions.name(action)

    @staticmethod
    def question(view: View) -> str:
        """Ask for a decision."""
        return "What do you do?"

    @staticmethod
    def spots(view: View, action: int) -> tuple[str, ...]:
        """Name nothing."""
        return ()

    @staticmethod
    def outcome(before: View, after: View, mover: int | None) -> list[str]:
        """Say nothing."""
        return []


def telling_of(game: Game) -> Any:
    """Return the game's module `telling`, or what stands in for it."""
    package = game.drawing.rpartition(".")[0]
    name = f"{package}.telling"
    return import_module(name) if package and find_spec(name) else Silent
