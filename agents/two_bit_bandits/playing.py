"""How the expert of 2-Bit Bandits plays a stage: dice for the whole row, going on or backing out, pickups."""

import numpy as np

from agents.two_bit_bandits.keeping import GLADLY, worth_of_slot
from agents.two_bit_bandits.outlook import value_of_row
from dig_envs.core.compile import compiled
from dig_envs.core.scratch import scratch
from dig_envs.two_bit_bandits.components import DIE_SIDES, NUM_PICKUPS, PATHS, ROW, Pickup
from dig_envs.two_bit_bandits.foresight import power
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.state import NONE
from dig_envs.two_bit_bandits.worth import worth_of_backing_out

STAR = 60.0  # what skipping a scene must be worth

# --- dice


@compiled
def best_die(table, player, mask):
    """The die for the next card in the best order of all dice, every order tried."""
    dice = scratch(ROW, np.int64)
    left = scratch(ROW, np.int64)
    first = laid_dice(table, dice)
    count = dice_to_lay(table, left)
    points = power(table, player)
    best = NONE
    best_value = 0.0
    for order in range(factorial(count)):
        for k in range(count):
            dice[first + k] = nth_die(left, count, order, k)
        value = value_of_row(table, player, dice, np.int64(0), points)
        if best == NONE or value > best_value:
            best_value = value
            best = dice[first]
    return actions.ASSIGN + best


@compiled
def laid_dice(table, dice):
    """Write the faces, from 0, of the dice on the row; how many there are."""
    count = 0
    while count < table.row_size and table.row_dice[count] != 0:
        dice[count] = table.row_dice[count] - 1
        count += 1
    return count


@compiled
def dice_to_lay(table, left):
    count = 0
    for face in range(PATHS):
        for _ in range(table.rolled[face]):
            left[count] = face
            count += 1
    return count


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


# --- before a scene


@compiled
def prepare(table, player, mask):
    """Switch to the better pickup, spare oneself a bad scene, back out of a bad stage, or go on."""
    if mask[actions.SWITCH] and worth_of_slot(table, player, 1) > worth_of_slot(table, player, 0):
        return actions.SWITCH
    dice = scratch(ROW, np.int64)
    laid_dice(table, dice)
    scene = np.int64(table.scene)
    points = power(table, player)
    going_on = value_of_row(table, player, dice, scene, points)
    if mask[actions.SKIP] and value_of_row(table, player, dice, scene + 1, points - 1) > going_on + STAR:
        return actions.SKIP
    if mask[actions.BACK_OUT] and worth_of_backing_out(table, points) > going_on:
        return actions.BACK_OUT
    return actions.GO_ON


# --- pickups and dice in battle


@compiled
def best_to_hold(mask):
    best = NONE
    for kind in range(NUM_PICKUPS):
        if mask[actions.HOLD + kind] and (best == NONE or GLADLY[kind] > GLADLY[best]):
            best = kind
    return actions.HOLD + best


@compiled
def save_life(table, player, mask):
    """Root Beer first; then what is worth least."""
    if mask[actions.DRINK]:
        return actions.DRINK
    if table.pickups[player][1] == Pickup.ROOT_BEER or not mask[actions.BOOST + 1]:
        return actions.BOOST
    return actions.BOOST + (1 if worth_of_slot(table, player, 1) < worth_of_slot(table, player, 0) else 0)


@compiled
def best_reroll(table, mask, threshold):
    """A die that does not hit: black or yellow before red ones, which can't hurt."""
    for die in range(actions.STAND - actions.REROLL):
        if mask[actions.REROLL + die] and die % DIE_SIDES < threshold:
            return actions.REROLL + die
    return actions.STAND
