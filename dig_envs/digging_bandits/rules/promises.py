"""What a trade that is being answered has promised: offers are binding (DB-29)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import TRADE_ITEMS
from dig_envs.digging_bandits.state import NONE, Event, What


@compiled
def announced_trade(table):
    """Where the frame of a trade lies that others may still stop; NONE if there is none."""
    if table.give[0] != NONE:
        for at in range(table.depth):
            if table.frames[at].what == What.EVENT and table.frames[at].x == Event.TRADE:
                return np.int64(at)
    return np.int64(NONE)


@compiled
def promised(table, seat, player, kind):
    """How many cards of a kind this player has to keep for that trade."""
    at = announced_trade(table)
    if at != NONE and table.frames[at].who == player:
        return np.int64(items_of(table.give, kind))
    if is_partner(table, player):
        return np.int64(items_of(table.want, kind) + items_of(seat.chosen, kind))
    return np.int64(0)


@compiled
def is_partner(table, player):
    """Whether that trade is with this player."""
    at = announced_trade(table)
    return at != NONE and table.frames[at].z == player


@compiled
def items_of(items, kind):
    """How often an item stands on one side of an offer."""
    count = 0
    for k in range(TRADE_ITEMS):
        count += items[k] == kind
    return count
