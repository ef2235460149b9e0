"""What the bones in a hand will bring: the best order of bowls to take them to.

A hand is packed into a whole number, three bits a colour. Values are points; every action costs the points that it
brings on average (`rate`).
"""

from agents.scripted.dig.walking import moves_between
from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_COLOURS
from dig_envs.dig.rules import count_of

BITS = 3
MASK = (1 << BITS) - 1


@compiled
def packed_hand(seat):
    hand = 0
    for colour in range(NUM_COLOURS):
        hand += count_of(seat.hand, colour) << (BITS * colour)
    return hand


@compiled
def one(colour):
    """A hand of one bone."""
    return 1 << (BITS * colour)


@compiled
def held(hand, colour):
    return (hand >> (BITS * colour)) & MASK


@compiled
def delivery(place, hand, bones, bowls, values, rate, patience, spent):
    """The points of the best order of bowls, less the cost of the actions. Bones may be left undelivered."""
    best = 0.0
    for colour in range(NUM_COLOURS):
        count = held(hand, colour)
        if count > 0:
            used = spent + moves_between(place, bowls[colour], bones) + 1
            points = gain(count * values[colour], spent, used, rate, patience)
            if count < bones:
                rest = hand - count * one(colour)
                points += second_delivery(bowls[colour], rest, bones - count, bowls, values, rate, patience, used)
            best = max(best, points)
    return best


@compiled
def second_delivery(place, hand, bones, bowls, values, rate, patience, spent):
    best = 0.0
    for colour in range(NUM_COLOURS):
        count = held(hand, colour)
        if count > 0:
            used = spent + moves_between(place, bowls[colour], bones) + 1
            points = gain(count * values[colour], spent, used, rate, patience)
            if count < bones:
                rest = hand - count * one(colour)
                points += last_delivery(bowls[colour], rest, bones - count, bowls, values, rate, patience, used)
            best = max(best, points)
    return best


@compiled
def last_delivery(place, hand, bones, bowls, values, rate, patience, spent):
    best = 0.0
    for colour in range(NUM_COLOURS):
        count = held(hand, colour)
        if count > 0:
            used = spent + moves_between(place, bowls[colour], bones) + 1
            best = max(best, gain(count * values[colour], spent, used, rate, patience))
    return best


@compiled
def gain(points, spent, used, rate, patience):
    """Points less the price of the actions that they take; the game may be over before."""
    chance = max(0.0, 1.0 - used / patience)
    return points * chance - rate * (used - spent)
