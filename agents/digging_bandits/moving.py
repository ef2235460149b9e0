"""Choose how the expert moves: whether it pays tolls, and where it warps."""

import numpy as np

from dig_envs.agents.digging_bandits.choices import NOTHING, first_legal, highest_stack, legal_town
from dig_envs.agents.digging_bandits.greedy import SETTLING
from dig_envs.agents.digging_bandits.valuation.hands import fortune
from dig_envs.agents.digging_bandits.valuation.land import longest_dig, reaches_gold, useful_depth
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    CABIN,
    LOOP,
    PICKAXE,
    WARP,
    Back,
)
from dig_envs.digging_bandits.rules.actions import PLACE, PLAY_OF


@compiled
def move(table, seat, player, mask):
    """Warp with what wins in hand; else settle bridges, and roll."""
    if mask[PLAY_OF[WARP]] and fortune(table, seat, player) > 0.0:
        return PLAY_OF[WARP]
    return first_legal(mask, SETTLING)


@compiled
def destination(table, seat, player, mask):
    """Choose where to warp: a town with what wins in hand; known GOLD; the cabin for a Doodad; the best stack."""
    if fortune(table, seat, player) > 0.0:
        return legal_town(mask)
    gold = stack_with_gold(table, seat, player, mask)
    if gold != NOTHING:
        return gold
    if table.deck_size[Back.DOODAD] > 0:
        return np.int64(PLACE + CABIN)
    return best_stack(table, seat, player, mask)


@compiled
def stack_with_gold(table, seat, player, mask):
    """Choose a place where the own tools come to known GOLD; NOTHING if there is none."""
    for place in range(LOOP):
        if mask[PLACE + place] and reaches_gold(table, seat, player, np.int64(place)):
            return np.int64(PLACE + place)
    return np.int64(NOTHING)


@compiled
def stake(table, player, mask):
    """Choose where to put the PRIVATE PLOT: here, if there is land to dig; else on the highest stack."""
    here = np.int64(PLACE + table.place[player])
    return here if mask[here] else highest_stack(table, mask)


@compiled
def best_stack(table, seat, player, mask):
    """Choose the place where the own tools may lift the most cards that could be a find."""
    best = np.int64(PLACE)
    most = np.int64(-1)
    longest = longest_dig(table, seat, player)
    axes = np.int64(seat.hand[PICKAXE])
    for place in range(LOOP):
        if mask[PLACE + place]:
            depth = useful_depth(table, seat, np.int64(place), longest, axes)
            if depth > most:
                most = depth
                best = np.int64(PLACE + place)
    return best
