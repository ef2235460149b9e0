"""Value the bones in a hand by the best order of bowls to take them to."""

from dig_envs.agents.dig.valuation.hands import BONES_IN, COUNT, KIND, KINDS, REST
from dig_envs.agents.dig.valuation.walking import moves_between
from dig_envs.core.compiler import compiled

PRICE = 0.5  # the price of an action: about the points that one brings in a game


@compiled
def delivery(place, hand, closing, spent):
    """Return the points that a hand brings, less the price of the actions, of which `spent` are spent before.

    Bones may be left undelivered. Compiled functions can't call themselves, so a hand of three colours goes through three.
    """
    best = 0.0
    for k in range(KINDS[hand]):
        colour = KIND[hand, k]
        used = used_at_bowl(place, hand, colour, closing, spent)
        gained = gain(COUNT[hand, colour], colour, closing, spent, used)
        best = max(best, gained + second_delivery(closing.bowls[colour], REST[hand, colour], closing, used))
    return best


@compiled
def second_delivery(place, hand, closing, spent):
    """Return what `delivery` does, for a hand of at most two colours."""
    best = 0.0
    for k in range(KINDS[hand]):
        colour = KIND[hand, k]
        used = used_at_bowl(place, hand, colour, closing, spent)
        gained = gain(COUNT[hand, colour], colour, closing, spent, used)
        best = max(best, gained + last_delivery(closing.bowls[colour], REST[hand, colour], closing, used))
    return best


@compiled
def last_delivery(place, hand, closing, spent):
    """Return what `delivery` does, for a hand of at most one colour."""
    if KINDS[hand] == 0:
        return 0.0
    colour = KIND[hand, 0]
    return max(0.0, gain(COUNT[hand, colour], colour, closing, spent, used_at_bowl(place, hand, colour, closing, spent)))


@compiled
def used_at_bowl(place, hand, colour, closing, spent):
    """Return the actions used when the bones of a colour are dropped first."""
    return spent + moves_between(place, closing.bowls[colour], BONES_IN[hand]) + 1


@compiled
def gain(count, colour, closing, spent, used):
    """Return the points for dropping bones of a colour, less the price of the actions since `spent`; the game may be over."""
    chance = max(0.0, 1.0 - used * closing.haste)
    return count * closing.worth[colour] * chance - PRICE * (used - spent)
