"""Estimate what a DUEL or a TRAIN HEIST brings, by the backs and the TECH that everyone sees."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BACKS
from dig_envs.digging_bandits.events import exchange_partner
from dig_envs.digging_bandits.state import NONE

WEALTH_IN_BACK = np.array([4, 1, 1, 2], np.int64)  # Land, Dig, Draw, Doodad
WEALTH_IN_TECH = 2


@compiled
def wealth(table, player):
    """Rate all cards of a player by their backs, and its TECH: int64, a Dig or Draw card counts 1."""
    total = np.int64(WEALTH_IN_TECH * table.tech[player])
    for back in range(BACKS):
        total += WEALTH_IN_BACK[back] * table.backs[player][back]
    return total


@compiled
def gain_by_exchange(table, player, frame):
    """Rate a DUEL or TRAIN HEIST for a player: the wealth that it may win less its own; 0 if it takes no part."""
    partner = exchange_partner(table, player, frame)
    return np.int64(0) if partner == NONE else wealth(table, partner) - wealth(table, player)
