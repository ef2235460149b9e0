"""Play Let's Dig for Treasure greedily: stop at a fixed number of points, and take the cards with most points."""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.choices import best_to_score, best_to_steal
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import value_at_stake
from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import STACKS, WORMS
from dig_envs.lets_dig_for_treasure.rules.actions import DIG, SCORE, STEAL, STOP, USE_DOG
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

ENOUGH = 13.0  # points at stake
ENOUGH_WITH_WORMS = 7.0  # points at stake, when another Worms would bust


@compiled
def greedy(table, seat, player, mask, rng):
    """Choose an action."""
    if table.phase == Phase.DIG and mask[USE_DOG]:
        return np.int64(USE_DOG)
    if table.phase == Phase.DIG:
        enough = mask[STOP] and value_at_stake(table, seat, player) >= (ENOUGH_WITH_WORMS if table.dug[WORMS] else ENOUGH)
        return np.int64(STOP) if enough else tallest_stack(table)
    if table.phase == Phase.TAKE:
        return SCORE + best_to_score(table, seat, player)
    if table.phase == Phase.STEAL:
        return STEAL + best_to_steal(table, seat, player, mask)
    return first_legal(mask)


@compiled
def tallest_stack(table):
    """Choose to dig from the stack with the most cards, or to stop where none has any."""
    best = np.int64(0)
    for stack in range(STACKS):
        if table.stack_size[stack] > table.stack_size[best]:
            best = np.int64(stack)
    return DIG + best if table.stack_size[best] > 0 else np.int64(STOP)


@compiled
def first_legal(mask):
    """Choose the first legal action."""
    for action in range(len(mask)):
        if mask[action]:
            return np.int64(action)
    return NONE
