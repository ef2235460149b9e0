"""What the bones in a hand will bring: the best order of bowls to take them to."""

from agents.dig.outlook import BOWLS, HASTE, WORTH
from agents.dig.packed import count_in, one, size_of
from agents.dig.walking import moves_between
from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_COLOURS

PRICE = 0.5  # of an action: about the points that it brings in a game


@compiled
def delivery(place, hand, outlook, spent):
    """Points less the price of the actions, when so many are spent before. Bones may be left undelivered.

    Compiled functions can't call themselves: a hand of three colours goes through three functions.
    """
    best = 0.0
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            bowl = outlook[BOWLS][colour]
            used = spent + moves_between(place, bowl, size_of(hand)) + 1
            rest = hand - count_in(hand, colour) * one(colour)
            gained = gain(hand, colour, outlook, spent, used)
            best = max(best, gained + (second_delivery(bowl, rest, outlook, used) if rest else 0.0))
    return best


@compiled
def second_delivery(place, hand, outlook, spent):
    best = 0.0
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            bowl = outlook[BOWLS][colour]
            used = spent + moves_between(place, bowl, size_of(hand)) + 1
            rest = hand - count_in(hand, colour) * one(colour)
            gained = gain(hand, colour, outlook, spent, used)
            best = max(best, gained + (last_delivery(bowl, rest, outlook, used) if rest else 0.0))
    return best


@compiled
def last_delivery(place, hand, outlook, spent):
    best = 0.0
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            used = spent + moves_between(place, outlook[BOWLS][colour], size_of(hand)) + 1
            best = max(best, gain(hand, colour, outlook, spent, used))
    return best


@compiled
def gain(hand, colour, outlook, spent, used):
    """What dropping a colour brings, less the price of the actions since `spent`; the game may be over before."""
    chance = max(0.0, 1.0 - used * outlook[HASTE])
    return count_in(hand, colour) * outlook[WORTH][colour] * chance - PRICE * (used - spent)
