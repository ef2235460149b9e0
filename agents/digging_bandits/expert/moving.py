"""Choose the expert's moves: tolls, warps and the place of its PRIVATE PLOT."""

import numpy as np

from dig_envs.agents.choices import NOTHING, first_of
from dig_envs.agents.digging_bandits.greedy import MOVING, highest_stack, legal_town
from dig_envs.agents.digging_bandits.valuation.hands import prize_in_hand
from dig_envs.agents.digging_bandits.valuation.land import depth_for_tools, reaches_gold
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import CABIN, LOOP, Back, Card
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action


@compiled
def move(table, seat, player, mask):
    """Return the action that warps with a prize in hand, or else settles a bridge or rolls."""
    if mask[PLAY_OF[Card.WARP]] and prize_in_hand(table, seat, player) > 0.0:
        return PLAY_OF[Card.WARP]
    return first_of(mask, MOVING)


@compiled
def destination(table, seat, player, mask):
    """Return the destination of a WARP: a town with a prize in hand, known GOLD, the cabin for a Doodad, or the best stack."""
    if prize_in_hand(table, seat, player) > 0.0:
        return legal_town(mask)
    gold = stack_with_gold(table, seat, player, mask)
    if gold != NOTHING:
        return gold
    if table.deck_size[Back.DOODAD] > 0:
        return np.int64(Action.PLACE + CABIN)
    return best_stack(table, seat, player, mask)


@compiled
def stack_with_gold(table, seat, player, mask):
    """Return the action that names a place where the own tools reach known GOLD, or NOTHING."""
    for place in range(LOOP):
        if mask[Action.PLACE + place] and reaches_gold(table, seat, player, np.int64(place)):
            return np.int64(Action.PLACE + place)
    return np.int64(NOTHING)


@compiled
def stake(table, player, mask):
    """Return the place for the PRIVATE PLOT: the present place if it may be named, else the highest stack."""
    here = np.int64(Action.PLACE + table.place[player])
    return here if mask[here] else highest_stack(table, mask)


@compiled
def best_stack(table, seat, player, mask):
    """Return the action that names the place where the own tools reach deepest."""
    best = np.int64(Action.PLACE)
    most = np.int64(-1)
    for place in range(LOOP):
        if mask[Action.PLACE + place]:
            depth = depth_for_tools(table, seat, player, np.int64(place))
            if depth > most:
                most = depth
                best = np.int64(Action.PLACE + place)
    return best
