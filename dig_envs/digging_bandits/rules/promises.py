"""Find the cards that are promised in an announced trade: offers are binding (DB-29)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.rules.frame_fields import event_of, partner_of, seat_of
from dig_envs.digging_bandits.rules.items import items_of
from dig_envs.digging_bandits.state import NONE, Event, FrameKind


@compiled
def announced_trade(table):
    """Return the index of the frame of the announced trade, which others may still stop; NONE without one."""
    if table.give[0] != NONE:
        for at in range(table.depth):
            if table.frames[at].what == FrameKind.EVENT and event_of(table.frames[at]) == Event.TRADE:
                return np.int64(at)
    return np.int64(NONE)


@compiled
def promised(table, seat, player, kind):
    """Return the number of cards of a kind that a player must keep for the announced trade."""
    at = announced_trade(table)
    if at != NONE and seat_of(table.frames[at]) == player:
        return np.int64(items_of(table.give, kind))
    if is_partner(table, player):
        return np.int64(items_of(table.want, kind) + items_of(seat.chosen, kind))
    return np.int64(0)


@compiled
def is_partner(table, player):
    """Return whether a player is the partner of the announced trade."""
    at = announced_trade(table)
    return at != NONE and partner_of(table.frames[at]) == player
