"""Chooses the card that is worth most to score or to steal, for all bots of Let's Dig for Treasure."""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.valuation.cards import value_of_scoring, value_of_stealing
from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import LOOT
from dig_envs.lets_dig_for_treasure.rules.actions import STEAL
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def best_to_score(table, seat, player):
    """Choose the place of the card looked at that is worth most."""
    best = np.int64(0)
    tops = seat.tops[table.stack]
    for place in range(table.looked[table.stack]):
        value = value_of_scoring(table, seat, player, np.int64(tops[place]))
        if value > value_of_scoring(table, seat, player, np.int64(tops[best])):
            best = np.int64(place)
    return best


@compiled
def best_to_steal(table, seat, player, mask):
    """Choose the card whose theft is worth most."""
    best = NONE
    best_value = 0.0
    for loot in range(LOOT):
        if mask[STEAL + loot]:
            value = value_of_stealing(table, seat, player, np.int64(table.victim), loot)
            if best == NONE or value > best_value:
                best = np.int64(loot)
                best_value = value
    return best
