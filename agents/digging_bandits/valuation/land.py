"""Value digs: the useful depth of a stack, the stones in it, and the odds of DYNAMITE.

`unseen` is int64 (KINDS,), as in `hands.py`.
"""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.hands import unknown_cards
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BREAKS_ALL, DECK_CELLS, HAND_KINDS, LAND_KINDS, Back, Card
from dig_envs.digging_bandits.rules.cards import stack_start
from dig_envs.digging_bandits.rules.dig import may_begin_with, reach
from dig_envs.digging_bandits.state import NONE


@compiled
def can_disarm(seat):
    """Return whether the own hand can disarm DYNAMITE."""
    return seat.hand[Card.COWBOY] + seat.hand[Card.BLOCK] > 0


@compiled
def top_cell(table, place):
    """Return the index in `land` of a stack's top card. Lower cards have lower indices."""
    return np.int64(stack_start(table, place) + table.height[place] - 1)


@compiled
def may_be_a_find(kind):
    """Return whether a card may be worth lifting. NONE, an unknown card, is lower than all kinds and counts too."""
    return kind < HAND_KINDS or kind == Card.TECH


@compiled
def useful_depth(table, seat, place, longest, axes):
    """Return the depth down to the last card of a stack that may be worth lifting and that the tools can reach.

    Args:
        longest: the maximum number of cards that the tools can lift.
        axes: the maximum number of stones that the tools can break.
    """
    depth = np.int64(0)
    top = top_cell(table, place)
    for below in range(min(longest, table.height[place])):
        kind = seat.land[top - below]
        axes -= kind == Card.STONE
        if axes < 0 or (kind == Card.DYNAMITE and not can_disarm(seat)):
            break
        if may_be_a_find(kind):
            depth = np.int64(below + 1)
    return depth


@compiled
def longest_dig(table, seat, player):
    """Return the maximum number of cards that the tools in the own hand can lift."""
    if may_begin_with(table, seat, player, Card.MINING_SITE):
        return np.int64(DECK_CELLS)
    barrows = seat.hand[Card.WHEELBARROW] if table.quick_play else min(seat.hand[Card.WHEELBARROW], table.tech[player])
    return np.int64(seat.hand[Card.SHOVEL] + 2 * barrows)


@compiled
def axes_for(table, seat, player):
    """Return the maximum number of stones that the tools in the own hand can break."""
    return np.int64(BREAKS_ALL if may_begin_with(table, seat, player, Card.MINING_SITE) else seat.hand[Card.PICKAXE])


@compiled
def depth_for_tools(table, seat, player, place):
    """Return the useful depth of a stack with the tools in the own hand."""
    return useful_depth(table, seat, place, longest_dig(table, seat, player), axes_for(table, seat, player))


@compiled
def depth_for_more(table, seat, place):
    """Return the useful depth of a stack with any number of tools, but only the present PICKAXEs."""
    return useful_depth(
        table, seat, place, np.int64(table.height[place]), np.int64(seat.hand[Card.PICKAXE] + table.tools[Card.PICKAXE])
    )


@compiled
def reaches_gold(table, seat, player, place):
    """Return whether the own tools reach known GOLD in a stack."""
    top = top_cell(table, place)
    for below in range(depth_for_tools(table, seat, player, place)):
        if seat.land[top - below] == Card.GOLD:
            return True
    return False


@compiled
def stones_ahead(table, seat, place):
    """Count the known stones within reach of the DIGGING HAND, plus one if an unknown card is within reach."""
    stones = np.int64(0)
    unknown = np.int64(0)
    top = top_cell(table, place)
    for below in range(min(reach(table), table.height[place])):
        stones += seat.land[top - below] == Card.STONE
        unknown |= seat.land[top - below] == NONE
    return stones + unknown


# --- the odds of DYNAMITE


@compiled
def unknown_land(table, seat, player, unseen):
    """Count the Land cards in stacks and in the Landfill whose location the seat does not know."""
    count = np.int64(0)
    for k in range(len(LAND_KINDS)):
        count += unseen[LAND_KINDS[k]]
    return count - unknown_finds(table, seat, player)


@compiled
def unknown_finds(table, seat, player):
    """Count the unknown Land cards in other hands, which are GOLD or WANTED."""
    count = np.int64(0)
    for other in range(table.num_players):
        if other != player:
            count += unknown_cards(table, seat, other, np.int64(Back.LAND))
    return count


@compiled
def chance_of_dynamite(table, seat, player, unseen):
    """Estimate the chance that an unknown Land card is DYNAMITE."""
    return unseen[Card.DYNAMITE] / max(1, unknown_land(table, seat, player, unseen))
