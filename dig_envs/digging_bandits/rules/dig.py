"""Digging: the DIGGING HAND is put together, then cards come off one at a time (DB-37 to DB-42)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import (
    DYNAMITE,
    HAND_KINDS,
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
from dig_envs.digging_bandits.rules.frames import announce, ask, become, pop, push, unwind
from dig_envs.digging_bandits.rules.hands import discard_tools, gain, lose, lose_everything
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, Step, What

BREAKS_ALL = 100  # stones that MINING SITE and SPOON break


@compiled
def may_dig_here(table, player):
    """DB-37, DB-51: on a LAND space with Land cards that is nobody else's plot."""
    place = table.place[player]
    return IS_LAND[place] and table.height[place] > 0 and (table.plot != place or table.plot_owner == player)


@compiled
def may_begin_with(table, seat, player, kind):
    """Whether a DIGGING HAND may begin with a card of that kind, in a place where one may dig."""
    if kind == PICKAXE or seat.hand[kind] == 0:
        return False
    return has_tech_for(table, player, kind)


@compiled
def has_tech_for(table, player, kind):
    """Whether the TECH allows one more tool of that kind; none is needed in a quick game (DB-59)."""
    if table.quick_play:
        return True
    if kind == WHEELBARROW:
        return table.tech[player] > table.tools[WHEELBARROW]
    return kind != MINING_SITE or table.tech[player] >= MINING_TECH


@compiled
def reach(table):
    """DB-37: how many cards the SHOVELs and WHEELBARROWs can remove."""
    return np.int64(table.tools[SHOVEL] + 2 * table.tools[WHEELBARROW])


@compiled
def clears_stack(table):
    return table.tools[MINING_SITE] > 0 or table.tools[SPOON] > 0


# --- TOOLS: the DIGGING HAND is put together


@compiled
def begin_digging_hand(state, player, kind):
    """MINING SITE and SPOON dig alone; the others may be joined by more."""
    state.table.step = Step.DIG
    push(state, What.TOOLS, player, np.int64(0))
    add_tool(state, player, kind)
    if clears_stack(state.table):
        start_digging(state, player)


@compiled
def add_tool(state, player, kind):
    lose(state, player, kind, EVERYONE)
    state.table.tools[kind] += 1


@compiled
def start_digging(state, player):
    """The others may stop the dig before the first card is lifted (DB-43, DB-45)."""
    if state.table.tools[SPOON] > 0:
        announce(state, Event.SPOON, player, NONE, SPOON)
    else:
        announce(state, Event.DIG, player, NONE, np.int64(0))


@compiled
def legal_tools(table, seat, player, mask):
    """DB-37: SHOVELs and WHEELBARROWs while there is more to reach, then PICKAXEs."""
    height = table.height[table.place[player]]
    within = reach(table)
    if within < height and table.tools[PICKAXE] == 0:
        mask[PLAY_OF[SHOVEL]] = seat.hand[SHOVEL] > 0
        mask[PLAY_OF[WHEELBARROW]] = seat.hand[WHEELBARROW] > 0 and has_tech_for(table, player, WHEELBARROW)
    mask[PLAY_OF[PICKAXE]] = seat.hand[PICKAXE] > 0 and table.tools[PICKAXE] < min(within, height)
    mask[DIG] = 1


@compiled
def decide_tools(state, player, action):
    if action == DIG:
        start_digging(state, player)
    else:
        add_tool(state, player, KIND_OF_PLAY[action - PLAY])


# --- DIGGING: x is how many more cards may come off, y how many stones can be broken


@compiled
def lift_first(state, player):
    """Nobody stops the dig: its first card comes off."""
    table = state.table
    height = np.int64(table.height[table.place[player]])
    alone = clears_stack(table)
    become(state, What.DIGGING, height if alone else min(height, reach(table)))
    table.frames[table.depth - 1].y = BREAKS_ALL if alone else table.tools[PICKAXE]
    lift(state, player)


@compiled
def go_on_digging(state, player):
    """Ask whether to go on, or end what can't go on."""
    if state.table.frames[state.table.depth - 1].x > 0:
        return ask(state, player)
    stop_digging(state)
    return False


@compiled
def legal_digging(mask):
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
    """DB-42: the DIGGING HAND goes to the bottom of the Dig deck. A blocked one too (DB-43)."""
    discard_tools(state)
    pop(state)


@compiled
def lift(state, player):
    """DB-38 to DB-41: one card comes off."""
    table = state.table
    frame = table.frames[table.depth - 1]
    place = np.int64(table.place[player])
    seen = np.int64(table.land_seen[stack_start(table, place) + table.height[place] - 1])
    kind = np.int64(lift_top(state, place))
    if kind == STONE and frame.y == 0:
        lay_on_top(state, place, kind, EVERYONE)  # DB-40
        frame.x = 0
        return
    frame.x -= 1
    if kind == STONE:
        frame.y -= 1
    keep_or_discard(state, player, kind, seen | 1 << player)
    if table.height[place] == 0 and table.plot == place:
        remove_plot(state)
    if kind == DYNAMITE and table.tools[SPOON] == 0:
        announce(state, Event.DYNAMITE, player, player, DYNAMITE)


@compiled
def keep_or_discard(state, player, kind, seen):
    """DB-39: GOLD and WANTED go to the hand, TECH before the digger, the rest to the Landfill. DB-59."""
    table = state.table
    if kind < HAND_KINDS:
        gain(state, player, kind, seen)
    elif kind == TECH and not table.quick_play:
        table.tech[player] += 1
    elif kind == DYNAMITE and table.quick_play:
        table.gone_dynamite += 1
    else:
        discard(state, kind)


@compiled
def blow_away(state, player):
    """DB-41: nobody disarmed the DYNAMITE: all cards are lost, digging and the turn are over."""
    lose_everything(state, player)
    unwind(state)
    become(state, What.ENCORE, np.int64(0))
