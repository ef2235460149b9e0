"""Value the stages that a Good Guy may choose, by kind of stage."""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP, price_of_power
from dig_envs.agents.two_bit_bandits.valuation.stages import forecast_stage, points_of_stage
from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import SLOTS, Stage
from dig_envs.two_bit_bandits.rules.holdings import count_held

KINDS = Stage.HIDEOUT + 1  # the Stages up to the hideout; an owned wagon counts as a wagon
PROMISE = 3  # floats per kind, the "promise" of a stage: see WORTH, POINTS, RISK
WORTH, POINTS, RISK = range(PROMISE)
PROMISES = KINDS * PROMISE


@inlined
def kind_of(stage):
    """Return the kind of a Stage, from 0 to KINDS - 1."""
    return np.int64(Stage.WAGON) if stage >= Stage.OWNED_WAGON else np.int64(stage)


@compiled
def write_promises(table, player, strength, kinds, promises):
    """Write the worth, points and risk of kinds of stages for a player with a strength.

    Args:
        kinds: the kinds to write, as a bit set.
        promises: float32 (PROMISES,). At PROMISE * kind, entry WORTH is the worth in points relative to doing nothing, POINTS
            the mean points scored, and RISK the chance to die.
    """
    for kind in range(Stage.SALOON, KINDS):
        if (kinds >> kind) & 1:
            at = PROMISE * kind
            promises[at + POINTS] = 0.0
            promises[at + RISK] = 0.0
            if kind == Stage.SALOON:
                full = price_of_power(table, table.max_health)
                promises[at + WORTH] = full - price_of_power(table, strength.power)
            elif kind == Stage.WAGON:
                promises[at + WORTH] = PICKUP * (SLOTS - count_held(table, player))
            else:
                forecast = forecast_stage(table, player, strength, kind)
                promises[at + WORTH] = forecast.value
                promises[at + POINTS] = points_of_stage(table, kind) * forecast.completes
                promises[at + RISK] = forecast.dies


@inlined
def is_idle(table, player, kind):
    """Return whether a kind of stage has no use for the player: a saloon at nearly full health."""
    return (kind == Stage.SALOON) & (table.health[player] + 1 >= table.max_health)
