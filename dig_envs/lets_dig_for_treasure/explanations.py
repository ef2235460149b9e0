"""One sentence for each part of the picture of Let's Dig for Treasure and for each action, as the viewer knows them."""

from dig_envs.lets_dig_for_treasure.components import CARDS, DOG, IN_WORDS, NUM_KINDS, SCORE_KINDS, USED_DOG, Effect, When
from dig_envs.lets_dig_for_treasure.drawing import tops_seen
from dig_envs.lets_dig_for_treasure.rules.actions import Action
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

WHEN = {
    When.NEVER: "",
    When.DUG: "when it is dug up, ",
    When.SCORED: "when it is scored, ",
    When.IN_PILE: "in a pile, ",
    When.END: "at the end, ",
}
STACK = "Stack {number}: dig here to turn up its top card, and when a stack is empty, the game ends after that turn."
DESTROYED = "Stack {number}: a Land Mine has destroyed it, which does not end the game."
DUG = "The cards of this turn: they go to the pile if the player stops in time, and are lost in a bust."
SEAT = "{name} has {points} as far as you know, and the pile has {cards}."
ACTIONS = {
    Action.DIG: "The top card of this stack comes up, and a Skeleton, a second Worms or the Waste busts you.",
    Action.STOP: "All cards of this turn go to your pile, and your turn ends after their effects.",
    Action.USE_DOG: "The Dog chases the Skeleton away, once, and you may dig on.",
    Action.NO_DOG: "You lose the cards of this turn, and your Dog stays unused.",
    Action.CHOOSE: "The card concerns the pile of this player.",
    Action.LOOK: "You look at the top cards of this stack, in secret.",
    Action.PUT: "This card lies next, counted from the top of the stack.",
}
UNKNOWN = "A card that you do not know."


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    kind, *numbers = part.split("-")
    if kind == "stack":
        stack = int(numbers[0])
        return (DESTROYED if view.table.destroyed[stack] else STACK).format(number=stack + 1)
    if kind == "top":
        card = tops_seen(view, int(numbers[0]))[int(numbers[1])]
        return UNKNOWN if card is None else card_in_words(card)
    if kind == "seat":
        p = int(numbers[0])
        size = view.table.pile_size[pile_of(view.table, p)]
        points = pluralized(int(view.figures[p]), "point")
        return SEAT.format(name=view.name(p), points=points, cards=pluralized(size, "card"))
    return card_in_words(int(numbers[-1])) if numbers else DUG


def card_in_words(kind: int) -> str:
    """Describe a card in one sentence: its points and its effect."""
    card = CARDS[kind]
    points = pluralized(card.points, "point")
    if card.effect == Effect.NONE:
        return f"{card.name}: {points} at the end."
    effect = IN_WORDS[card.effect].format(bonus=card.bonus, partner=card.partner)
    return f"{card.name} ({points}): {WHEN[card.when]}{effect}."


def explain_action(view: View, action: int) -> str:
    """Explain an action in one sentence."""
    if Action.RESOLVE <= action < Action.LOOK:
        return card_in_words(SCORE_KINDS[action - Action.RESOLVE])
    if action >= Action.STEAL:
        return card_in_words(DOG if action - Action.STEAL == USED_DOG else action - Action.STEAL)
    if Action.SCORE <= action < Action.PUT:
        card = tops_seen(view, view.table.stack)[action - Action.SCORE]
        return UNKNOWN if card is None else card_in_words(card)
    return ACTIONS[max(first for first in ACTIONS if first <= action)]


assert USED_DOG == NUM_KINDS
