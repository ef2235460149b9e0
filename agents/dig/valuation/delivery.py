"""Value the bones in a hand by the best order of deliveries to bowls."""

from dig_envs.agents.dig.valuation.hands import BONES_IN, COUNT, KIND, KINDS, REST
from dig_envs.agents.dig.valuation.walking import moves_between
from dig_envs.core.compiler import compiled

PRICE = 0.5  # of an action, in points: about the mean gain of an action in a game


@compiled
def delivery(place, hand, closing, spent):
    """Return the value of delivering a hand from a place after `spent` actions: points less the price of further actions.

    Some bones may stay undelivered. Compiled functions cannot call themselves, so the deliveries of three colours need three
    functions.
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
    """Return the same as `delivery` for a hand of at most two colours."""
    best = 0.0
    for k in range(KINDS[hand]):
        colour = KIND[hand, k]
        used = used_at_bowl(place, hand, colour, closing, spent)
        gained = gain(COUNT[hand, colour], colour, closing, spent, used)
        best = max(best, gained + last_delivery(closing.bowls[colour], REST[hand, colour], closing, used))
    return best


@compiled
def last_delivery(place, hand, closing, spent):
    """Return the same as `delivery` for a hand of at most one colour."""
    if KINDS[hand] == 0:
        return 0.0
    colour = KIND[hand, 0]
    return max(0.0, gain(COUNT[hand, colour], colour, closing, spent, used_at_bowl(place, hand, colour, closing, spent)))


@compiled
def used_at_bowl(place, hand, colour, closing, spent):
    """Return the number of actions used once the bones of a colour are dropped first."""
    return spent + moves_between(place, closing.bowls[colour], BONES_IN[hand]) + 1


@compiled
def gain(count, colour, closing, spent, used):
    """Return the expected points for dropping bones of a colour, less the price of the actions since `spent`.

    The game may end before the drop.
    """
    chance = max(0.0, 1.0 - used * closing.end_probability)
    return count * closing.worth[colour] * chance - PRICE * (used - spent)
