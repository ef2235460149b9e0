"""Dig: compose the DIGGING HAND, then lift cards one at a time (DB-37 to DB-42)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    DYNAMITE,
    IS_LAND,
    MINING_SITE,
    MINING_TECH,
    PICKAXE,
    SHOVEL,
    SPOON,
    STONE,
    TECH,
    WHEELBARROW,
)
from dig_envs.digging_bandits.rules.actions import DIG, KIND_OF_PLAY, PLAY, PLAY_OF, STOP
from dig_envs.digging_bandits.rules.board import remove_plot
from dig_envs.digging_bandits.rules.decks import discard, lay_on_top, lift_top, stack_start
from dig_envs.digging_bandits.rules.frame_fields import cards_left, set_cards_left, set_stones_left, stones_left
from dig_envs.digging_bandits.rules.frames import announce, ask, become, pop, push, unwind
from dig_envs.digging_bandits.rules.hands import discard_tools, gain, lose, lose_everything
from dig_envs.digging_bandits.rules.kinds import can_be_held
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind, Step

BREAKS_ALL = np.int64(100)  # stones that MINING SITE and SPOON can break: more than the game has


@compiled
def may_dig_here(table, player):
    """Return whether a player may dig at its place: a LAND space with Land cards, and no plot of another (DB-37, DB-51)."""
    place = table.place[player]
    return IS_LAND[place] and table.height[place] > 0 and (table.plot != place or table.plot_owner == player)


@compiled
def may_begin_with(table, seat, player, kind):
    """Return whether a DIGGING HAND may begin with a Dig card of that kind, at a place where digging is allowed."""
    if kind == PICKAXE or seat.hand[kind] == 0:
        return False
    return has_tech_for(table, player, kind)


@compiled
def has_tech_for(table, player, kind):
    """Return whether the player's TECH allows one more tool of that kind; quick games need no TECH (DB-37, DB-59)."""
    if table.quick_play:
        return True
    if kind == WHEELBARROW:
        return table.tech[player] > table.tools[WHEELBARROW]
    return kind != MINING_SITE or table.tech[player] >= MINING_TECH


@compiled
def reach(table):
    """Return the number of cards that the SHOVELs and WHEELBARROWs in play can lift (DB-38)."""
    return np.int64(table.tools[SHOVEL] + 2 * table.tools[WHEELBARROW])


@compiled
def clears_stack(table):
    """Return whether a MINING SITE or the SPOON is in play, which lift the whole stack (DB-38)."""
    return table.tools[MINING_SITE] > 0 or table.tools[SPOON] > 0


# --- TOOLS: the DIGGING HAND is composed


@compiled
def begin_digging_hand(state, player, kind):
    """Begin a DIGGING HAND with a tool. MINING SITE and SPOON dig alone; other tools may follow the rest (DB-37)."""
    state.table.step = Step.DIG
    push(state, FrameKind.TOOLS, player)
    add_tool(state, player, kind)
    if clears_stack(state.table):
        start_digging(state, player)


@compiled
def add_tool(state, player, kind):
    lose(state, player, kind, EVERYONE)
    state.table.tools[kind] += 1


@compiled
def start_digging(state, player):
    """Announce the dig; others may stop it before the first card is lifted (DB-43, DB-45)."""
    if state.table.tools[SPOON] > 0:
        announce(state, Event.SPOON, player, NONE, SPOON)
    else:
        announce(state, Event.DIG, player, NONE, np.int64(0))


@compiled
def legal_tools(table, seat, player, mask):
    """Write the tools that may join: SHOVELs and WHEELBARROWs up to the height of the stack, then PICKAXEs (DB-37)."""
    height = table.height[table.place[player]]
    within = reach(table)
    if within < height and table.tools[PICKAXE] == 0:
        mask[PLAY_OF[SHOVEL]] = seat.hand[SHOVEL] > 0
        mask[PLAY_OF[WHEELBARROW]] = seat.hand[WHEELBARROW] > 0 and has_tech_for(table, player, WHEELBARROW)
    mask[PLAY_OF[PICKAXE]] = seat.hand[PICKAXE] > 0 and table.tools[PICKAXE] < min(within, height)
    mask[DIG] = 1


@compiled
def decide_tools(state, player, action):
    """Add a tool to the DIGGING HAND, or start the dig."""
    if action == DIG:
        start_digging(state, player)
    else:
        add_tool(state, player, KIND_OF_PLAY[action - PLAY])


# --- DIGGING: cards are lifted


@compiled
def lift_first(state, player):
    """Lift the first card of a dig that nobody stopped."""
    table = state.table
    height = np.int64(table.height[table.place[player]])
    alone = clears_stack(table)
    become(state, FrameKind.DIGGING)
    frame = table.frames[table.depth - 1]
    set_cards_left(frame, height if alone else min(height, reach(table)))
    set_stones_left(frame, BREAKS_ALL if alone else np.int64(table.tools[PICKAXE]))
    lift(state, player)


@compiled
def continue_digging(state, player):
    """Ask whether to continue, or end a dig that can lift no more cards. Returns whether a seat is asked."""
    if cards_left(state.table.frames[state.table.depth - 1]) > 0:
        return ask(state, player)
    stop_digging(state)
    return False


@compiled
def legal_digging(mask):
    """Write the two choices after each card: continue or stop (DB-38)."""
    mask[DIG] = 1
    mask[STOP] = 1


@compiled
def decide_digging(state, player, action):
    if action == DIG:
        lift(state, player)
    else:
        stop_digging(state)


@compiled
def stop_digging(state):
    """End a dig, also a blocked one (DB-43): the DIGGING HAND goes under the Dig deck (DB-42)."""
    discard_tools(state)
    pop(state)


@compiled
def lift(state, player):
    """Lift one card off the stack (DB-38 to DB-41)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    place = np.int64(table.place[player])
    seen = np.int64(table.land_seen[stack_start(table, place) + table.height[place] - 1])
    kind = np.int64(lift_top(state, place))
    if kind == STONE and stones_left(frame) == 0:
        lay_on_top(state, place, kind, EVERYONE)  # DB-40
        set_cards_left(frame, np.int64(0))
        return
    set_cards_left(frame, cards_left(frame) - 1)
    if kind == STONE:
        set_stones_left(frame, stones_left(frame) - 1)
    keep_or_discard(state, player, kind, seen | 1 << player)
    if table.height[place] == 0 and table.plot == place:
        remove_plot(state)
    if kind == DYNAMITE and table.tools[SPOON] == 0:
        announce(state, Event.DYNAMITE, player, player, DYNAMITE)


@compiled
def keep_or_discard(state, player, kind, seen):
    """Put GOLD and WANTED into the hand, TECH in front of the digger, other cards under the Landfill (DB-39, DB-59)."""
    table = state.table
    if can_be_held(kind):
        gain(state, player, kind, seen)
    elif kind == TECH and not table.quick_play:
        table.tech[player] += 1
    elif kind == DYNAMITE and table.quick_play:
        table.gone_dynamite += 1
    else:
        discard(state, kind)


@compiled
def blow_away(state, player):
    """Discard all cards of the digger, and end dig and turn: nobody disarmed the DYNAMITE (DB-41)."""
    lose_everything(state, player)
    unwind(state)
    become(state, FrameKind.ENCORE)
