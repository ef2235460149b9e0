"""Value digging at a place, over all that an unknown bone may be."""

from agents.dig.valuation.closing import LEAD
from agents.dig.valuation.delivery import PRICE, delivery
from agents.dig.valuation.packed import count_in, one, size_of
from agents.dig.valuation.walking import moves_between
from dig_envs.core.compile import compiled
from dig_envs.dig.components import BACK_OF, HAND_LIMIT, NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.observation import unaccounted
from dig_envs.dig.rules.bones import colour_of
from dig_envs.dig.state import NONE

REJECTED = 0.5  # points by which a bone is worth less if somebody has looked at it and put it back


@compiled
def unseen_bones(table, seat):
    """Return the bones that the seat can't account for: counts by colour, with scents a bit for each bone."""
    unseen = 0
    for bone in range(NUM_BONES if table.scents else NUM_COLOURS):
        unseen += unaccounted(table, seat, bone) * (1 << bone if table.scents else one(bone))
    return unseen


@compiled
def bones_that_may_lie(table, seat, place, unseen):
    """Return what the bone at a place may be, as counts by colour: the one known there, or the unseen ones of its back."""
    if seat.known[place] != NONE:
        return one(colour_of(seat.known[place]))
    if not table.scents:
        return unseen
    bones = 0
    for bone in range(NUM_BONES):
        if BACK_OF[bone] == table.back[place] and (unseen >> bone) & 1:
            bones += one(colour_of(bone))
    return bones


@compiled
def dig_value(table, seat, place, target, hand, unseen, now, then):
    """Return the points expected of going to a place and digging; `now` is the closing, `then` the one if the bone is kept."""
    spent = moves_between(place, target, size_of(hand)) + 1
    bones = bones_that_may_lie(table, seat, target, unseen)
    value = 0.0
    for colour in range(NUM_COLOURS):
        count = count_in(bones, colour)
        if count > 0:
            value += count * after_dig(table, seat, target, hand + one(colour), unseen, now, then, spent)
    value = value / size_of(bones) - PRICE * spent
    return value - REJECTED if seat.known[target] == NONE and table.seen_by[target] != 0 else value


@compiled
def after_dig(table, seat, place, hand, unseen, now, then, spent):
    """Return the better of keeping the bone and of putting one back, in points."""
    best = now[LEAD]
    if size_of(hand) <= HAND_LIMIT:
        best = max(best, then[LEAD] + after_keeping(table, seat, place, hand, unseen, then, spent))
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            best = max(best, now[LEAD] + delivery(place, hand - one(colour), now, spent))
    return best


@compiled
def after_keeping(table, seat, place, hand, unseen, then, spent):
    """Return the better of delivering and, with a single bone, of going on to the nearest one on either side, in points."""
    best = delivery(place, hand, then, spent)
    if size_of(hand) == 1:
        best = max(best, second_dig(table, seat, place, nearest_bone(table, place, -1), hand, unseen, then, spent))
        best = max(best, second_dig(table, seat, place, nearest_bone(table, place, 1), hand, unseen, then, spent))
    return best


@compiled
def nearest_bone(table, place, way):
    """Return the place of the nearest bone in a direction, or 0."""
    place += way
    while 0 < place <= table.length and table.yard[place] != Card.BONE:
        place += way
    return place if place <= table.length else 0


@compiled
def second_dig(table, seat, place, target, hand, unseen, then, spent):
    """Return the points expected of another bone together with the one in hand."""
    if target == 0:
        return 0.0
    used = spent + moves_between(place, target, size_of(hand)) + 1
    bones = bones_that_may_lie(table, seat, target, unseen)
    value = 0.0
    for colour in range(NUM_COLOURS):
        count = count_in(bones, colour)
        if count > 0:
            value += count * delivery(target, hand + one(colour), then, used)
    return value / size_of(bones) - PRICE * (used - spent)
