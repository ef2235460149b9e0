"""Flight rules: heights, and which enemies and Good Guy can reach each other (TB-25)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import TOP_LEVEL, Minion
from dig_envs.two_bit_bandits.rules.foes import foes_fly, good_guy_flies, has_power, level
from dig_envs.two_bit_bandits.rules.rolls import roll_six

GROUND = np.int64(1)
SKY = np.int64(TOP_LEVEL)


@compiled
def roll_heights(state):
    """Roll the heights of a round. Without flight the Good Guy's height is 0."""
    table = state.table
    if not (foes_fly(table) or good_guy_flies(table)):
        return
    table.height = roll_height(state) if good_guy_flies(table) else GROUND
    if not foes_fly(table):
        table.foe_heights[GROUND] = table.foe_health
    elif has_power(table, Minion.BEEZARD):
        for _ in range(table.foe_health):
            table.foe_heights[roll_height(state)] += 1
    else:
        table.foe_heights[roll_height(state)] = table.foe_health


@compiled
def roll_height(state):
    return min(roll_six(state), level(state.table))


@compiled
def health_between(table, lowest, highest):
    """Return the total health of the enemies between two heights, inclusive."""
    health = np.int64(0)
    for height in range(max(lowest, GROUND), min(highest, SKY) + 1):
        health += table.foe_heights[height]
    return health


@compiled
def strike_fliers(table, nines, others):
    """Distribute the hits: nines first to enemies out of reach, others first to enemies that can reach the Good Guy.

    Returns the number of effective hits, and whether an enemy that can reach the Good Guy is left."""
    above = health_between(table, table.height + 2, SKY)
    near = health_between(table, table.height - 1, table.height + 1)
    below = health_between(table, GROUND, table.height - 2)
    on_above = min(nines, above)
    within_reach = nines - on_above + others
    on_near = min(within_reach, near)
    on_below = min(within_reach - on_near, below)
    foes_that_reach = above - on_above + near - on_near
    return on_above + on_near + on_below, foes_that_reach > 0
