"""Choose the places where the expert lays cards of a TIP CART and builds bridges."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import CABIN, HAND_KINDS, LOOP, Card
from dig_envs.digging_bandits.rules.actions import Action, same_side
from dig_envs.digging_bandits.rules.frames import cart_size, next_in_cart
from dig_envs.digging_bandits.state import NONE

FAR = 1000  # more steps than any way
WAYS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], np.int64)  # the number of rolls of two dice, by sum


@compiled
def tip(table, seat, player, mask):
    """Return the action that takes as many cards as possible, or that lays the next card.

    Of two cards, the other players do not learn which is laid first.
    """
    frame = table.frames[table.depth - 1]
    if cart_size(frame) == 0:
        return np.int64(Action.TAKE + 1 if mask[Action.TAKE + 1] else Action.TAKE)
    if next_in_cart(frame) == NONE:
        return np.int64(Action.LAY)
    kind = seat.tipped[next_in_cart(frame)]
    return where_to_lay(table, player, kind < HAND_KINDS or kind == Card.TECH, mask)


@compiled
def where_to_lay(table, player, find, mask):
    """Return the place for a card: a find where the player may land next, another card where others may land."""
    best = np.int64(Action.PLACE)
    most = -np.inf
    for place in range(LOOP):
        if mask[Action.PLACE + place]:
            own = ways_to(table, player, place)
            theirs = ways_of_others(table, player, place)
            worth = own - theirs if find else (theirs - own) * (1 + (table.height[place] > 0))
            if worth > most:
                most = worth
                best = np.int64(Action.PLACE + place)
    return best


@compiled
def ways_of_others(table, player, place):
    total = 0.0
    for other in range(table.num_players):
        if not same_side(table, player, other) and not table.out[other]:
            total += ways_to(table, other, place)
    return total


@compiled
def ways_to(table, player, place):
    """Return the number of rolls, out of 36, that lead a player to a place."""
    start = np.int64(table.place[player])
    steps = place + 1 if start == CABIN else (place - start) % LOOP
    return np.float64(WAYS[steps]) if steps < len(WAYS) else 0.0


# --- bridges


@compiled
def where_to_build(table, player, mask):
    """Return the place that the other sides reach in the fewest steps."""
    best = np.int64(Action.PLACE)
    least = np.int64(FAR)
    for place in range(LOOP):
        if mask[Action.PLACE + place]:
            way = way_of_others(table, player, np.int64(place))
            if way < least:
                least = way
                best = np.int64(Action.PLACE + place)
    return best


@compiled
def way_of_others(table, player, place):
    """Return the total of steps to a place for all players of other sides. A player on the place needs a whole loop."""
    total = np.int64(0)
    for other in range(table.num_players):
        if not same_side(table, player, other) and not table.out[other]:
            start = np.int64(table.place[other])
            total += place + 1 if start >= LOOP else (place - start - 1) % LOOP + 1
    return total
