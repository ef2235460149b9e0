"""Say why the main actions of DIG are impossible."""

from dig_envs.dig.components import COLOURS, Card
from dig_envs.dig.rules import count_of, is_bowl
from dig_envs.dig.state import Phase
from dig_envs.render.view import View

EMPTY: dict[int, str] = {Card.NOTHING: "the yard ends before your dog", Card.HOLE: "only a hole is left here"}


def reasons(view: View) -> dict[str, str]:
    """Return the reasons by the action in words, such as {"dig": "your dog is at the doghouse"}; "" for a possible action."""
    table = view.table
    if table.phase != Phase.ACT:
        return {}
    return {
        "dig": _dig(view),
        "drop bones": _drop(view),
        "move forward": "" if table.place[table.active] < table.length else "the yard ends here",
        "end the turn": "" if table.actions_left < table.actions_per_turn else "a turn has at least one action",
    }


def _dig(view: View) -> str:
    card = _card(view)
    return "" if card == Card.BONE else _empty(view) or "a bowl lies here, not a bone"


def _drop(view: View) -> str:
    card = _card(view)
    if not is_bowl(card):
        return _empty(view) or "a bone lies here, not a bowl"
    colour = card - Card.BOWL
    return "" if count_of(view.record.seats[view.table.active].hand, colour) else f"you have no {COLOURS[colour]} bone"


def _card(view: View) -> int:
    """Return the card under the dog, as a number of `Card`."""
    return view.table.yard[view.table.place[view.table.active]]


def _empty(view: View) -> str:
    """Say why neither a bone nor a bowl lies under the dog; "" where one does."""
    return EMPTY.get(_card(view), "") if view.table.place[view.table.active] else "your dog is at the doghouse"
