"""Judge what there is to dig: how far down a stack is worth digging, what stands in the way, how likely DYNAMITE is.

`unseen` is int64 (KINDS,), as in `hands.py`.
"""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.hands import unknown_cards
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BLOCK,
    COWBOY,
    DYNAMITE,
    GOLD,
    HAND_KINDS,
    LAND_KINDS,
    MINING_SITE,
    MINING_TECH,
    PICKAXE,
    SHOVEL,
    STONE,
    TECH,
    WHEELBARROW,
    Back,
)
from dig_envs.digging_bandits.rules.decks import stack_start
from dig_envs.digging_bandits.rules.dig import reach
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import NONE

ALL = 100  # cards that a MINING SITE removes, and stones that it breaks


@compiled
def guarded(seat):
    """Return whether the own hand can disarm DYNAMITE."""
    return seat.hand[COWBOY] + seat.hand[BLOCK] > 0


@compiled
def top_cell(table, place):
    """Return the index in `land` of a stack's top card; the others follow below it, down to its lowest."""
    return np.int64(stack_start(table, place) + table.height[place] - 1)


@compiled
def may_be_a_find(kind):
    """Return whether a card is worth lifting. An unknown card (NONE, which is below all kinds) may be."""
    return kind < HAND_KINDS or kind == TECH


@compiled
def useful_depth(table, seat, place, longest, axes):
    """Count the cards that are worth lifting from a stack: down to the last that may be a find, before what stops the dig.

    Args:
        longest: the most cards that the tools can lift.
        axes: the most stones that they can break.
    """
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
    """Return the most cards that the tools in the own hand can remove."""
    if seat.hand[MINING_SITE] > 0 and (table.quick_play or table.tech[player] >= MINING_TECH):
        return np.int64(ALL)
    barrows = seat.hand[WHEELBARROW] if table.quick_play else min(seat.hand[WHEELBARROW], table.tech[player])
    return np.int64(seat.hand[SHOVEL] + 2 * barrows)


@compiled
def axes_for(seat):
    """Return the most stones that the tools in the own hand can break."""
    return np.int64(ALL if seat.hand[MINING_SITE] > 0 else seat.hand[PICKAXE])


@compiled
def depth_for_tools(table, seat, player, place):
    """Count the cards that are worth lifting from a stack with the own tools."""
    return useful_depth(table, seat, place, longest_dig(table, seat, player), axes_for(seat))


@compiled
def depth_for_more(table, seat, place):
    """Count the cards that would be worth lifting with any number of tools, but no more PICKAXEs than there are."""
    return useful_depth(table, seat, place, np.int64(table.height[place]), np.int64(seat.hand[PICKAXE] + table.tools[PICKAXE]))


@compiled
def reaches_gold(table, seat, player, place):
    """Return whether the own tools come to GOLD that is known to lie in a stack."""
    top = top_cell(table, place)
    for below in range(depth_for_tools(table, seat, player, place)):
        if seat.land[top - below] == GOLD:
            return True
    return False


@compiled
def stones_ahead(table, seat, place):
    """Count the known stones within reach of the DIGGING HAND, and one more if an unknown card lies there."""
    stones = np.int64(0)
    unknown = np.int64(0)
    top = top_cell(table, place)
    for below in range(min(reach(table), table.height[place])):
        stones += seat.land[top - below] == STONE
        unknown |= seat.land[top - below] == NONE
    return stones + unknown


# --- the odds of DYNAMITE


@compiled
def unknown_land(table, seat, player, unseen):
    """Count the Land cards that lie where this seat does not know them, in stacks and in the Landfill."""
    count = np.int64(0)
    for k in range(len(LAND_KINDS)):
        count += unseen[LAND_KINDS[k]]
    return count - unknown_finds(table, seat, player)


@compiled
def unknown_finds(table, seat, player):
    """Count the unknown Land cards in the others' hands: they are GOLD or WANTED, and not in the land any more."""
    count = np.int64(0)
    for other in range(player_count(table)):
        if other != player:
            count += unknown_cards(table, seat, other, np.int64(Back.LAND))
    return count


@compiled
def chance_of_dynamite(table, seat, player, unseen):
    """Estimate the chance that an unknown Land card is DYNAMITE."""
    return unseen[DYNAMITE] / max(1, unknown_land(table, seat, player, unseen))
