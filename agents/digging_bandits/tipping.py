"""Choose what the expert does with a TIP CART: finds go where it may land next, rubble where others may."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import CABIN, HAND_KINDS, LOOP, TECH
from dig_envs.digging_bandits.rules.actions import LAY, PLACE, TAKE
from dig_envs.digging_bandits.rules.frame_fields import cart_size, next_in_cart
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.state import NONE

WAYS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], np.int64)  # in which two dice have a sum


@compiled
def tip(table, seat, player, mask):
    """Take as many cards as there are, since of two the others know neither; then place each."""
    frame = table.frames[table.depth - 1]
    if cart_size(frame) == 0:
        return np.int64(TAKE + 1 if mask[TAKE + 1] else TAKE)
    if next_in_cart(frame) == NONE:
        return np.int64(LAY)
    kind = seat.tipped[next_in_cart(frame)]
    return where_to_lay(table, player, kind < HAND_KINDS or kind == TECH, mask)


@compiled
def where_to_lay(table, player, find, mask):
    best = np.int64(PLACE)
    most = -np.inf
    for place in range(LOOP):
        if mask[PLACE + place]:
            own = ways_to(table, player, place)
            theirs = ways_of_others(table, player, place)
            worth = own - theirs if find else (theirs - own) * (1 + (table.height[place] > 0))
            if worth > most:
                most = worth
                best = np.int64(PLACE + place)
    return best


@compiled
def ways_of_others(table, player, place):
    total = 0.0
    for other in range(player_count(table)):
        if not same_side(table, player, other) and not table.out[other]:
            total += ways_to(table, other, place)
    return total


@compiled
def ways_to(table, player, place):
    """Count the ways, of 36, in which two dice lead a player to a place."""
    start = np.int64(table.place[player])
    steps = place + 1 if start == CABIN else (place - start) % LOOP
    return np.float64(WAYS[steps]) if steps < len(WAYS) else 0.0
