"""Price health, lives and pickups in points."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import BACKED_OUT_HEALTH, MAX_HEALTH

MAX_POWER = 24  # an upper bound of power
LIFE = 700.0  # points, for a life that is not the last
LIFE_ALONE = 7500.0  # points, in a solo game, which has time for backing out and resting
LAST_LIFE = 6000.0  # points
HEALTH_POINT = 65.0  # points
PICKUP = np.float32(80.0)  # points
ABOVE_FULL = 0.5  # the relative price of power above full health, which comes from pickups and is lost in a saloon


def prices_of_power() -> np.ndarray:
    """Return prices of power relative to full health: float32 (MAX_HEALTH + 1, MAX_POWER + 1), by full health and power."""
    more = np.arange(MAX_POWER + 1.0) - np.arange(MAX_HEALTH + 1.0)[:, None]
    return (HEALTH_POINT * np.where(more > 0, ABOVE_FULL * more, more)).astype(np.float32)


PRICES_OF_POWER = prices_of_power()
PRICES_OF_BACKING_OUT = PRICES_OF_POWER[:, np.maximum(np.arange(MAX_POWER + 1), BACKED_OUT_HEALTH)].copy()


@compiled
def price_of_power(table, power):
    """Return the price of a power relative to full health, in points."""
    return PRICES_OF_POWER[np.uint8(table.max_health), np.uint8(power)]


@compiled
def price_of_backing_out(table, power):
    """Return the price of the power after backing out (TB-12) relative to full health, in points."""
    return PRICES_OF_BACKING_OUT[np.uint8(table.max_health), np.uint8(power)]


@compiled
def price_of_death(table, player):
    """Return the price of a player's death, in negative points relative to full health, with which the next life begins."""
    if table.continues[player] == 0:
        return np.float32(-LAST_LIFE)
    return np.float32(-LIFE_ALONE) if table.num_players == 1 else np.float32(-LIFE)
