"""How the expert of 2-Bit Bandits plays a stage: dice for the whole row, going on or backing out, pickups."""

import numpy as np

from agents.scripted.two_bit_bandits.odds import BOSS_DAMAGE
from agents.scripted.two_bit_bandits.risk import (
    HEALTH_POINT,
    life_value,
    path_damage,
    path_gain,
    path_value,
    softened,
    staying_power,
    survival,
)
from dig_envs.core.compile import compiled
from dig_envs.core.scratch import scratch
from dig_envs.two_bit_bandits.components import (
    BACKED_OUT_HEALTH,
    BONUS_OF,
    DIE_SIDES,
    NUM_PICKUPS,
    PATHS,
    ROW,
    SHAMANDILLO_POINTS,
    SLOTS,
    STAGES_A_CARD,
    Pickup,
    Stage,
)
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.state import NONE

# How gladly a pickup is held: feather, potion, pie, fireball, mask, horseshoe, amulet, beer, star, tuba.
WORTH = np.array([3.0, 1.0, 2.0, 8.0, 9.0, 6.0, 7.0, 5.0, 4.0, 2.5])
RISKY = 0.8  # a scene survived less likely than this is skipped or replaced, if it can be


# --- dice


@compiled
def best_die(table, player, mask):
    """The die for the next card in the best order of all dice, every order tried."""
    first = 0
    while table.row_dice[first] != 0:
        first += 1
    dice = scratch(ROW, np.int64)
    count = 0
    for face in range(PATHS):
        for _ in range(table.rolled[face]):
            dice[count] = face
            count += 1
    best = NONE
    best_value = 0.0
    for order in range(factorial(count)):
        value = value_of_order(table, player, dice, count, order, first)
        if best == NONE or value > best_value:
            best_value = value
            best = nth_die(dice, count, order, 0)
    return actions.ASSIGN + best


@compiled
def factorial(count):
    product = 1
    for factor in range(2, count + 1):
        product *= factor
    return product


@compiled
def nth_die(dice, count, order, k):
    """Die k of the dice in the order of that number (Lehmer code)."""
    taken = 0
    for at in range(count):
        place = order // factorial(count - 1 - at) % (count - at)
        for die in range(count):
            if (taken >> die) & 1 == 0:
                if place == 0:
                    taken |= 1 << die
                    if at == k:
                        return dice[die]
                    break
                place -= 1
    return NONE


@compiled
def value_of_order(table, player, dice, count, order, first):
    value = 0.0
    for k in range(count):
        value += path_value(table, player, np.int64(table.row[first + k]), nth_die(dice, count, order, k))
    return value


# --- before a scene


@compiled
def prepare(table, player, mask):
    """Switch to the better pickup, spare oneself a bad scene, back out of a bad stage, or go on."""
    if mask[actions.SWITCH] and worth_of(table, player, 1) > worth_of(table, player, 0):
        return actions.SWITCH
    if table.scene < table.row_size and scene_survival(table, player, np.int64(table.scene)) < RISKY:
        if mask[actions.SKIP]:
            return actions.SKIP
        if mask[actions.REPLACE + table.scene]:
            return actions.REPLACE + table.scene
    if mask[actions.BACK_OUT] and value_of_going_on(table, player) < value_of_backing_out(table, player):
        return actions.BACK_OUT
    return actions.GO_ON


@compiled
def worth_of(table, player, slot):
    kind = table.pickups[player][slot]
    return 0.0 if kind == NONE else WORTH[kind]


@compiled
def scene_survival(table, player, k):
    damage = softened(table, player, path_damage(table, np.int64(table.row[k]), np.int64(table.row_dice[k] - 1)))
    return survival(staying_power(table, player), damage)


@compiled
def value_of_going_on(table, player):
    """What the stage will have paid, if the rest of it is survived."""
    damage = 0.0
    gain = np.float64(table.tentative)
    for k in range(table.scene, table.row_size):
        card = np.int64(table.row[k])
        path = np.int64(table.row_dice[k] - 1)
        damage += path_damage(table, card, path)
        gain += path_gain(table, card, path)
    stage = table.faces.stages[table.level_card[table.place // STAGES_A_CARD]][table.place % STAGES_A_CARD]
    gain += BONUS_OF[stage]
    if stage == Stage.HIDEOUT:
        damage += BOSS_DAMAGE[level(table)]
        gain += SHAMANDILLO_POINTS * level(table)
    damage = softened(table, player, damage)
    chance = survival(staying_power(table, player), damage)
    return chance * gain - (1.0 - chance) * life_value(table, player) - HEALTH_POINT * damage


@compiled
def value_of_backing_out(table, player):
    return HEALTH_POINT * max(0, BACKED_OUT_HEALTH - table.health[player])


# --- pickups and dice in battle


@compiled
def best_to_hold(mask):
    best = NONE
    for kind in range(NUM_PICKUPS):
        if mask[actions.HOLD + kind] and (best == NONE or WORTH[kind] > WORTH[best]):
            best = kind
    return actions.HOLD + best


@compiled
def save_life(table, player, mask):
    """Root Beer first; then what is worth least."""
    if mask[actions.DRINK]:
        return actions.DRINK
    if table.pickups[player][1] == Pickup.ROOT_BEER or not mask[actions.BOOST + 1]:
        return actions.BOOST
    return actions.BOOST + (1 if worth_of(table, player, 1) < worth_of(table, player, 0) else 0)


@compiled
def best_reroll(table, mask, threshold):
    """A die that does not hit: black or yellow before red ones, which can't hurt."""
    for die in range(actions.STAND - actions.REROLL):
        if mask[actions.REROLL + die] and die % DIE_SIDES < threshold:
            return actions.REROLL + die
    return actions.STAND


@compiled
def attack(table, player, mask):
    """Into the battle of another who is ahead and low, what one can spare."""
    fighter = np.int64(table.active)
    if fighter != player and table.points[fighter] >= table.points[player] and table.health[fighter] <= 2 + level(table):
        for slot in range(SLOTS - 1, -1, -1):
            if mask[actions.THROW + slot] and worth_of(table, player, slot) < WORTH[Pickup.HORSESHOE]:
                return actions.THROW + slot
    return actions.PASS
