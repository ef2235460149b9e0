"""Choose the DIGGING HAND of the expert, and the depth of its dig."""

import numpy as np

from dig_envs.agents.choices import NOTHING
from dig_envs.agents.digging_bandits.valuation.land import can_disarm, depth_for_more, depth_for_tools, stones_ahead, top_cell
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import Card
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action
from dig_envs.digging_bandits.rules.dig import reach

WHOLE_STACK = 2  # the depth from which a MINING SITE is better than a SHOVEL


@compiled
def first_tool(table, seat, player, mask):
    """Return the action that starts a dig with a tool; NOTHING if the stack has nothing to find."""
    depth = depth_for_tools(table, seat, player, np.int64(table.place[player]))
    if depth == 0:
        return np.int64(NOTHING)
    if depth >= WHOLE_STACK and mask[PLAY_OF[Card.MINING_SITE]]:
        return PLAY_OF[Card.MINING_SITE]
    if depth >= 2 and mask[PLAY_OF[Card.WHEELBARROW]]:
        return PLAY_OF[Card.WHEELBARROW]
    for kind in (Card.SHOVEL, Card.WHEELBARROW, Card.MINING_SITE):
        if mask[PLAY_OF[kind]]:
            return PLAY_OF[kind]
    return np.int64(NOTHING)


@compiled
def next_tool(table, seat, player, mask):
    """Return the action that adds a tool to the DIGGING HAND, or that starts to dig."""
    place = np.int64(table.place[player])
    missing = depth_for_more(table, seat, place) - reach(table)
    if missing >= 2 and mask[PLAY_OF[Card.WHEELBARROW]]:
        return PLAY_OF[Card.WHEELBARROW]
    if missing >= 1 and mask[PLAY_OF[Card.SHOVEL]]:
        return PLAY_OF[Card.SHOVEL]
    if missing >= 1 and mask[PLAY_OF[Card.WHEELBARROW]]:
        return PLAY_OF[Card.WHEELBARROW]
    if mask[PLAY_OF[Card.PICKAXE]] and stones_ahead(table, seat, place) > table.tools[Card.PICKAXE]:
        return PLAY_OF[Card.PICKAXE]
    return np.int64(Action.DIG)


@compiled
def dig_on(table, seat, player):
    """Return the action that digs on, or that stops with GOLD in hand or above DYNAMITE that cannot be disarmed."""
    if seat.hand[Card.GOLD] > 0:
        return np.int64(Action.STOP)
    kind = seat.land[top_cell(table, np.int64(table.place[player]))]
    if kind == Card.DYNAMITE and not can_disarm(seat):
        return np.int64(Action.STOP)
    return np.int64(Action.DIG)
