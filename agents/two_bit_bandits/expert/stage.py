"""Choose the actions of the expert of 2-Bit Bandits in a stage: dice, backing out, pickups and re-rolls."""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.dice import value_dice
from dig_envs.agents.two_bit_bandits.valuation.prices import price_of_backing_out
from dig_envs.agents.two_bit_bandits.valuation.stages import value_row
from dig_envs.agents.two_bit_bandits.valuation.strength import strength_of
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits.components import DIE_SIDES, NUM_PICKUPS, PATHS, Pickup
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.state import NONE

STAR = 60.0  # points that skipping a scene must gain
# The value of keeping a pickup, by kind: feather, potion, pie, fireball, mask, horseshoe, amulet, beer, star, tuba.
KEEPING_VALUES = np.array([3.0, 1.0, 2.0, 8.0, 9.0, 6.0, 7.0, 5.0, 4.0, 2.5])

# --- dice


@compiled
def best_die(table, player, mask):
    """Return the action that lays the first die of the best order of all dice."""
    values = stack_floats(PATHS)
    value_dice(table, player, strength_of(table, player), values)
    best = NONE
    for face in range(PATHS):
        if mask[Action.ASSIGN + face] and (best == NONE or values[face] > values[best]):
            best = face
    return Action.ASSIGN + best


# --- before a scene


@compiled
def before_scene(table, player, mask):
    """Return the action that switches to the better pickup, skips a scene, backs out, or goes on."""
    if mask[Action.SWITCH] and value_of_slot(table, player, 1) > value_of_slot(table, player, 0):
        return np.int64(Action.SWITCH)
    strength = strength_of(table, player)
    scene = table.scene
    power = np.int64(strength.power)
    going_on = value_row(table, player, strength, table.row_dice, scene, power)
    if mask[Action.SKIP]:
        if value_row(table, player, strength, table.row_dice, scene + 1, power - 1) > going_on + STAR:
            return np.int64(Action.SKIP)
    if mask[Action.BACK_OUT] and price_of_backing_out(table, power) > going_on:
        return np.int64(Action.BACK_OUT)
    return np.int64(Action.GO_ON)


# --- pickups and dice in battle


@compiled
def best_to_hold(mask):
    """Return the action that holds the pickup with the highest value of keeping it."""
    best = NONE
    for kind in range(NUM_PICKUPS):
        if mask[Action.HOLD + kind] and (best == NONE or KEEPING_VALUES[kind] > KEEPING_VALUES[best]):
            best = kind
    return Action.HOLD + best


@compiled
def save_life(table, player, mask):
    """Return the action that discards a pickup for health: Root Beer first, else the one with the lower value of keeping it."""
    if mask[Action.DRINK]:
        return np.int64(Action.DRINK)
    if table.pickups[player][1] == Pickup.ROOT_BEER or not mask[Action.BOOST + 1]:
        return np.int64(Action.BOOST)
    return Action.BOOST + (1 if value_of_slot(table, player, 1) < value_of_slot(table, player, 0) else 0)


@compiled
def best_reroll(table, mask, threshold):
    """Return the action that re-rolls a die without a hit: black or yellow dice before red dice, which never hurt."""
    for die in range(Action.STAND - Action.REROLL):
        if mask[Action.REROLL + die] and die % DIE_SIDES < threshold:
            return Action.REROLL + die
    return np.int64(Action.STAND)


@compiled
def value_of_slot(table, player, slot):
    """Return the value of keeping a player's pickup in a slot, 1 to 9; 0 for an empty slot."""
    kind = table.pickups[player][slot]
    return 0.0 if kind == NONE else KEEPING_VALUES[kind]
