"""One sentence for each part of the picture of DIG and for each action, as the viewer knows them."""

from dig_envs.dig.components import BACK_PAIRS, COLOURS, MAX_STEP, Card
from dig_envs.dig.drawing import bone_at
from dig_envs.dig.rules import Action, count_of, is_bowl
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

DOGHOUSE = "The doghouse: all dogs start here, and bowls near to it pay most."
BEYOND_THE_END = "The yard ends before this place: a dog here can only walk back toward the doghouse."
HOLE = "A hole: at the end of the turn the furthest card of the yard fills it."
UNKNOWN_BONE = "A bone, face down: stand here and dig to see its colour."
SCENTED_BONE = "A bone, face down: its back shows {one} and {other}, and one of them is its colour."
KNOWN_BONE = "A {colour} bone: you have seen it, and it pays {points} at the {colour} bowl as the bowls lie now."
BOWL = "The {colour} bowl: drop your {colour} bones here, which pay {points} each as the bowls lie now."
OWN_BONE = "A {colour} bone in your hand: drop it at the {colour} bowl, or it is worth nothing."
OTHER_HAND = "The bones in the hand of {name}: a bone shows its colour only if you know it."
DROPPED = "The {colour} bones that {name} has dropped: {count}, which pay {points} each as the bowls lie now."
VALUE = "Each dropped {colour} bone pays {points} as the bowls lie now."
DOG = "The dog of {name}: it carries {bones}, so it walks up to {steps} in one move."
ACTIONS = {
    Action.AWAY: "Your dog walks away from the doghouse, and each bone in your hand makes its longest walk one place shorter.",
    Action.HOME: "Your dog walks toward the doghouse, and each bone in your hand makes its longest walk one place shorter.",
    Action.DIG: "You take the bone under your dog and look at it in secret, and then you may put a bone back.",
    Action.DROP: "All your bones of this colour go to the table before you, where nobody can take them.",
    Action.END: "Your turn ends, and the furthest cards fill the holes.",
    Action.KEEP: "You keep the bone that you dug up, and the hole closes at the end of the turn.",
    Action.PUT: "The bone goes face down into the hole, where anybody may dig it up again.",
}


def explain_part(view: View, part: str) -> str:
    """Explain a part of the picture in one sentence."""
    table = view.table
    kind, *numbers = part.split("-")
    if kind == "place":
        return _place(view, int(numbers[0]))
    if kind == "dog":
        p = int(numbers[0])
        bones = table.hand_size[p]
        return DOG.format(name=view.name(p), bones=pluralized(bones, "bone"), steps=pluralized(MAX_STEP - bones, "place"))
    if numbers[0] == "of":
        return OTHER_HAND.format(name=view.name(int(numbers[1])))
    colour = int(numbers[-1])
    words = {"colour": COLOURS[colour], "points": pluralized(table.values[colour], "point")}
    if kind == "dropped":
        p = int(numbers[0])
        return DROPPED.format(name=view.name(p), count=count_of(table.dropped[p], colour), **words)
    return (OWN_BONE if kind == "hand" else VALUE).format(**words)


def _place(view: View, place: int) -> str:
    table, bone = view.table, bone_at(view, place)
    if place == 0:
        return DOGHOUSE
    card = table.yard[place]
    if bone is not None:
        if bone.colour is None:
            one, other = (None, None) if bone.back is None else (COLOURS[colour] for colour in BACK_PAIRS[bone.back])
            return UNKNOWN_BONE if one is None else SCENTED_BONE.format(one=one, other=other)
        return KNOWN_BONE.format(colour=COLOURS[bone.colour], points=pluralized(table.values[bone.colour], "point"))
    if is_bowl(card):
        colour = card - Card.BOWL
        return BOWL.format(colour=COLOURS[colour], points=pluralized(table.values[colour], "point"))
    return HOLE if card == Card.HOLE else BEYOND_THE_END


def explain_action(view: View, action: int) -> str:
    """Explain an action in one sentence."""
    return ACTIONS[max(first for first in ACTIONS if first <= action)]
