"""What a trade that is being answered has promised: offers are binding (DB-29)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import TRADE_ITEMS
from dig_envs.digging_bandits.state import NONE, Event, What


@compiled
def promised(table, seat, player, kind):
    """How many cards of a kind this player has to keep for a trade in which others may still stop."""
    count = np.int64(0)
    if table.give[0] == NONE:
        return count
    for at in range(table.depth):
        frame = table.frames[at]
        if frame.what == What.EVENT and frame.x == Event.TRADE:
            if frame.who == player:
                count += items_of(table.give, kind)
            elif frame.z == player:
                count += items_of(table.want, kind) + items_of(seat.chosen, kind)
    return count


@compiled
def items_of(items, kind):
    """How often an item stands on one side of an offer."""
    count = 0
    for k in range(TRADE_ITEMS):
        count += items[k] == kind
    return count


@compiled
def is_partner(table, player):
    """Whether a trade with this player is announced, which others may still stop."""
    for at in range(table.depth):
        frame = table.frames[at]
        if frame.what == What.EVENT and frame.x == Event.TRADE and frame.z == player:
            return True
    return False
