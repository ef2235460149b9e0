"""The bot `greedy` of Let's Dig for Treasure: it stops at a fixed number of points, and takes the most valuable cards."""

import numpy as np

from dig_envs.agents.choices import first_legal
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import value_at_stake, value_of_scoring, value_of_stealing
from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import LOOT, STACKS, WORMS
from dig_envs.lets_dig_for_treasure.rules.actions import Action
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

ENOUGH = 13.0  # points at stake
ENOUGH_WITH_WORMS = 7.0  # points at stake if another Worms would bust


@compiled
def greedy(table, seat, player, mask, rng):
    """Return an action by fixed rules."""
    if table.phase == Phase.DIG and mask[Action.USE_DOG]:
        return np.int64(Action.USE_DOG)
    if table.phase == Phase.DIG:
        enough = ENOUGH_WITH_WORMS if table.dug[WORMS] else ENOUGH
        stop = mask[Action.STOP] and value_at_stake(table, seat, player) >= enough
        return np.int64(Action.STOP) if stop else tallest_stack(table)
    if table.phase == Phase.TAKE:
        return Action.SCORE + best_to_score(table, seat, player)
    if table.phase == Phase.STEAL:
        return Action.STEAL + best_to_steal(table, seat, player, mask)
    return first_legal(mask)


@compiled
def tallest_stack(table):
    """Return the action that digs from the tallest stack, or stops if all stacks are empty."""
    best = np.int64(0)
    for stack in range(STACKS):
        if table.stack_size[stack] > table.stack_size[best]:
            best = np.int64(stack)
    return Action.DIG + best if table.stack_size[best] > 0 else np.int64(Action.STOP)


@compiled
def best_to_score(table, seat, player):
    """Return the place of the best card among the cards that the seat looks at."""
    best = np.int64(0)
    tops = seat.tops[table.stack]
    for place in range(table.looked[table.stack]):
        value = value_of_scoring(table, seat, player, np.int64(tops[place]))
        if value > value_of_scoring(table, seat, player, np.int64(tops[best])):
            best = np.int64(place)
    return best


@compiled
def best_to_steal(table, seat, player, mask):
    """Return the card whose theft has the highest value."""
    best = NONE
    best_value = 0.0
    for loot in range(LOOT):
        if mask[Action.STEAL + loot]:
            value = value_of_stealing(table, seat, player, np.int64(table.victim), loot)
            if best == NONE or value > best_value:
                best = np.int64(loot)
                best_value = value
    return best
