"""Describe a Good Guy by the properties on which its odds depend."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.odds import Help
from dig_envs.agents.two_bit_bandits.valuation.prices import MAX_POWER
from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import NUM_PICKUPS, NUM_SHAMANDILLOS, SLOTS, TOP_LEVEL, Pickup
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import BEER_HEALTH, Slot, both_active, count_active
from dig_envs.two_bit_bandits.rules.stage import may_leave_stages
from dig_envs.two_bit_bandits.state import NONE

# By pickup + 1, with 0 for an empty slot: the help of an active pickup, and the health that it can provide (TB-16, TB-17).
HELPS = np.zeros(1 + NUM_PICKUPS, np.int64)
HELPS[[1 + Pickup.HORSESHOE, 1 + Pickup.FIREBALL, 1 + Pickup.AMULET]] = Help.HORSESHOE, Help.FIREBALL, Help.AMULET
HEALTH_IN = np.array([0] + [1] * NUM_PICKUPS)
HEALTH_IN[1 + Pickup.ROOT_BEER] = BEER_HEALTH


class Strength(NamedTuple):
    """Indices into the tables of odds, all np.uint8.

    Attributes:
        half: 1 if an Adobe Mask absorbs every second point of damage (TB-17).
        help: the best Help of active pickups.
        level: the level less 1.
        power: health plus the health that pickups can provide.
        leaving: 1 if the Good Guy may back out of stages.
    """

    half: Any
    help: Any
    level: Any
    power: Any
    leaving: Any


@compiled
def strength_of(table, player):
    """Return the Strength of a player."""
    half, help_ = np.uint8(is_masked(table, player)), np.uint8(help_of(table, player))
    power, leaving = np.uint8(power_of(table, player)), np.uint8(may_leave_stages(table, player))
    return Strength(half, help_, level_row(table), power, leaving)


@compiled
def power_of(table, player):
    """Return a player's health plus the health that its pickups can provide (TB-18)."""
    power = table.health[player]
    for slot in range(SLOTS):
        power += HEALTH_IN[np.uint8(table.pickups[player][slot] + 1)]
    return min(power, MAX_POWER)


@compiled
def help_of(table, player):
    """Return the best Help of a player's active pickups."""
    held = table.pickups[player]
    stored = HELPS[np.uint8(held[Slot.STORED] + 1)]
    return max(HELPS[np.uint8(held[Slot.ACTIVE] + 1)], both_active(table) * stored)


@compiled
def is_masked(table, player):
    """Return 1 if an Adobe Mask absorbs every second point of damage (TB-17), else 0."""
    return np.int64(count_active(table, player, Pickup.MASK) > 0)


@inlined
def level_row(table):
    """Return the index of the present level in the tables of odds."""
    return np.uint8(min(TOP_LEVEL, level(table)) - 1)


@inlined
def next_boss(table):
    """Return the top Shamandillo, or NUM_SHAMANDILLOS if it is unknown."""
    return NUM_SHAMANDILLOS if table.boss == NONE else table.boss
