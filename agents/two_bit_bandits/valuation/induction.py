"""Value a stage by backward induction over its encounters, for every power that a Good Guy may have.

From the end of the stage to the present, each encounter converts the values after it to the values before it, by the odds of
the power that it costs. Where backing out is possible, the better of going on and backing out counts. Values are points
relative to full health.

`values[DEAD + power]`, float32 (VALUES,), is the value with that power; the last value covers all greater powers, and
`values[DEAD]` is the price of death. The floats before it are padding to a cache line. Two more rows of the same form may hold
the chances to complete the stage and to die in it, under the same decisions to back out.
"""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.odds import UNSEEN_SCENE
from dig_envs.agents.two_bit_bandits.valuation.power_odds import DEATH, POWER_ODDS, POWERS, SAME
from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP, PRICES_OF_BACKING_OUT, PRICES_OF_POWER, price_of_death
from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits.components import Encounter

DEAD = POWERS - 1
VALUES = DEAD + 1 + POWERS

PICKUP_POINTS = np.zeros(UNSEEN_SCENE + 1, np.float32)  # the value of a pickup beyond its power, by code of encounter
PICKUP_POINTS[Encounter.BARREL] = PICKUP


@compiled
def value_end(table, player, points, values):
    """Write the values at the end of a stage with a number of points."""
    values[DEAD] = price_of_death(table, player)
    prices = PRICES_OF_POWER[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        values[DEAD + power] = np.float32(points) + prices[power]


@inlined
def chances_at_end(completes, dies):
    """Write the chances at the end of a stage: with power left it is completed, else the Good Guy has died."""
    completes[DEAD] = 0.0
    dies[DEAD] = 1.0
    for power in range(1, POWERS + 1):
        completes[DEAD + power] = 1.0
        dies[DEAD + power] = 0.0


@inlined
def before_encounter(strength, code, bonus, values):
    """Convert the values after an encounter to the values before it, and add a bonus to each.

    The inner loops run over the powers before the encounter, which fit into one vector register.
    """
    odds = POWER_ODDS[strength.half, strength.help, strength.level, code]
    before = stack_floats(POWERS)
    other = stack_floats(POWERS)  # two independent sums can be computed in parallel
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
    """Return the value before an encounter with the power of `strength`, from the values after it."""
    odds = POWER_ODDS[strength.half, strength.help, strength.level, code]
    power = min(POWERS, max(1, np.int64(strength.power)))
    value = PICKUP_POINTS[code] + values[DEAD] * odds[np.uint8(DEATH - 1 + power)]
    value += values[DEAD + POWERS] * odds[np.uint8(power - 1)]  # all greater powers
    for after in range(1, POWERS + 1):
        value += values[DEAD + after] * odds[np.uint8(SAME + power - after)]
    return value


@inlined
def with_backing_out(table, values):
    """Replace the values by those of backing out where these are better."""
    prices = PRICES_OF_BACKING_OUT[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        values[DEAD + power] = max(values[DEAD + power], prices[power])


@inlined
def chances_with_backing_out(table, values, completes, dies):
    """Set both chances to 0 where backing out is better than going on. Call it before `with_backing_out`."""
    prices = PRICES_OF_BACKING_OUT[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        goes_on = np.float32(values[DEAD + power] >= prices[power])
        completes[DEAD + power] *= goes_on
        dies[DEAD + power] *= goes_on


@inlined
def value_at(values, power):
    """Return the value with a power."""
    return values[DEAD + min(np.int64(power), POWERS)]
