"""What the odds say of a position: who is how strong, what a path will cost, how likely it is to be survived."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    SLOTS,
    TOP_LEVEL,
    Encounter,
    Pickup,
)
from dig_envs.two_bit_bandits.odds import ATTACKED, BOSS, ODDS, Help
from dig_envs.two_bit_bandits.prospects import BATTLE_POINTS, MOST_POWER, lost_to_power
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import ACTIVE, BEER_HEALTH, STORED, both_active, count_active
from dig_envs.two_bit_bandits.rules.stage import may_leave_stages
from dig_envs.two_bit_bandits.state import NONE
from dig_envs.two_bit_bandits.worth import HEALTH_POINT

LIFE_PRICE = 3000.0  # in points, when paths are priced
LOST_ELSEWHERE = 3  # power that the other scenes of a stage cost: with so much less a scene is survived, or not
LEAST_CHANCE = 0.1  # what is less is as bad

COST, SPREAD, CHANCE, PRICE = range(4)


def all_risks() -> np.ndarray:
    """Float32, by whether each second damage counts, Help, level less 1, power, what may come (see `odds.py`).

    The last axis has the power that it costs on average, the variance of that, the chance to survive it, its price in points.
    """
    odds = ODDS[:, :, :ATTACKED]
    risks = np.zeros((2, len(Help), TOP_LEVEL, MOST_POWER + 1, ATTACKED, 4))
    points = np.zeros(ATTACKED)
    points[Encounter.BATTLE : Encounter.ELEMENTAL] = BATTLE_POINTS
    points[Encounter.ELEMENTAL : BOSS] = 2 * BATTLE_POINTS
    for half in (0, 1):
        lost = np.arange(odds.shape[-1]) >> half
        mean = (odds * lost).sum(axis=-1)
        risks[half, ..., SPREAD] = ((odds * lost**2).sum(axis=-1) - mean**2)[:, :, None]
        mean[:, :, [Encounter.BARREL, Encounter.HEART]] = -1.0
        risks[half, ..., COST] = mean[:, :, None]
        risks[half, ..., CHANCE] = np.clip(1.0 - lost_to_power(odds, half)[..., 0].swapaxes(2, 3), 0.0, 1.0)
    weakened = risks[..., CHANCE][..., np.maximum(np.arange(MOST_POWER + 1) - LOST_ELSEWHERE, 1), :]
    risks[..., PRICE] = HEALTH_POINT * risks[..., COST] - LIFE_PRICE * np.log(np.maximum(weakened, LEAST_CHANCE))
    risks[..., PRICE] -= points * np.arange(1, TOP_LEVEL + 1)[:, None, None]
    return risks.astype(np.float32)


RISKS = all_risks()

# By pickup + 1, from an empty slot on: what it helps when it is active; the health it can be turned into (TB-16, TB-17).
HELPS = np.zeros(1 + NUM_PICKUPS, np.int64)
HELPS[[1 + Pickup.HORSESHOE, 1 + Pickup.FIREBALL, 1 + Pickup.AMULET]] = Help.HORSESHOE, Help.FIREBALL, Help.AMULET
HEALTH_IN = np.array([0] + [1] * NUM_PICKUPS)
HEALTH_IN[1 + Pickup.ROOT_BEER] = BEER_HEALTH

# Encounters by their code: whether there is a battle, with which minion, whether it is elemental.
CODES = np.arange(len(ENCOUNTER_NAMES))
IS_BATTLE = (CODES >= Encounter.BATTLE).astype(np.int64)
MINION_OF = (IS_BATTLE * (CODES - Encounter.BATTLE) % NUM_MINIONS).astype(np.uint8)
IS_ELEMENTAL = (CODES >= Encounter.ELEMENTAL).astype(np.uint8)


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
    held = table.pickups[player]
    stored = HELPS[np.uint8(held[STORED] + 1)]
    return max(HELPS[np.uint8(held[ACTIVE] + 1)], both_active(table) * stored)


@compiled
def halved(table, player):
    """TB-17: 1 if an Adobe Mask takes each second point of damage."""
    return np.int64(count_active(table, player, Pickup.MASK) > 0)


class Standing(NamedTuple):
    """What odds go by, ready to look tables up with: all np.uint8."""

    half: Any  # each second damage counts
    help: Any
    row: Any  # of the level
    power: Any
    leaving: Any  # one may back out


@compiled
def standing_of(table, player):
    half, help_ = np.uint8(halved(table, player)), np.uint8(help_of(table, player))
    strength, leaving = np.uint8(power(table, player)), np.uint8(may_leave_stages(table, player))
    return Standing(half, help_, row_of_level(table), strength, leaving)


@inlined
def row_of_level(table):
    """Where tables have the present level."""
    return np.uint8(min(np.int64(TOP_LEVEL), level(table)) - 1)


@inlined
def next_boss(table):
    """The top Shamandillo, or NUM_SHAMANDILLOS while nobody has seen it."""
    return NUM_SHAMANDILLOS if table.boss == NONE else table.boss


@inlined
def points_for(table, code):
    """TB-21: for a minion met at level 1; nothing for other encounters."""
    return IS_BATTLE[code] * table.faces.minion_points[MINION_OF[code]][IS_ELEMENTAL[code]]
