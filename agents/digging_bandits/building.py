"""Choose where the expert builds bridges: where others must pass soon."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import LOOP
from dig_envs.digging_bandits.rules.actions import PLACE
from dig_envs.digging_bandits.rules.players import player_count, same_side

FAR = 1000


@compiled
def where_to_build(table, player, mask):
    """Choose the place that the other sides reach in the fewest steps."""
    best = np.int64(PLACE)
    least = np.int64(FAR)
    for place in range(LOOP):
        if mask[PLACE + place]:
            way = way_of_others(table, player, np.int64(place))
            if way < least:
                least = way
                best = np.int64(PLACE + place)
    return best


@compiled
def way_of_others(table, player, place):
    """Add up the steps to a place of all players of other sides; a player who stands there has a whole loop to go."""
    total = np.int64(0)
    for other in range(player_count(table)):
        if not same_side(table, player, other) and not table.out[other]:
            start = np.int64(table.place[other])
            total += place + 1 if start >= LOOP else (place - start - 1) % LOOP + 1
    return total
