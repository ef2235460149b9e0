"""Price health, lives and pickups in points, for bots and features that weigh them against points."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import BACKED_OUT_HEALTH, MOST_HEALTH

MOST_POWER = 24  # no Good Guy has more health and pickups for health together
LIFE = 700.0  # price of a life in points, while there is another one
LIFE_ALONE = 7500.0  # the same in a solo game, where there is time to back out and rest as often as one likes
LAST_LIFE = 6000.0  # price of the last life
HEALTH_POINT = 65.0
PICKUP = np.float32(80.0)
ABOVE_FULL = 0.5  # share of its price that power above full health keeps: it is in pickups, which a saloon takes away


def prices_of_power() -> np.ndarray:
    """Price every power against full health, in points: float32 (MOST_HEALTH + 1, MOST_POWER + 1), by full health, power."""
    more = np.arange(MOST_POWER + 1.0) - np.arange(MOST_HEALTH + 1.0)[:, None]
    return (HEALTH_POINT * np.where(more > 0, ABOVE_FULL * more, more)).astype(np.float32)


PRICES_OF_POWER = prices_of_power()
PRICES_OF_BACKING_OUT = PRICES_OF_POWER[:, np.maximum(np.arange(MOST_POWER + 1), BACKED_OUT_HEALTH)].copy()


@compiled
def price_of_power(table, power):
    """Price so much power, in points against full health."""
    return PRICES_OF_POWER[np.uint8(table.max_health), np.uint8(power)]


@compiled
def price_of_backing_out(table, power):
    """Price the power that backing out with so much power leaves (TB-12), in points against full health."""
    return PRICES_OF_BACKING_OUT[np.uint8(table.max_health), np.uint8(power)]


@compiled
def price_of_death(table, player):
    """Price the loss of a player's life: negative points against full health, at which its next life begins."""
    if table.continues[player] == 0:
        return np.float32(-LAST_LIFE)
    return np.float32(-LIFE_ALONE) if table.num_players == 1 else np.float32(-LIFE)
