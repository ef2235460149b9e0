"""How gladly the expert of 2-Bit Bandits holds a pickup."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.state import NONE

# By kind: feather, potion, pie, fireball, mask, horseshoe, amulet, beer, star, tuba.
GLADLY = np.array([3.0, 1.0, 2.0, 8.0, 9.0, 6.0, 7.0, 5.0, 4.0, 2.5])


@compiled
def worth_of_slot(table, player, slot):
    kind = table.pickups[player][slot]
    return 0.0 if kind == NONE else GLADLY[kind]
