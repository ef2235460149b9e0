"""A position of DIG in words, as one seat knows it."""

from itertools import groupby

from dig_envs.dig.components import BACK_PAIRS, COLOURS, NUM_BACKS, Card
from dig_envs.dig.drawing import Bone, bone_at, hand_of, just_dug, ranked_colours
from dig_envs.dig.rules import count_of, is_bowl
from dig_envs.render.prose import bits, clockwise, joined, seats_named
from dig_envs.render.view import View
from dig_envs.utils.text import pluralized


def describe(view: View) -> dict[str, str | list[str]]:
    """Return the parts of the position by their titles."""
    table = view.table
    values = [f"{COLOURS[colour]} {table.values[colour]}" for colour in ranked_colours(table)]
    return {
        "Points for each dropped bone, as the bowls lie now": f"{', '.join(values)}.",
        "Places of the yard, counted from the doghouse": f"{'; '.join(_places(view))}.",
        "Bones in the yard": f"{table.bones}.",
        "Actions left in this turn": f"{table.actions_left}.",
        "Players": [_player(view, p) for p in clockwise(view)],
    }


def _places(view: View) -> list[str]:
    """Describe the places of the yard; neighbours that look the same are one range."""
    table, places = view.table, range(1, view.table.length + 1)
    looks = list(zip(table.yard, view.known.secret.yard, table.back, table.seen_by, strict=True))
    words_of = {look: _place(view, place) for look, place in {looks[place]: place for place in places}.items()}
    lines = []
    for words, run in groupby(places, lambda place: words_of[looks[place]]):
        first, *more = run
        lines.append(f"{first}{f'-{more[-1]}' if more else ''} {words}")
    return lines


def _place(view: View, place: int) -> str:
    table, bone = view.table, bone_at(view, place)
    card = table.yard[place]
    seen_by = table.seen_by[place]
    seen = seats_named(view, bits(seen_by, table.num_players)) if seen_by else ""
    if bone is not None:
        return _bone(bone) + (f" (all know that {seen} may know it)" if seen else "")
    if is_bowl(card):
        return f"{COLOURS[card - Card.BOWL]} bowl"
    return ("hole" if card == Card.HOLE else "empty") + (f" (all know that {seen} may know its bone)" if seen else "")


def _bone(bone: Bone) -> str:
    colour = "unknown" if bone.colour is None else COLOURS[bone.colour]
    return f"{colour} bone" + ("" if bone.back is None else f" with the back {_back(bone.back)}")


def _back(back: int) -> str:
    return "/".join(COLOURS[colour] for colour in BACK_PAIRS[back])


def _player(view: View, p: int) -> str:
    table, dug = view.table, just_dug(view, p)
    place = f"dog at place {table.place[p]}" if table.place[p] else "dog in the doghouse"
    hand = [_bone(bone) + (" (just dug)" if k == dug else "") for k, bone in enumerate(hand_of(view, p))]
    counts = [(COLOURS[colour], count_of(table.dropped[p], colour)) for colour in range(table.colours)]
    dropped = [pluralized(count, f"{colour} bone") for colour, count in counts if count]
    return joined(
        view.name(p),
        place,
        f"hand: {', '.join(hand) or 'no bones'}",
        *(_known_to(view, other, p) for other in clockwise(view) if other != p),
        f"dropped: {', '.join(dropped) or 'no bones'}",
        pluralized(view.points[p], "point"),
    )


def _known_to(view: View, other: int, p: int) -> str:
    """Say how many bones of a hand another seat may know, by what all have seen; empty for none."""
    table, counts = view.table, view.table.hand_seen[other][p]
    if table.scents:
        seen = [f"{pluralized(counts[back], 'bone')} with the back {_back(back)}" for back in range(NUM_BACKS) if counts[back]]
    else:
        seen = [pluralized(counts[0], "bone")] if counts[0] else []
    return f"{view.name(other)} may know {', '.join(seen)} of them" if seen else ""
