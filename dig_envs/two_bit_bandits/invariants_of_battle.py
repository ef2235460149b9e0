"""Check the battle: enemies, dice and heights of a round, and the attack before it."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.two_bit_bandits.components import (
    DIE_SIDES,
    LAST_ROUND,
    MAX_PLAYERS,
    MOST_DICE,
    NUM_MINIONS,
    SLOTS,
    TOP_LEVEL,
    Minion,
    Pickup,
)
from dig_envs.two_bit_bandits.determinize import seats_after
from dig_envs.two_bit_bandits.rules.attack import ADDED_MINIONS, GOLEM_HEALTH, may_attack
from dig_envs.two_bit_bandits.rules.battle import REROLLS
from dig_envs.two_bit_bandits.rules.dice import RED_DICE, may_reroll
from dig_envs.two_bit_bandits.rules.foes import foes_fly, full_health, good_guy_flies, has_power, level
from dig_envs.two_bit_bandits.rules.holdings import count_active, count_held
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase


@compiled
def battle_is_sound(table):
    if not 0 <= table.due < (MOST_DICE if table.phase == Phase.SAVE else 1):
        return False
    if table.foe == NONE:
        return table.final != Final.RUNNING and not is_fighting(table) and battle_is_clear(table)
    if not 0 <= table.elemental <= 1 or not rounds_are_sound(table):
        return False
    if not (minions_are_sound(table) if table.foe < NUM_MINIONS else boss_is_sound(table)):
        return False
    return dice_are_sound(table) and heights_are_sound(table) and (table.phase != Phase.REROLL or roll_is_sound(table))


@compiled
def is_fighting(table):
    """Return whether the phase occurs only in battles."""
    return table.phase == Phase.ATTACK or table.phase == Phase.BOOST or table.phase == Phase.REROLL


@compiled
def battle_is_clear(table):
    """Return whether all fields of the battle are cleared."""
    clear = table.elemental == 0 and table.minions == 0 and table.foe_health == 0 and table.rounds == 0 and table.height == 0
    return clear and table.rerolls == 0 and table.dice[0] == NONE and dice_are_sound(table) and heights_are_sound(table)


# --- the enemies


@compiled
def minions_are_sound(table):
    """Check the number of minions: the level, plus two per thrown pickup, plus a Dust Devil per finished round."""
    if table.foe < 0 or table.place == NONE or table.final == Final.RUNNING:
        return False
    pickups_gone = np.int64(SLOTS * table.num_players)
    for p in range(table.num_players):
        pickups_gone -= count_held(table, np.int64(p))
    added = table.minions - level(table)
    if has_power(table, Minion.DUST_DEVIL) and level(table) > 1:
        added -= table.rounds if table.phase == Phase.BOOST else max(0, table.rounds - 1)
    if not 0 <= added <= ADDED_MINIONS * pickups_gone or added % ADDED_MINIONS != 0:
        return False
    if table.phase == Phase.ATTACK:
        return table.foe_health == 0
    return 1 <= table.foe_health <= table.minions * (GOLEM_HEALTH if has_power(table, Minion.GOLEM) else 1)


@compiled
def boss_is_sound(table):
    """Check that the enemy is the top Shamandillo, alone, with at most its full health."""
    if table.boss == NONE or table.foe != NUM_MINIONS + table.boss or table.phase == Phase.ATTACK:
        return False
    return table.elemental == 0 and table.minions == 1 and 1 <= table.foe_health <= full_health(table)


@compiled
def rounds_are_sound(table):
    """Check that the number of rounds is possible, and within the limit of a battle or of a cycle of the final battle."""
    round_begun = table.phase == Phase.REROLL or table.phase == Phase.SAVE
    if table.final != Final.RUNNING:
        most = 0 if table.phase == Phase.ATTACK else LAST_ROUND - (not round_begun)
    elif table.phase != Phase.OVER:
        most = table.num_players * np.int64(table.cycle) + round_begun
        most += (table.active - table.starter) % table.num_players
    else:
        most = table.num_players * min(np.int64(table.cycle) + 1, LAST_ROUND)
    return round_begun <= table.rounds <= most


# --- a round


@compiled
def dice_are_sound(table):
    """Check the dice: none, or the level plus the red dice; with a yellow die against Fireantulas."""
    if (table.dice[0] != NONE) != dice_are_rolled(table):
        return False
    count = np.int64(0) if table.dice[0] == NONE else level(table) + table.reds
    for k in range(MOST_DICE):
        if (table.dice[k] != NONE) != (k < count) or not NONE <= table.dice[k] < DIE_SIDES:
            return False
        if not 0 <= table.rerolled[k] <= 1 or (table.rerolled[k] == 1 and k >= count):
            return False
    if count == 0 and (table.reds != 0 or table.rerolls != 0 or table.height != 0):
        return False
    if not 0 <= table.rerolls <= REROLLS * SLOTS or not 0 <= table.reds <= RED_DICE * SLOTS or table.reds % RED_DICE != 0:
        return False
    return table.yellows == (count > 0 and has_power(table, Minion.FIREANTULA) and level(table) > 1)


@compiled
def dice_are_rolled(table):
    """Return whether dice are on the table, of this round or the last one. The final battle clears them between rounds."""
    if table.foe == NONE:
        return False
    between = table.phase == Phase.BOOST and table.rounds > 0 and table.final != Final.RUNNING
    return table.phase == Phase.REROLL or table.phase == Phase.SAVE or between


@compiled
def heights_are_sound(table):
    """Check the heights: enemies have heights only if the Good Guy has one, and in total at most their health."""
    if not 0 <= table.height <= TOP_LEVEL or table.foe_heights[0] != 0:
        return False
    health = np.int64(0)
    for height in range(TOP_LEVEL + 1):
        if table.foe_heights[height] < 0:
            return False
        health += table.foe_heights[height]
    if table.height == 0:
        return health == 0
    most = np.int64(table.minions) * GOLEM_HEALTH if table.foe < NUM_MINIONS else full_health(table)
    return health <= most


@compiled
def roll_is_sound(table):
    """Check a roll before its hits count, against the fighter's pickups and the enemies."""
    player = np.int64(table.active)
    rerolls = REROLLS * count_active(table, player, Pickup.HORSESHOE)
    for k in range(MOST_DICE):
        rerolls -= table.rerolled[k]
    if table.rerolls != rerolls or not may_reroll(table):
        return False
    if table.reds != RED_DICE * count_active(table, player, Pickup.FIREBALL):
        return False
    if (table.height > 0) != (foes_fly(table) or good_guy_flies(table)):
        return False
    health = np.int64(0)
    for height in range(TOP_LEVEL + 1):
        health += table.foe_heights[height]
    return table.height == 0 or health == table.foe_health


