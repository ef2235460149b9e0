"""Say why the main actions of Dig Dig are impossible."""

from collections.abc import Sequence

from dig_envs.dig_dig.components import NUM_KINDS, NUMBERS, Card
from dig_envs.dig_dig.drawing import wanted
from dig_envs.dig_dig.rules import fits, lowest_number, total
from dig_envs.dig_dig.state import Phase
from dig_envs.render.view import View

MISFITS = {Card.BOOM: "a BOOM does not fit on a NINJA", Card.LIMBO: "a LIMBO fits on a 5 or higher"}


def reasons(view: View) -> dict[str, str]:
    """Return the reasons by the action in words, such as {"pick up": "a card of yours fits"}; "" for a possible action."""
    table = view.table
    me = table.active
    cards = view.record.seats[me].hand if table.hand_size[me] else table.face_up[me]
    if table.phase == Phase.SET_UP or not total(cards):
        return {}
    if table.phase == Phase.OPENING and lowest_number(cards) < NUMBERS:
        return {"play a power card": "you begin with your lowest number"}
    held = [kind for kind in range(NUM_KINDS) if cards[kind]]
    return {
        "play a number": _number(view, held),
        "play a power card": _power(view, held),
        "pick up the pile": "a card of yours fits" if any(fits(table, kind) for kind in held) else "",
    }


def _number(view: View, held: Sequence[int]) -> str:
    numbers = [kind for kind in held if kind < NUMBERS]
    if any(fits(view.table, kind) for kind in numbers):
        return ""
    return f"none of yours fits ({wanted(view)})" if numbers else "you have none"


def _power(view: View, held: Sequence[int]) -> str:
    powers = [kind for kind in held if kind >= NUMBERS]
    if any(fits(view.table, kind) for kind in powers):
        return ""
    return " and ".join(MISFITS[Card(kind)] for kind in powers) or "you have none"
