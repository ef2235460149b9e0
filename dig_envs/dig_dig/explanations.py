"""One sentence for each part of the picture of Dig Dig and for each action, as the viewer knows them."""

from dig_envs.dig_dig.components import NUMBERS, Card
from dig_envs.dig_dig.drawing import wanted
from dig_envs.dig_dig.rules import Action
from dig_envs.dig_dig.state import NONE
from dig_envs.render.view import View

NUMBER = "A {number}: it fits on the same or a lower number, and four of them on top clear the pile."
POWERS = {
    Card.BOOM: "BOOM: the whole pile goes to the compost and its player plays again, but it does not fit on a NINJA.",
    Card.LIMBO: "LIMBO: it fits on a 5 or higher, and the next number must be 5 or lower.",
    Card.DROP: "DROP: it fits on everything, and the next number can be anything.",
    Card.NINJA: "NINJA: it fits on everything and is invisible, so the card below it still counts.",
}
UNKNOWN = "The cards of {name} that you do not know."
BLIND = "A blind card of {name}: nobody looks at it before it is turned over, after all other cards are gone."
DECK = "The draw deck: after a play, a player with fewer than three cards draws up to three."
PILE = "The pile: play the same number or a higher one on its top card, or a power card."
PLAY = "It goes on the pile, and you draw up to three cards while the deck lasts."
ACTIONS = {
    Action.BLIND: "If the card fits, it is played; if not, you take it and the whole pile in hand.",
    Action.PICK_UP: "No card of yours fits, so you take the whole pile in hand.",
    Action.LAY: "It lies face up in your row, which you play when the deck and your hand are empty.",
}


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    kind, *numbers = part.split("-", 2)
    if kind == "deck":
        return DECK
    if kind == "pile":
        return f"{PILE[:-1]} ({wanted(view)})." if wanted(view) else PILE
    name = view.name(int(numbers[0]))
    if kind == "blind":
        return BLIND.format(name=name)
    card = int(numbers[-1])
    return UNKNOWN.format(name=name) if card == NONE else card_in_words(card)


def card_in_words(kind: int) -> str:
    """Describe a card in one sentence."""
    return NUMBER.format(number=kind + 1) if kind < NUMBERS else POWERS[Card(kind)]


def explain_action(view: View, action: int) -> str:
    """Explain an action in one sentence."""
    family = max((first for first in ACTIONS if first <= action), default=None)
    if family is None:
        return PLAY if action < Action.POWER else POWERS[Card(NUMBERS + action - Action.POWER)]
    return ACTIONS[family]
