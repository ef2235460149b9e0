"""Convert the odds of health lost to odds of changes in power, for the backward induction.

Power is a Good Guy's health plus the health that its pickups can provide (`strength.power_of`).
"""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.odds import BOSS, MAX_LOST, ODDS, UNSEEN_SCENE, Help
from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import NUM_MINIONS, TOP_LEVEL, Encounter

POWERS = 16  # powers 1 to 16, as many floats as a vector register holds; greater powers count as 16
SAME = POWERS  # the index of the chance of no change; SAME - w: a gain of w, SAME + l: a loss of l
DEATH = 2 * POWERS  # DEATH + p: the index of the chance to die with power p + 1

# The share of each code among the encounters of an unseen scene with well laid dice: an estimate for the shipped cards.
PLAIN_SHARE, ELEMENTAL_SHARE = 0.4, 0.1
SHARES = np.array(
    [0.0, 0.3, 0.1, 0.1, 0.0] + [PLAIN_SHARE / NUM_MINIONS] * NUM_MINIONS + [ELEMENTAL_SHARE / NUM_MINIONS] * NUM_MINIONS
)
# Odds of the health that such a scene costs: float32 (len(Help), TOP_LEVEL, MAX_LOST + 1).
UNSEEN_ODDS = (ODDS[:, :, :BOSS] * SHARES[:, None]).sum(axis=2).astype(np.float32)


def power_odds() -> np.ndarray:
    """Compute the odds of each change of power: float32 (2, len(Help), TOP_LEVEL, UNSEEN_SCENE + 1, 3 * POWERS).

    The axes are: 1 if every second damage is ignored (Adobe Mask), the help of pickups, the level less 1, the code of the
    encounter, and the change of power (see SAME and DEATH). A barrel's pickup and a heart add one power.
    """
    odds = np.concatenate([ODDS[:, :, :UNSEEN_SCENE], UNSEEN_ODDS[:, :, None]], axis=2)
    changes = np.zeros((2, len(Help), TOP_LEVEL, UNSEEN_SCENE + 1, DEATH + POWERS))
    for half in (0, 1):
        for health in range(MAX_LOST + 1):
            lost = health >> half
            changes[half, ..., DEATH : DEATH + min(lost, POWERS)] += odds[..., health, None]
            if lost < POWERS:
                changes[half, ..., SAME + lost] += odds[..., health]
    changes[..., [Encounter.BARREL, Encounter.HEART], :] = 0.0
    changes[..., [Encounter.BARREL, Encounter.HEART], SAME - 1] = 1.0
    return changes.astype(np.float32)


def mean_costs() -> np.ndarray:
    """Compute the mean loss of power, float32 (2, len(Help), TOP_LEVEL, UNSEEN_SCENE + 1), with the axes of `power_odds`."""
    odds = np.concatenate([ODDS[:, :, :UNSEEN_SCENE], UNSEEN_ODDS[:, :, None]], axis=2)
    costs = np.stack([(odds * (np.arange(MAX_LOST + 1) >> half)).sum(axis=-1) for half in (0, 1)])
    costs[..., [Encounter.BARREL, Encounter.HEART]] = -1.0
    return costs.astype(np.float32)


POWER_ODDS = power_odds()
MEAN_COSTS = mean_costs()


@inlined
def mean_cost(strength, code):
    """Return the mean power that an encounter costs."""
    return MEAN_COSTS[strength.half, strength.help, strength.level, code]


@inlined
def chance_to_die(strength, code):
    """Return the chance that a Good Guy dies in an encounter."""
    power = min(POWERS, max(1, np.int64(strength.power)))
    return min(np.float32(1), POWER_ODDS[strength.half, strength.help, strength.level, code, np.uint8(DEATH - 1 + power)])


@compiled
def unseen_points(table):
    """Return the mean points of the battles of an unseen scene at level 1, by the cards in play."""
    plain = 0
    elemental = 0
    for minion in range(NUM_MINIONS):
        plain += table.faces.minion_points[minion][0]
        elemental += table.faces.minion_points[minion][1]
    return PLAIN_SHARE * plain / NUM_MINIONS + ELEMENTAL_SHARE * elemental / NUM_MINIONS