# --- the attack


@compiled
def window_is_sound(state):
    """Check that an attack asks one seat, and that only earlier seats have passed or are known to be finished."""
    table = state.table
    if table.phase != Phase.ATTACK:
        for p in range(MAX_PLAYERS):
            if state.seats[p].asked != Asked.NO:
                return False
        return table.window == 0 and state.secret.window == 0
    asked = seat_asked(state)
    if asked == NOBODY or state.secret.window != seats_after(table, asked) or not 0 <= table.window <= state.secret.window:
        return False
    for p in range(MAX_PLAYERS):
        if not asked_is_sound(state, np.int64(p), asked):
            return False
    return may_attack(table, asked)


@compiled
def seat_asked(state):
    """Return the seat that an attack asks: the mover or, after a forfeit, the first marked seat."""
    if state.table.end == End.RUNNING:
        return np.int64(state.secret.mover)
    for p in range(state.table.num_players):
        if state.seats[p].asked == Asked.NOW:
            return np.int64(p)
    return np.int64(NOBODY)


@compiled
def asked_is_sound(state, p, asked):
    """Check the attack state of a seat: earlier seats that could throw a pickup have passed (TB-19)."""
    part = state.seats[p].asked
    if p == asked:
        return part == Asked.NOW
    if p >= state.table.num_players or seats_after(state.table, p) > state.secret.window:
        return part == Asked.NO
    return part == Asked.PASSED or (part == Asked.NO and not may_attack(state.table, p))
