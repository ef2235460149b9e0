"""What the bones in a hand will bring: the best order of bowls to take them to.

Counts by colour are packed into a whole number, three bits a colour. Values are points; every action costs the points
that an action brings on average.
"""

from agents.scripted.dig.walking import moves_between
from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_BONES, NUM_COLOURS
from dig_envs.dig.rules import colour_of

RATE = 0.5  # points that an action brings, about
BITS = 3
MASK = (1 << BITS) - 1


@compiled
def one(colour):
    """A single bone of a colour."""
    return 1 << (BITS * colour)


@compiled
def held(bones, colour):
    """How many bones of a colour are among packed counts."""
    return (bones >> (BITS * colour)) & MASK


@compiled
def packed_hand(seat):
    hand = 0
    for bone in range(NUM_BONES):
        hand += seat.hand[bone] * one(colour_of(bone))
    return hand


@compiled
def delivery(place, hand, bones, outlook, spent):
    """The points of the best order of bowls, less the price of the actions. Bones may be left undelivered."""
    bowls, values, _, patience = outlook
    best = 0.0
    for colour in range(NUM_COLOURS):
        count = held(hand, colour)
        if count > 0:
            used = spent + moves_between(place, bowls[colour], bones) + 1
            points = gain(count * values[colour], spent, used, patience)
            if count < bones:
                points += second_delivery(bowls[colour], hand - count * one(colour), bones - count, outlook, used)
            best = max(best, points)
    return best


@compiled
def second_delivery(place, hand, bones, outlook, spent):
    bowls, values, _, patience = outlook
    best = 0.0
    for colour in range(NUM_COLOURS):
        count = held(hand, colour)
        if count > 0:
            used = spent + moves_between(place, bowls[colour], bones) + 1
            points = gain(count * values[colour], spent, used, patience)
            if count < bones:
                points += last_delivery(bowls[colour], hand - count * one(colour), bones - count, outlook, used)
            best = max(best, points)
    return best


@compiled
def last_delivery(place, hand, bones, outlook, spent):
    bowls, values, _, patience = outlook
    best = 0.0
    for colour in range(NUM_COLOURS):
        count = held(hand, colour)
        if count > 0:
            used = spent + moves_between(place, bowls[colour], bones) + 1
            best = max(best, gain(count * values[colour], spent, used, patience))
    return best


@compiled
def gain(points, spent, used, patience):
    """Points less the price of the actions that they take; the game may be over before."""
    return points * max(0.0, 1.0 - used / patience) - RATE * (used - spent)
