"""What things are worth to the expert of 2-Bit Bandits, in points: health, lives, pickups."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import BACKED_OUT_HEALTH
from dig_envs.two_bit_bandits.state import NONE

LIFE = 700.0  # while there is another
LIFE_ALONE = 7500.0  # where there is time to back out and rest as often as one likes
LAST_LIFE = 6000.0
HEALTH_POINT = 65.0
PICKUP = 80.0

# How gladly a pickup is held: feather, potion, pie, fireball, mask, horseshoe, amulet, beer, star, tuba.
GLADLY = np.array([3.0, 1.0, 2.0, 8.0, 9.0, 6.0, 7.0, 5.0, 4.0, 2.5])


@compiled
def worth_of_power(table, points):
    """Against full health. What is more comes from pickups, which are spent in the saloon."""
    more = points - table.max_health
    return HEALTH_POINT * (0.5 * more if more > 0 else np.float64(more))


@compiled
def worth_of_death(table, player):
    """After it, a Good Guy with another life is at full health."""
    if table.continues[player] == 0:
        return -LAST_LIFE
    return -LIFE_ALONE if table.num_players == 1 else -LIFE


@compiled
def worth_of_backing_out(table, points):
    return worth_of_power(table, max(points, BACKED_OUT_HEALTH))


@compiled
def worth_of_slot(table, player, slot):
    kind = table.pickups[player][slot]
    return 0.0 if kind == NONE else GLADLY[kind]
