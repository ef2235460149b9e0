"""Find what a picture of DIG may show of its bones: what a seat knows, or everything."""

from dataclasses import dataclass
from typing import Any

from dig_envs.dig.components import MAX_PLAYERS, NUM_BACKS, NUM_BONES, PLACES, Card
from dig_envs.dig.determinize import count_of_back
from dig_envs.dig.rules.bones import back_of, colour_of
from dig_envs.dig.state import NONE, Phase
from dig_envs.render.view import PUBLIC, View


@dataclass(frozen=True)
class Bone:
    """A bone card as it is seen: its colour, or None if that is not known; with scents its back, else None."""

    colour: int | None
    back: int | None


@dataclass(frozen=True)
class Visibility:
    """The bones as a seat sees them, or an onlooker to whom everything is open.

    Attributes:
        yard: the bone at each place, None where there is none.
        hands: the bones of each hand.
        dug: the bone just dug, while its digger decides; None if unknown.
    """

    yard: tuple[Bone | None, ...]
    hands: tuple[tuple[Bone, ...], ...]
    dug: Bone | None


def visibility_of(view: View) -> Visibility:
    """Return what may be shown: what the view's seat knows, or everything."""
    table, seats = view.table, view.record.seats
    if view.seat is None:
        known, hands, dug = view.record.secret.yard, [seat.hand for seat in seats], seats[table.active].dug
    elif view.seat == PUBLIC:
        known, hands, dug = [NONE] * PLACES, [[0] * NUM_BONES] * MAX_PLAYERS, NONE
    else:
        me = seats[view.seat]
        known, hands, dug = me.known, list(me.known_hand), me.dug
        hands[view.seat] = me.hand
    return Visibility(
        tuple(_yard_bone(table, place, known[place]) for place in range(PLACES)),
        tuple(_hand(table, p, hands[p]) for p in range(table.num_players)),
        None if table.phase != Phase.PUT or dug == NONE else _card(table, dug),
    )


def _yard_bone(table: Any, place: int, bone: int) -> Bone | None:
    if table.yard[place] != Card.BONE:
        return None
    return Bone(None, _back(table, table.back[place])) if bone == NONE else _card(table, bone)


def _hand(table: Any, p: int, known: Any) -> tuple[Bone, ...]:
    """Return the bones known in a hand, then for each back those that are not."""
    bones = [_card(table, bone) for bone in range(NUM_BONES) for _ in range(known[bone])]
    for back in range(NUM_BACKS):
        missing = table.hand_backs[p][back] - count_of_back(table, known, back)
        bones += [Bone(None, _back(table, back))] * missing
    return tuple(bones)


def _card(table: Any, bone: int) -> Bone:
    return Bone(colour_of(bone), _back(table, back_of(table, bone)))


def _back(table: Any, back: int) -> int | None:
    return back if table.scents else None
