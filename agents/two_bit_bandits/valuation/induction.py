"""Value a stage backwards, one encounter at a time, for every power that a Good Guy may then have.

From the stage's end back to the present, each encounter turns the values after it into the values before it: by the odds of
what it costs and, where one may leave, by the better of going on and backing out. Values are points, against full health.

`values[DEAD + power]`, float32 (VALUES,), is the value with that power; the last one stands for all greater power, and
`values[DEAD]` is the price of death. The floats before it only fill a cache line. Two rows of the same form may travel along:
the chances to complete the stage and to die in it, under the same decisions to back out.
"""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.odds import UNSEEN_SCENE
from dig_envs.agents.two_bit_bandits.valuation.power_odds import DEATH, POWER_ODDS, POWERS, SAME
from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP, PRICES_OF_BACKING_OUT, PRICES_OF_POWER, price_of_death
from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import room
from dig_envs.two_bit_bandits.components import Encounter

DEAD = POWERS - 1
VALUES = DEAD + 1 + POWERS

PICKUP_POINTS = np.zeros(UNSEEN_SCENE + 1, np.float32)  # what pickups met are worth beyond the power in them, by code
PICKUP_POINTS[Encounter.BARREL] = PICKUP


@compiled
def value_end(table, player, points, values):
    """Write the values at the end of a stage that has brought so many points."""
    values[DEAD] = price_of_death(table, player)
    prices = PRICES_OF_POWER[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        values[DEAD + power] = np.float32(points) + prices[power]


@inlined
def chances_at_end(completes, dies):
    """Write the chances to have completed the stage and to have died, at its end: all the living have completed it."""
    completes[DEAD] = 0.0
    dies[DEAD] = 1.0
    for power in range(1, POWERS + 1):
        completes[DEAD + power] = 1.0
        dies[DEAD + power] = 0.0


@inlined
def before_encounter(strength, code, bonus, values):
    """Turn values after an encounter of that code into values before it, and add a bonus to each.

    The sums go along the powers before, all of which fit into a register at once.
    """
    odds = POWER_ODDS[strength.half, strength.help, strength.level, code]
    before = room(POWERS)
    other = room(POWERS)  # two sums, so that one need not wait for the other
    for k in range(POWERS):
        before[k] = bonus + values[DEAD] * odds[DEATH + k]
        other[k] = values[DEAD + POWERS] * odds[k]
    for after in range(1, POWERS, 2):
        value, next_value = values[DEAD + after], values[DEAD + 1 + after]
        first = np.uint64(SAME + 1 - after)
        for k in range(POWERS):
            before[k] += value * odds[first + np.uint64(k)]
            other[k] += next_value * odds[first - np.uint64(1) + np.uint64(k)]
    for k in range(POWERS):
        values[DEAD + 1 + k] = before[k] + other[k]


@inlined
def value_before(strength, code, values):
    """Return the value before an encounter of that code with the power of that strength, from the values after it."""
    odds = POWER_ODDS[strength.half, strength.help, strength.level, code]
    power = min(np.int64(POWERS), max(np.int64(1), np.int64(strength.power)))
    value = PICKUP_POINTS[code] + values[DEAD] * odds[np.uint8(DEATH - 1 + power)]
    value += values[DEAD + POWERS] * odds[np.uint8(power - 1)]  # greater power than is told apart
    for after in range(1, POWERS + 1):
        value += values[DEAD + after] * odds[np.uint8(SAME + power - after)]
    return value


@inlined
def with_backing_out(table, values):
    """Replace values by those of backing out where these are better."""
    prices = PRICES_OF_BACKING_OUT[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        values[DEAD + power] = max(values[DEAD + power], prices[power])


@inlined
def chances_with_backing_out(table, values, completes, dies):
    """Clear both chances where backing out is better than the values of going on. Call it before `with_backing_out`."""
    prices = PRICES_OF_BACKING_OUT[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        goes_on = np.float32(values[DEAD + power] >= prices[power])
        completes[DEAD + power] *= goes_on
        dies[DEAD + power] *= goes_on


@inlined
def value_at(values, power):
    """Return the value with so much power."""
    return values[DEAD + min(np.int64(power), POWERS)]
