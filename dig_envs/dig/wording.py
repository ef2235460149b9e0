"""The words of DIG: questions, actions, their results, and one sentence for each part of the picture."""

from dig_envs.dig.components import BACK_PAIRS, COLOURS, MAX_STEP, Card
from dig_envs.dig.drawing import bone_at
from dig_envs.dig.rules import Action, colour_of, count_of, is_bowl
from dig_envs.dig.state import NONE, Phase
from dig_envs.render.action_words import ActionTexts, ActionWords
from dig_envs.render.changes import differences, point_changes
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized

MINUTES = 5  # of a game against the expert, at 5 seconds a decision

BONES = tuple(f"{'an' if colour[0] in 'aeiou' else 'a'} {colour} bone" for colour in COLOURS)


def may_be_shown(view: View) -> bool:
    """Return True: no decision is secret."""
    return True


def question(view: View) -> str:
    """Ask for the decision."""
    table = view.table
    if table.phase == Phase.PUT:
        return "You dug up a bone. Keep all your bones, or put one back face down?"
    left = table.actions_left
    return f"Move, dig, drop or end your turn? You have {pluralized(left, 'action')} left."


def progress(view: View) -> str:
    """Count the bones whose last one ends the game."""
    return f"{pluralized(view.table.bones, 'bone')} in the yard"


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


def _own_place(view: View) -> int:
    return view.table.place[view.table.active]


def _move(direction: str, sign: int) -> ActionWords:
    """Return the words of the moves in one direction, of 1 to MAX_STEP places."""

    def label(view: View, at: int) -> str:
        target = _own_place(view) + sign * (at + 1)
        return f"move {at + 1} {direction} to {f'place {target}' if target else 'the doghouse'}"

    way = "away from" if sign > 0 else "toward"
    return ActionWords(
        label=label,
        help=f"Your dog walks {way} the doghouse, and each bone in your hand makes its longest walk one place shorter.",
        targets=lambda view, at: (f"place-{_own_place(view) + sign * (at + 1)}",),
    )


ACTIONS = ActionTexts(
    {
        Action.AWAY: _move("forward", 1),
        Action.HOME: _move("back", -1),
        Action.DIG: ActionWords(
            label="dig here",
            help="You take the bone under your dog and look at it in secret, and then you may put a bone back.",
            targets=lambda view, _: (f"place-{_own_place(view)}",),
        ),
        Action.DROP: ActionWords(
            label="drop the bones of this bowl's colour",
            help="All your bones of this colour go to the table before you, where nobody can take them.",
            targets=lambda view, _: (f"place-{_own_place(view)}",),
        ),
        Action.END: ActionWords(label="end the turn", help="Your turn ends, and the furthest cards fill the holes."),
        Action.KEEP: ActionWords(
            label="keep all bones", help="You keep the bone that you dug up, and the hole closes at the end of the turn."
        ),
        Action.PUT: ActionWords(
            label=lambda view, colour: f"put {BONES[colour]} back",
            heard="put a bone back",  # in secret (DIG-5)
            help="The bone goes face down into the hole, where anybody may dig it up again.",
            targets=lambda view, colour: (f"hand-{colour}",),
        ),
    }
)


def describe_change(before: View, after: View, mover: int | None) -> list[str]:
    """Describe the bone that was dug up, the bones that were dropped, and the points."""
    words = []
    if after.table.phase == Phase.PUT:
        words.append(_dug(after))
    for seat in range(after.table.num_players):
        dropped = differences(before.table.dropped[seat], after.table.dropped[seat])
        counts = [sum(dropped[colour :: len(COLOURS)]) for colour in range(len(COLOURS))]
        words += [f"dropped {pluralized(count, f'{name} bone')}" for name, count in zip(COLOURS, counts, strict=True) if count]
    return [*filter(None, words), *point_changes(before, after, mover)]


def _dug(view: View) -> str:
    """Name the bone just dug up, or with scents its back; "" if the seat knows neither."""
    dug = view.known.seats[view.table.active].dug
    if dug != NONE:
        return BONES[colour_of(dug)]
    if not view.table.scents:
        return ""
    back = view.table.back[view.table.place[view.table.active]]
    return f"its back shows {' and '.join(COLOURS[colour] for colour in BACK_PAIRS[back])}"
