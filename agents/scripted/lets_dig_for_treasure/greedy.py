"""The greedy bot of Let's Dig for Treasure: stops at a fixed number of points, and takes what counts most."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import DOG, LOOT, NUM_KINDS, POINTS, STACKS, TOPS, USED_DOG
from dig_envs.lets_dig_for_treasure.rules.actions import DIG, SCORE, STEAL, STOP, USE_DOG
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

ENOUGH = 5  # points


@compiled
def greedy(table, seat, player, mask, rng):
    if table.phase == Phase.DIG and mask[USE_DOG]:
        return np.int64(USE_DOG)
    if table.phase == Phase.DIG:
        return STOP if mask[STOP] and points_dug(table) >= ENOUGH else tallest_stack(table)
    if table.phase == Phase.TAKE:
        return SCORE + best_place(table, seat)
    if table.phase == Phase.STEAL:
        return STEAL + best_loot(mask)
    return first_legal(mask)


@compiled
def points_dug(table):
    points = np.int64(0)
    for kind in range(NUM_KINDS):
        points += table.dug[kind] * POINTS[kind]
    return points


@compiled
def tallest_stack(table):
    """The dig of the stack with the most cards, or to stop where none has any."""
    best = np.int64(0)
    for stack in range(STACKS):
        if table.stack_size[stack] > table.stack_size[best]:
            best = np.int64(stack)
    return DIG + best if table.stack_size[best] > 0 else np.int64(STOP)


@compiled
def best_place(table, seat):
    """Of the cards looked at the one with the most points."""
    best = np.int64(0)
    tops = seat.tops[table.stack]
    for place in range(TOPS):
        if tops[place] != NONE and POINTS[tops[place]] > POINTS[tops[best]]:
            best = np.int64(place)
    return best


@compiled
def best_loot(mask):
    """The card with the most points that can be stolen."""
    best = NONE
    for loot in range(LOOT):
        if mask[STEAL + loot] and (best == NONE or loot_points(loot) > loot_points(best)):
            best = np.int64(loot)
    return best


@compiled
def loot_points(loot):
    return POINTS[DOG] if loot == USED_DOG else POINTS[loot]


@compiled
def first_legal(mask):
    for action in range(len(mask)):
        if mask[action]:
            return action
    return np.int64(0)
