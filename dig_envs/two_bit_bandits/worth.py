"""What health, lives and pickups are worth in points, where they are weighed against points."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import BACKED_OUT_HEALTH, MOST_HEALTH
from dig_envs.two_bit_bandits.prospects import MOST_POWER

LIFE = 700.0  # while there is another
LIFE_ALONE = 7500.0  # where there is time to back out and rest as often as one likes
LAST_LIFE = 6000.0
HEALTH_POINT = 65.0
PICKUP = np.float32(80.0)


def worths_of_power() -> np.ndarray:
    """Against full health, float32 (full health, power); what is more comes from pickups, which are spent in the saloon."""
    more = np.arange(MOST_POWER + 1.0) - np.arange(MOST_HEALTH + 1.0)[:, None]
    return (HEALTH_POINT * np.where(more > 0, 0.5 * more, more)).astype(np.float32)


WORTHS_OF_POWER = worths_of_power()
WORTHS_OF_BACKING_OUT = WORTHS_OF_POWER[:, np.maximum(np.arange(MOST_POWER + 1), BACKED_OUT_HEALTH)].copy()


@compiled
def worth_of_power(table, points):
    return WORTHS_OF_POWER[np.uint8(table.max_health), np.uint8(points)]


@compiled
def worth_of_backing_out(table, points):
    return WORTHS_OF_BACKING_OUT[np.uint8(table.max_health), np.uint8(points)]


@compiled
def worth_of_death(table, player):
    """After it, a Good Guy with another life is at full health."""
    if table.continues[player] == 0:
        return np.float32(-LAST_LIFE)
    return np.float32(-LIFE_ALONE) if table.num_players == 1 else np.float32(-LIFE)
