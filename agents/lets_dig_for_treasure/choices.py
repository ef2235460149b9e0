"""What all bots of Let's Dig for Treasure choose alike: the card that is worth most."""

import numpy as np

from agents.lets_dig_for_treasure.worth import worth_scoring, worth_stealing
from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import LOOT
from dig_envs.lets_dig_for_treasure.rules.actions import STEAL
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def best_to_score(table, seat, player):
    """Of the cards looked at the one that is worth most."""
    best = np.int64(0)
    tops = seat.tops[table.stack]
    for place in range(table.looked[table.stack]):
        if worth_scoring(table, seat, player, np.int64(tops[place])) > worth_scoring(table, seat, player, np.int64(tops[best])):
            best = np.int64(place)
    return best


@compiled
def best_to_steal(table, seat, player, mask):
    """The card whose move is worth most."""
    best = NONE
    best_worth = 0.0
    for loot in range(LOOT):
        if mask[STEAL + loot]:
            worth = worth_stealing(table, seat, player, np.int64(table.victim), loot)
            if best == NONE or worth > best_worth:
                best = np.int64(loot)
                best_worth = worth
    return best
