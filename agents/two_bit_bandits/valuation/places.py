"""Value the stages that a Good Guy may choose, by kind, and tell which places are worth comparing."""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP, price_of_power
from dig_envs.agents.two_bit_bandits.valuation.stages import foresee_stage, points_of_stage
from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import SLOTS, Stage
from dig_envs.two_bit_bandits.rules.holdings import count_held

KINDS = Stage.HIDEOUT + 1  # Stages up to the hideout; an owned wagon counts as a wagon
PROMISE = 3  # floats that are computed for each kind: see WORTH, POINTS, RISK
WORTH, POINTS, RISK = range(PROMISE)
PROMISES = KINDS * PROMISE


@inlined
def kind_of(stage):
    """Return the kind of a Stage, from 0 to KINDS - 1."""
    return np.int64(Stage.WAGON) if stage >= Stage.OWNED_WAGON else np.int64(stage)


@compiled
def promise_kinds(table, player, strength, kinds, promises):
    """Write the value, the points and the risk of each kind of stage for a player of that strength.

    Args:
        kinds: the kinds to write, a set with a bit for each.
        promises: float32 (PROMISES,). PROMISE * kind + WORTH is its worth in points against doing nothing, + POINTS the points
            that it scores on average, + RISK the chance to die there.
    """
    for kind in range(Stage.SALOON, KINDS):
        if (kinds >> kind) & 1:
            at = PROMISE * kind
            promises[at + POINTS] = 0.0
            promises[at + RISK] = 0.0
            if kind == Stage.SALOON:
                full = price_of_power(table, np.int64(table.max_health))
                promises[at + WORTH] = full - price_of_power(table, strength.power)
            elif kind == Stage.WAGON:
                promises[at + WORTH] = PICKUP * (SLOTS - count_held(table, player))
            else:
                forecast = foresee_stage(table, player, strength, np.int64(kind))
                promises[at + WORTH] = forecast.value
                promises[at + POINTS] = points_of_stage(table, np.int64(kind)) * forecast.completes
                promises[at + RISK] = forecast.dies


@inlined
def is_idle(table, player, kind):
    """Return whether choosing that kind gains nothing: a saloon at nearly full health."""
    return (kind == Stage.SALOON) & (table.health[player] + 1 >= table.max_health)
