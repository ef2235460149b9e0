"""What the odds say of a position: who is how strong, what a path will cost, how likely it is to be survived."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import NUM_PICKUPS, SLOTS, Pickup
from dig_envs.two_bit_bandits.odds import KINDS, MOST_LOST, ODDS, Help
from dig_envs.two_bit_bandits.rules.holdings import BEER_HEALTH, active_slots, count_active

MOST_POWER = 24

# By Help, level less 1, power and what may come (see `odds.py`): health lost on average, the chance to lose less than power.
RISKS = np.zeros((*ODDS.shape[:2], MOST_POWER + 1, KINDS, 2), np.float32)
RISKS[..., 0] = (ODDS * np.arange(MOST_LOST + 1)).sum(axis=-1)[:, :, None]
RISKS[:, :, 1 : MOST_LOST + 1, :, 1] = np.minimum(ODDS[..., :MOST_LOST].cumsum(axis=-1), 1.0).swapaxes(2, 3)
RISKS[:, :, MOST_LOST + 1 :, :, 1] = RISKS[:, :, MOST_LOST, None, :, 1]

# By pickup + 1, from an empty slot on: what it helps when it is active; the health it can be turned into (TB-16, TB-17).
HELPS = np.zeros(1 + NUM_PICKUPS, np.int64)
HELPS[[1 + Pickup.HORSESHOE, 1 + Pickup.FIREBALL, 1 + Pickup.AMULET]] = Help.HORSESHOE, Help.FIREBALL, Help.AMULET
HEALTH_IN = np.array([0] + [1] * NUM_PICKUPS)
HEALTH_IN[1 + Pickup.ROOT_BEER] = BEER_HEALTH


@compiled
def power(table, player):
    """Health, and what pickups can be turned into when it runs out (TB-18)."""
    points = np.int64(table.health[player])
    for slot in range(SLOTS):
        points += HEALTH_IN[np.uint8(table.pickups[player][slot] + 1)]
    return min(points, MOST_POWER)


@compiled
def help_of(table, player):
    """The best Help of active pickups."""
    best = np.int64(Help.NONE)
    for slot in range(active_slots(table)):
        best = max(best, HELPS[np.uint8(table.pickups[player][slot] + 1)])
    return best


@compiled
def halved(table, player):
    """TB-17: 1 if an Adobe Mask takes each second point of damage."""
    return np.int64(count_active(table, player, Pickup.MASK) > 0)
