"""Rate how much the expert of 2-Bit Bandits wants to keep each pickup: a rule of thumb."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.state import NONE

# By kind: feather, potion, pie, fireball, mask, horseshoe, amulet, beer, star, tuba. 60 points are the price of 1 in an attack.
KEEPING_VALUES = np.array([3.0, 1.0, 2.0, 8.0, 9.0, 6.0, 7.0, 5.0, 4.0, 2.5])


@compiled
def value_of_slot(table, player, slot):
    """Return the value of keeping a player's pickup in that slot, 1 to 9; 0 for an empty slot."""
    kind = table.pickups[player][slot]
    return 0.0 if kind == NONE else KEEPING_VALUES[kind]
