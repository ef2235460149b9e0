"""Who is fought: minions, Shamandillos, their powers as questions (TB-21, TB-23)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import (
    FINAL_NEED,
    MOST_DICE,
    NUM_MINIONS,
    NUM_SHAMANDILLOS,
    TOP_LEVEL,
    Minion,
    Pickup,
    Shamandillo,
)
from dig_envs.two_bit_bandits.rules.holdings import count_active
from dig_envs.two_bit_bandits.state import NONE, Final, Phase


@compiled
def level(table):
    """TB-6; once the final battle is won, the number of Shamandillos defeated (TB-31)."""
    return np.int64(table.num_defeated) + (table.final != Final.WON)


@compiled
def need(table):
    """TB-20: what a die must show to hit; TB-29."""
    return np.int64(FINAL_NEED) if table.final == Final.RUNNING else level(table)


@compiled
def has_power(table, minion):
    """TB-21: whether an elemental battle against minions of that kind is on."""
    return table.elemental == 1 and table.foe == minion


@compiled
def is_boss(table, boss):
    return table.foe == NUM_MINIONS + boss


@compiled
def is_water(table):
    """TB-26."""
    return has_power(table, Minion.DUNE_BUG) or is_boss(table, Shamandillo.SLICK)


@compiled
def foes_fly(table):
    return has_power(table, Minion.BEEZARD) or is_boss(table, Shamandillo.SANTA_ANA)


@compiled
def good_guy_flies(table):
    """TB-25; TB-26: not in the water."""
    return not is_water(table) and count_active(table, np.int64(table.active), Pickup.FEATHER) > 0


@compiled
def full_health(table):
    """TB-23: a Shamandillo's health."""
    return table.faces.boss_health[table.boss] * level(table)


@compiled
def begin_boss(state):
    """TB-23: the next Shamandillo, from now on seen by all."""
    table = state.table
    table.boss = state.secret.bosses[NUM_SHAMANDILLOS - 1 - table.num_defeated]
    table.foe = NUM_MINIONS + table.boss
    table.minions = 1
    table.foe_health = full_health(table)
    table.phase = Phase.ROUND


@compiled
def defeat_boss(state):
    table = state.table
    state.secret.bosses[NUM_SHAMANDILLOS - 1 - table.num_defeated] = NONE
    table.defeated[table.boss] = 1
    table.num_defeated += 1
    table.boss = NONE


@compiled
def clear_battle(table):
    table.foe = NONE
    table.elemental = 0
    table.minions = 0
    table.foe_health = 0
    table.rounds = 0
    clear_round(table)


@compiled
def clear_round(table):
    for k in range(MOST_DICE):
        table.dice[k] = NONE
        table.rerolled[k] = 0
    for height in range(TOP_LEVEL + 1):
        table.foe_heights[height] = 0
    table.height = 0
    table.yellows = 0
    table.reds = 0
    table.rerolls = 0
