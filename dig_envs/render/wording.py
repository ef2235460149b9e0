"""Find the words of a game: the module `wording` in the package of the game's drawing module.

| name | what it is |
|---|---|
| `may_be_shown(view)` | whether the view's seat may see this moment: False while another seat makes a secret decision |
| `question(view)` | the mover's decision as a question or a request, one sentence or more |
| `ACTIONS` | the words of all actions (`render/action_words.py`) |
| `explain_part(view, part)` | optional: explains a part of the picture (`Svg.spot`) in one sentence, as the viewer knows it |
| `progress(view)` | optional: how near the end of the game is, by the public facts that end it |
| `MINUTES` | optional: the approximate length of a game of one person against an agent, for the lobby |
| `describe_change(before, after, mover)` | optional: phrases for the results of an action, as the view's seat knows them |

`view` shows the moment before the action. `before` and `after` are successive moments of one viewer, and `mover` is the seat of
the last action that the viewer heard, or None. `DefaultWording` serves games without such a module and reveals little.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from dig_envs.core.game import Game
from dig_envs.render.action_words import ActionTexts, ActionWords
from dig_envs.render.view import View, module_of, package_of

MOST_REASONS = 3  # why actions are impossible, shown for one decision
PART = re.compile(r'data-spot="([^"]+)"')


def _heard(view: View, action: int) -> str | None:
    """Return the name of a public action, "move" for others, and None while a reaction window is open."""
    if bool(view.game.window_open(view.state["table"])[0]):
        return None
    return view.game.actions.name(action) if view.game.actions.is_public(action) else "move"


class DefaultWording:
    """Words for a game without a module `wording`."""

    ACTIONS = ActionTexts({0: ActionWords(lambda view, action: view.game.actions.name(action), help="", heard=_heard)})

    @staticmethod
    def may_be_shown(view: View) -> bool:
        """Return False while a reaction window is open and another seat must decide."""
        return view.seat == view.record.secret.mover or not bool(view.game.window_open(view.state["table"])[0])

    @staticmethod
    def question(view: View) -> str:
        return "What do you do?"


def wording_of(game: Game) -> Any:
    """Return the game's module `wording`, or `DefaultWording` if the game has none."""
    return module_of(game, "wording") or DefaultWording


def explain_parts(view: View, svg: str) -> dict[str, str]:
    """Return the explanation of each part of a picture, by the part's name."""
    explain = getattr(wording_of(view.game), "explain_part", None)
    return {part: explain(view, part) for part in sorted(set(PART.findall(svg)))} if explain else {}


def impossible_actions(view: View) -> list[str]:
    """Say why main actions are impossible for the view's seat, which must decide: up to `MOST_REASONS` sentences.

    A game's module `impossible` has the function `reasons(view)`: the reasons by the action in words, "" for a possible action.
    """
    module = module_of(view.game, "impossible")
    found = module.reasons(view).items() if module else ()
    return [f"You cannot {action}: {reason}." for action, reason in found if reason][:MOST_REASONS]


@cache
def player_rules(game: Game) -> str:
    """Return a game's rules for players as Markdown: `PLAYER_RULES.md` in the package of its drawing; "" without it."""
    package = package_of(game)
    file = files(package).joinpath("PLAYER_RULES.md") if package else None
    return file.read_text("utf-8") if file and file.is_file() else ""
