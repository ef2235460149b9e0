"""What there is to dig: how far down it is worth going in a stack, and what stands in the way."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import (
    BLOCK,
    COWBOY,
    DYNAMITE,
    GOLD,
    HAND_KINDS,
    MINING_SITE,
    MINING_TECH,
    PICKAXE,
    SHOVEL,
    STONE,
    TECH,
    WHEELBARROW,
)
from dig_envs.digging_bandits.rules.decks import stack_start
from dig_envs.digging_bandits.rules.dig import reach
from dig_envs.digging_bandits.state import NONE

ALL = 100  # cards a MINING SITE removes, stones it breaks


@compiled
def guarded(seat):
    """Whether DYNAMITE can be disarmed."""
    return seat.hand[COWBOY] + seat.hand[BLOCK] > 0


@compiled
def top_cell(table, place):
    """Where the top card of a stack lies in `land`; the others below it, down to its lowest."""
    return np.int64(stack_start(table, place) + table.height[place] - 1)


@compiled
def may_be_a_find(kind):
    """Whether a card is worth lifting; one that is not known (NONE, below all kinds) may be."""
    return kind < HAND_KINDS or kind == TECH


@compiled
def useful_depth(table, seat, place, longest, axes):
    """How many cards it is worth lifting there: to the last that may be a find, before what stops the dig."""
    depth = np.int64(0)
    top = top_cell(table, place)
    for below in range(min(longest, table.height[place])):
        kind = seat.land[top - below]
        axes -= kind == STONE
        if axes < 0 or (kind == DYNAMITE and not guarded(seat)):
            break
        if may_be_a_find(kind):
            depth = np.int64(below + 1)
    return depth


@compiled
def longest_dig(table, seat, player):
    """How many cards the own tools can remove."""
    if seat.hand[MINING_SITE] > 0 and (table.quick_play or table.tech[player] >= MINING_TECH):
        return np.int64(ALL)
    barrows = seat.hand[WHEELBARROW] if table.quick_play else min(seat.hand[WHEELBARROW], table.tech[player])
    return np.int64(seat.hand[SHOVEL] + 2 * barrows)


@compiled
def axes_for(seat):
    """How many stones they can break."""
    return np.int64(ALL if seat.hand[MINING_SITE] > 0 else seat.hand[PICKAXE])


@compiled
def depth_for_tools(table, seat, player, place):
    """How many cards it is worth lifting there with the own tools."""
    return useful_depth(table, seat, place, longest_dig(table, seat, player), axes_for(seat))


@compiled
def depth_for_more(table, seat, place):
    """How many it would be worth with as many tools as one likes, but no more PICKAXEs than one has."""
    return useful_depth(table, seat, place, np.int64(table.height[place]), np.int64(seat.hand[PICKAXE] + table.tools[PICKAXE]))


@compiled
def reaches_gold(table, seat, player, place):
    """Whether the own tools come to GOLD that is known to lie there."""
    top = top_cell(table, place)
    for below in range(depth_for_tools(table, seat, player, place)):
        if seat.land[top - below] == GOLD:
            return True
    return False


@compiled
def stones_ahead(table, seat, place):
    """Known stones within reach, and one for all cards that may be one."""
    stones = np.int64(0)
    unknown = np.int64(0)
    top = top_cell(table, place)
    for below in range(min(reach(table), table.height[place])):
        stones += seat.land[top - below] == STONE
        unknown |= seat.land[top - below] == NONE
    return stones + unknown
