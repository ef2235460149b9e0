"""Classify and count the items of an offer: a kind of card, a TECH, a bridge, the plot, any card of a back (DB-29).

Items are numbered in this order (`components.py`).
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    HAND_KINDS,
    ITEM_BACK,
    ITEM_BRIDGE,
    ITEM_PLOT,
    ITEM_TECH,
    ITEMS,
    LOOP,
    TRADE_ITEMS,
)
from dig_envs.digging_bandits.rules.actions import BACK, NAME, PLACE, TECH_CARD, names_back, names_kind, names_place

assert (ITEM_TECH, ITEM_BRIDGE) == (HAND_KINDS, HAND_KINDS + 1)
assert (ITEM_PLOT, ITEM_BACK, ITEMS) == (ITEM_BRIDGE + LOOP, ITEM_PLOT + 1, ITEM_BACK + BACKS)


@compiled
def is_card(item):
    return 0 <= item < HAND_KINDS


@compiled
def is_bridge(item):
    """Return whether an item is the bridge on a place."""
    return ITEM_BRIDGE <= item < ITEM_PLOT


@compiled
def is_back(item):
    """Return whether an item stands for any card of a back."""
    return item >= ITEM_BACK


@compiled
def item_named(action):
    if names_kind(action):
        return action - NAME
    if names_place(action):
        return ITEM_BRIDGE + action - PLACE
    if names_back(action):
        return ITEM_BACK + action - BACK
    return ITEM_TECH if action == TECH_CARD else ITEM_PLOT


@compiled
def items_of(items, kind):
    """Return how often an item is on one side of an offer."""
    count = 0
    for k in range(TRADE_ITEMS):
        count += items[k] == kind
    return count


@compiled
def bridges_in(items):
    """Return the number of bridges on one side of an offer."""
    count = 0
    for k in range(TRADE_ITEMS):
        count += is_bridge(np.int64(items[k]))
    return count


@compiled
def wanted_of_back(table, back):
    """Return the number of wanted cards of a back, named by kind or by back."""
    count = items_of(table.want, ITEM_BACK + back)
    for k in range(TRADE_ITEMS):
        if is_card(np.int64(table.want[k])):
            count += BACK_OF[table.want[k]] == back
    return count
