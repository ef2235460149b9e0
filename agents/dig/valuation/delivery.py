"""Value the bones in a hand by the best order of bowls to take them to."""

from agents.dig.valuation.closing import BOWLS, HASTE, WORTH
from agents.dig.valuation.packed import count_in, one, size_of
from agents.dig.valuation.walking import moves_between
from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_COLOURS

PRICE = 0.5  # the price of an action: about the points that one brings in a game


@compiled
def delivery(place, hand, closing, spent):
    """Return the points that a hand brings, less the price of the actions, of which `spent` are spent before.

    Bones may be left undelivered. Compiled functions can't call themselves, so a hand of three colours goes through three.
    """
    best = 0.0
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            bowl = closing[BOWLS][colour]
            used = spent + moves_between(place, bowl, size_of(hand)) + 1
            rest = hand - count_in(hand, colour) * one(colour)
            gained = gain(hand, colour, closing, spent, used)
            best = max(best, gained + (second_delivery(bowl, rest, closing, used) if rest else 0.0))
    return best


@compiled
def second_delivery(place, hand, closing, spent):
    """Return what `delivery` does, for a hand of at most two colours."""
    best = 0.0
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            bowl = closing[BOWLS][colour]
            used = spent + moves_between(place, bowl, size_of(hand)) + 1
            rest = hand - count_in(hand, colour) * one(colour)
            gained = gain(hand, colour, closing, spent, used)
            best = max(best, gained + (last_delivery(bowl, rest, closing, used) if rest else 0.0))
    return best


@compiled
def last_delivery(place, hand, closing, spent):
    """Return what `delivery` does, for a hand of one colour."""
    best = 0.0
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            used = spent + moves_between(place, closing[BOWLS][colour], size_of(hand)) + 1
            best = max(best, gain(hand, colour, closing, spent, used))
    return best


@compiled
def gain(hand, colour, closing, spent, used):
    """Return the points for dropping a colour, less the price of the actions since `spent`; the game may be over before."""
    chance = max(0.0, 1.0 - used * closing[HASTE])
    return count_in(hand, colour) * closing[WORTH][colour] * chance - PRICE * (used - spent)
