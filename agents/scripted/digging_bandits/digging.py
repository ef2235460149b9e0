"""How the expert of Digging Bandits digs: where a find may lie, with which DIGGING HAND, and how far down."""

import numpy as np

from agents.scripted.digging_bandits.choices import NOTHING
from agents.scripted.digging_bandits.knowledge import card_below, chance_to_find
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
from dig_envs.digging_bandits.rules.actions import DIG, PLAY_OF, STOP
from dig_envs.digging_bandits.rules.dig import reach
from dig_envs.digging_bandits.state import NONE

WORTH_OF_GOLD = 5.0
WORTH_OF_TECH = 0.05
ALL = 100  # cards a MINING SITE removes, stones it breaks
WHOLE_STACK = 2  # from this height on a MINING SITE is better used than a SHOVEL


@compiled
def guarded(seat):
    """Whether DYNAMITE can be disarmed."""
    return seat.hand[COWBOY] + seat.hand[BLOCK] > 0


@compiled
def worth_of_land(kind, chance):
    """What it is worth to lift a card, if a card that is not known is a find by that chance."""
    if kind == NONE:
        return chance + WORTH_OF_TECH
    if kind == GOLD:
        return WORTH_OF_GOLD
    if kind == TECH:
        return WORTH_OF_TECH
    return 1.0 if kind < HAND_KINDS else 0.0


@compiled
def useful_depth(table, seat, player, place, chance, longest, axes):
    """How many cards it is worth lifting there: to the last that may be a find, before what stops the dig."""
    depth = np.int64(0)
    for below in range(min(longest, table.height[place])):
        kind = card_below(table, seat, place, np.int64(below))
        axes -= kind == STONE
        if axes < 0 or (kind == DYNAMITE and not guarded(seat)):
            break
        if worth_of_land(kind, chance) > 0.0:
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
def reaches_gold(table, seat, player, place):
    """Whether the own tools come to GOLD that is known to lie there."""
    depth = useful_depth(table, seat, player, place, 0.0, longest_dig(table, seat, player), axes_for(seat))
    for below in range(depth):
        if card_below(table, seat, place, np.int64(below)) == GOLD:
            return True
    return False


@compiled
def first_tool(table, seat, player, unseen, mask):
    """The tool to begin a dig with; NOTHING if there is nothing to find here."""
    chance = chance_to_find(table, seat, player, unseen)
    place = np.int64(table.place[player])
    depth = useful_depth(table, seat, player, place, chance, longest_dig(table, seat, player), axes_for(seat))
    if depth == 0:
        return np.int64(NOTHING)
    if depth >= WHOLE_STACK and mask[PLAY_OF[MINING_SITE]]:
        return PLAY_OF[MINING_SITE]
    if depth >= 2 and mask[PLAY_OF[WHEELBARROW]]:
        return PLAY_OF[WHEELBARROW]
    for kind in (SHOVEL, WHEELBARROW, MINING_SITE):
        if mask[PLAY_OF[kind]]:
            return PLAY_OF[kind]
    return np.int64(NOTHING)


@compiled
def next_tool(table, seat, player, unseen, mask):
    """What joins the DIGGING HAND, or begin."""
    chance = chance_to_find(table, seat, player, unseen)
    place = np.int64(table.place[player])
    axes = np.int64(seat.hand[PICKAXE] + table.tools[PICKAXE])
    depth = useful_depth(table, seat, player, place, chance, np.int64(table.height[place]), axes)
    missing = depth - reach(table)
    if missing >= 2 and mask[PLAY_OF[WHEELBARROW]]:
        return PLAY_OF[WHEELBARROW]
    if missing >= 1 and mask[PLAY_OF[SHOVEL]]:
        return PLAY_OF[SHOVEL]
    if missing >= 1 and mask[PLAY_OF[WHEELBARROW]]:
        return PLAY_OF[WHEELBARROW]
    if mask[PLAY_OF[PICKAXE]] and stones_ahead(table, seat, place) > table.tools[PICKAXE]:
        return PLAY_OF[PICKAXE]
    return np.int64(DIG)


@compiled
def stones_ahead(table, seat, place):
    """Known stones within reach, and one for all cards that may be one."""
    stones = np.int64(0)
    unknown = np.int64(0)
    for below in range(min(reach(table), table.height[place])):
        kind = card_below(table, seat, place, np.int64(below))
        stones += kind == STONE
        unknown |= kind == NONE
    return stones + unknown


@compiled
def dig_on(table, seat, player):
    """Stop with GOLD in hand, and above DYNAMITE."""
    if seat.hand[GOLD] > 0:
        return np.int64(STOP)
    kind = card_below(table, seat, np.int64(table.place[player]), np.int64(0))
    if kind == DYNAMITE and not guarded(seat):
        return np.int64(STOP)
    return np.int64(DIG)
