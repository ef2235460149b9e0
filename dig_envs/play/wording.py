"""Find the words for a game's decisions: the module `wording` in the package of the game's drawing module.

| function | returns |
|---|---|
| `may_be_shown(view)` | whether the view's seat may see this moment: False while another seat makes a secret decision |
| `action_as_heard(view, action)` | the mover's action as the view's seat hears it; None if that seat hears nothing |
| `label(view, action)` | the action in words, for the seat that chooses it |
| `question(view)` | the mover's decision as a question or a request, one sentence or more |
| `picture_targets(view, action)` | names of the parts of the picture that the action concerns (`Svg.spot`) |
| `MINUTES` | optional: the approximate length of a game of one person against an agent, for the lobby |
| `describe_change(before, after, mover)` | optional: phrases for the results of an action, as the view's seat knows them |

`view` shows the moment before the action. `before` and `after` are successive moments of one viewer, and `mover` is the seat of
the last action that the viewer heard, or None. `DefaultWording` serves games without such a module and reveals little.
"""

from typing import Any

from dig_envs.core.game import Game
from dig_envs.render.view import View, module_of


class DefaultWording:
    """Words for a game without a module `wording`."""

    @staticmethod
    def may_be_shown(view: View) -> bool:
        """Return False while a reaction window is open and another seat must decide."""
        return view.seat == view.record.secret.mover or not bool(view.game.window_open(view.state["table"])[0])

    @staticmethod
    def action_as_heard(view: View, action: int) -> str | None:
        """Return the name of a public action, "move" for others, and None while a reaction window is open."""
        if bool(view.game.window_open(view.state["table"])[0]):
            return None
        return view.game.actions.name(action) if view.game.actions.is_public(action) else "move"

    @staticmethod
    def label(view: View, action: int) -> str:
        return view.game.actions.name(action)

    @staticmethod
    def question(view: View) -> str:
        return "What do you do?"

    @staticmethod
    def picture_targets(view: View, action: int) -> tuple[str, ...]:
        return ()

    @staticmethod
    def describe_change(before: View, after: View, mover: int | None) -> list[str]:
        return []


def wording_of(game: Game) -> Any:
    """Return the game's module `wording`, or `DefaultWording` if the game has none."""
    return module_of(game, "wording") or DefaultWording
