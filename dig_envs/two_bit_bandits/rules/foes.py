"""Name the enemies, minions and Shamandillos, and carry out their powers (TB-21, TB-23)."""

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Minion, Pickup, Shamandillo
from dig_envs.two_bit_bandits.rules.holdings import count_active
from dig_envs.two_bit_bandits.state import NONE, Final, Phase


@compiled
def level(table):
    """Return the level (TB-6). Once the final battle is won, it is the number of defeated Shamandillos (TB-31)."""
    return table.num_defeated + (table.final != Final.WON)


@compiled
def need(table):
    """Return the value that a die needs to hit (TB-20), which is fixed in the final battle (TB-29)."""
    return components.FINAL_NEED if table.final == Final.RUNNING else level(table)


@compiled
def has_power(table, minion):
    """Return whether an elemental battle against these minions is in progress (TB-21)."""
    return table.elemental == 1 and table.foe == minion


@compiled
def is_boss(table, boss):
    """Return whether the enemy is that Shamandillo."""
    return table.foe == components.NUM_MINIONS + boss


@compiled
def is_water(table):
    """Return whether the battle is under water (TB-26)."""
    return has_power(table, Minion.DUNE_BUG) or is_boss(table, Shamandillo.SLICK)


@compiled
def foes_fly(table):
    """Return whether the enemies fly (TB-25)."""
    return has_power(table, Minion.BEEZARD) or is_boss(table, Shamandillo.SANTA_ANA)


@compiled
def good_guy_flies(table):
    """Return whether the Good Guy flies (TB-25), which is impossible under water (TB-26)."""
    return not is_water(table) and count_active(table, table.active, Pickup.FEATHER) > 0


@compiled
def full_health(table):
    """Return the full health of the top Shamandillo at this level (TB-23)."""
    return table.faces.boss_health[table.boss] * level(table)


@compiled
def begin_boss(state):
    """Begin the battle with the next Shamandillo, which all seats see from then on (TB-23)."""
    table = state.table
    table.boss = state.secret.bosses[components.NUM_SHAMANDILLOS - 1 - table.num_defeated]
    table.foe = components.NUM_MINIONS + table.boss
    table.minions = 1
    table.foe_health = full_health(table)
    table.phase = Phase.ROUND


@compiled
def defeat_boss(state):
    """Take the top Shamandillo out of the deck."""
    table = state.table
    state.secret.bosses[components.NUM_SHAMANDILLOS - 1 - table.num_defeated] = NONE
    table.defeated[table.boss] = 1
    table.num_defeated += 1
    table.boss = NONE


@compiled
def clear_battle(table):
    """Clear the fields of the battle."""
    table.foe = NONE
    table.elemental = 0
    table.minions = 0
    table.foe_health = 0
    table.rounds = 0
    clear_round(table)


@compiled
def clear_round(table):
    """Clear the fields of the round."""
    for k in range(components.MAX_DICE):
        table.dice[k] = NONE
        table.rerolled[k] = 0
    for height in range(components.TOP_LEVEL + 1):
        table.foe_heights[height] = 0
    table.height = 0
    table.yellows = 0
    table.reds = 0
    table.rerolls = 0
