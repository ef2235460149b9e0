"""Value digging at a place, as a mean over the possible bones there."""

import numpy as np

from dig_envs.agents.dig.valuation.delivery import PRICE, delivery, gain
from dig_envs.agents.dig.valuation.hands import BONES_IN, EMPTY, KIND, KINDS, WITH, WITHOUT
from dig_envs.agents.dig.valuation.packed import count_in, one, size_of
from dig_envs.agents.dig.valuation.walking import moves_between
from dig_envs.core.compiler import compiled
from dig_envs.dig.components import BACK_OF, BONES_PER_COLOUR, HAND_LIMIT, NUM_BACKS, NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.observation import unaccounted
from dig_envs.dig.rules import colour_of
from dig_envs.dig.state import NONE

REJECTED = 0.5  # points that an unknown bone loses if another seat has put it back
TWO = 2
BONES_OF = np.array([[bone for bone in range(NUM_BONES) if BACK_OF[bone] == back] for back in range(NUM_BACKS)])
PACKED = np.array([0, *(one(colour) for colour in range(NUM_COLOURS)), *([0] * (NUM_BONES - NUM_COLOURS))])  # by bone + 1
ALL_BONES = BONES_PER_COLOUR * sum(one(colour) for colour in range(NUM_COLOURS))


@compiled
def unseen_bones(table, seat):
    """Return the bones that a seat has not located: packed counts by colour; with scents, one bit per bone."""
    unseen = np.int64(0)
    if table.scents:
        for bone in range(NUM_BONES):
            unseen += np.int64(unaccounted(table, seat, bone)) << bone
        return unseen
    for place in range(1, table.length + 1):
        unseen += PACKED[seat.known[place] + 1]
    for colour in range(NUM_COLOURS):
        count = np.int64(seat.hand[colour])
        for p in range(table.num_players):
            count += table.dropped[p][colour] + seat.known_hand[p][colour]
        unseen += count * one(colour)
    return ALL_BONES - unseen


@compiled
def bones_that_may_lie(table, seat, place, unseen):
    """Return the possible bones at a place as packed counts: the known bone, or the unseen bones with its back."""
    if seat.known[place] != NONE:
        return one(colour_of(np.int64(seat.known[place])))
    if not table.scents:
        return unseen
    bones = np.int64(0)
    for k in range(BONES_OF.shape[1]):
        bone = BONES_OF[np.int64(table.back[place]), k]
        bones += ((unseen >> bone) & 1) * one(colour_of(bone))
    return bones


@compiled
def dig_value(table, seat, place, target, hand, board, then):
    """Return the expected points of going to a place and digging. `then` is the closing if the seat keeps the bone."""
    spent = moves_between(place, target, BONES_IN[hand]) + 1
    bones = bones_that_may_lie(table, seat, target, board.unseen)
    if hand == EMPTY:
        value = after_first_bone(table, seat, target, bones, board, then, spent)
    else:
        value = after_another_bone(target, hand, bones, board.now, then, spent)
    value = value / size_of(bones) - PRICE * spent
    return value - REJECTED if seat.known[target] == NONE and table.seen_by[target] != 0 else value


@compiled
def after_another_bone(place, hand, bones, now, then, spent):
    """Return the sum over possible bones of the better value: to keep the bone or to put one back."""
    unchanged = now.lead + max(0.0, delivery(place, hand, now, spent))
    value = 0.0
    for colour in range(NUM_COLOURS):
        count = count_in(bones, colour)
        if count > 0:
            more = WITH[hand, colour]
            best = unchanged
            if BONES_IN[more] <= HAND_LIMIT:
                best = max(best, then.lead + delivery(place, more, then, spent))
            for k in range(KINDS[hand]):
                if KIND[hand, k] != colour:
                    best = max(best, now.lead + delivery(place, WITHOUT[more, KIND[hand, k]], now, spent))
            value += count * best
    return value


@compiled
def after_first_bone(table, seat, place, bones, board, then, spent):
    """Return the same sum for an empty hand; the dog may then also dig the nearest bone on either side."""
    second_dig(table, seat, place, -1, board, then, spent)
    second_dig(table, seat, place, 1, board, then, spent)
    now = board.now
    value = 0.0
    for colour in range(NUM_COLOURS):
        count = count_in(bones, colour)
        if count > 0:
            gained = delivery(place, WITH[np.uint8(EMPTY), colour], then, spent)
            gained = max(gained, max(board.second[0, colour], board.second[1, colour]))
            value += count * max(now.lead, then.lead + gained)
    return value


@compiled
def nearest_bone(table, place, way):
    """Return the place of the nearest bone in a direction, 1 or -1; 0 if there is no bone."""
    place += way
    while 0 < place <= table.length and table.yard[place] != Card.BONE:
        place += way
    return place if place <= table.length else 0


@compiled
def second_dig(table, seat, place, way, board, then, spent):
    """Write the expected points of digging the nearest bone in a direction too, by the colour of the bone in hand."""
    found = board.second[(way + 1) // 2]
    target = nearest_bone(table, place, way)
    if target == 0:
        for colour in range(NUM_COLOURS):
            found[colour] = 0.0
        return
    used = spent + moves_between(place, target, 1) + 1
    bones = bones_that_may_lie(table, seat, target, board.unseen)
    first, at_bowl = board.first, board.used
    for colour in range(NUM_COLOURS):
        at_bowl[colour] = used + moves_between(target, then.bowls[colour], TWO) + 1
        first[colour] = gain(1, colour, then, used, at_bowl[colour])
        found[colour] = 0.0
    size, price = size_of(bones), PRICE * (used - spent)
    for other in range(NUM_COLOURS):
        count = count_in(bones, other)
        if count > 0:
            for colour in range(NUM_COLOURS):
                found[colour] += count * two_bones(colour, other, board, then, used)
    for colour in range(NUM_COLOURS):
        found[colour] = found[colour] / size - price


@compiled
def two_bones(colour, other, board, then, used):
    """Return the value of delivering two bones, as `delivery` does, from the data that `second_dig` has stored."""
    first, at_bowl = board.first, board.used
    if colour == other:
        return max(0.0, gain(TWO, colour, then, used, at_bowl[colour]))
    way = moves_between(then.bowls[colour], then.bowls[other], 1) + 1
    this_first = first[colour] + max(0.0, gain(1, other, then, at_bowl[colour], at_bowl[colour] + way))
    other_first = first[other] + max(0.0, gain(1, colour, then, at_bowl[other], at_bowl[other] + way))
    return max(0.0, max(this_first, other_first))
