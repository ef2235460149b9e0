"""Estimate the gain from a DUEL or a TRAIN HEIST by backs of cards and TECH, which all players see."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BACKS
from dig_envs.digging_bandits.rules.immediate import exchange_partner
from dig_envs.digging_bandits.state import NONE

WEALTH_IN_BACK = np.array([4, 1, 1, 2], np.int64)  # Land, Dig, Draw, Doodad
WEALTH_IN_TECH = 2


@compiled
def wealth(table, player):
    """Return the wealth of a player by the backs of its cards and its TECH, int64; a Dig or Draw card counts 1."""
    total = np.int64(WEALTH_IN_TECH * table.tech[player])
    for back in range(BACKS):
        total += WEALTH_IN_BACK[back] * table.backs[player][back]
    return total


@compiled
def gain_by_exchange(table, player, frame):
    """Return the gain from an exchange: the partner's wealth less the player's own; 0 if the player takes no part."""
    partner = exchange_partner(table, player, frame)
    return np.int64(0) if partner == NONE else wealth(table, partner) - wealth(table, player)
