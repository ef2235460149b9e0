"""Answer questions about the board, and change it: the way around it, the cabin, bridges and the plot."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BRIDGE, CABIN, IS_LAND, IS_TOWN, LOOP, MAX_BRIDGES, PLOT, Back
from dig_envs.digging_bandits.rules.decks import discard, take_top, who_knows_top
from dig_envs.digging_bandits.rules.hands import gain
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.state import NONE


@compiled
def next_place(place):
    """Return the next place clockwise; from the cabin that is space 0 (DB-15)."""
    return (place + 1) % LOOP if place < LOOP else 0


@compiled
def enter_cabin(state, player):
    """Go to the cabin and take the top Doodad, if there is one (DB-15, DB-33)."""
    table = state.table
    table.place[player] = CABIN
    table.owing[player] = 0
    if table.deck_size[Back.DOODAD] > 0:
        seen = who_knows_top(state, np.int64(Back.DOODAD))
        gain(state, player, take_top(state, np.int64(Back.DOODAD)), seen)


@compiled
def in_town(table, player):
    """Return whether the piece stands on a town that it landed on this turn (DB-18)."""
    return table.landed != 0 and IS_TOWN[table.place[player]] != 0


# --- bridges


@compiled
def toll_bridge(table, player, place):
    """Return whether a bridge of the other side stands on a place."""
    return table.bridge[place] != NONE and not same_side(table, player, np.int64(table.bridge[place]))


@compiled
def bridge_limit(table):
    """Return how many bridges a player may own (DB-20, DB-59)."""
    return 1 if table.quick_play else MAX_BRIDGES


@compiled
def bridges_of(table, player):
    """Return how many bridges a player owns."""
    count = 0
    for place in range(LOOP):
        count += table.bridge[place] == player
    return count


@compiled
def may_build_at(table, place):
    """Return whether a bridge may be built on a place: a LAND space without Land cards, bridge and plot (DB-20)."""
    return IS_LAND[place] and table.height[place] == 0 and table.bridge[place] == NONE and table.plot != place


@compiled
def change_owner(table, place, player):
    """Make a bridge a player's. The player's own side owes nothing there any more (DB-22)."""
    table.bridge[place] = player
    for p in range(player_count(table)):
        if table.place[p] == place and same_side(table, p, player):
            table.owing[p] = 0


@compiled
def remove_bridge(state, place):
    """Take a bridge off the board, and put its BRIDGE card under the Draw deck. Nothing is owed there (DB-21, DB-22)."""
    table = state.table
    table.bridge[place] = NONE
    discard(state, BRIDGE)
    for p in range(player_count(table)):
        if table.place[p] == place:
            table.owing[p] = 0


# --- the plot


@compiled
def remove_plot(state):
    """Take the PRIVATE PLOT off the board, and put it under the Doodad deck (DB-51)."""
    state.table.plot = NONE
    state.table.plot_owner = NONE
    discard(state, PLOT)


@compiled
def remove_plot_of(state, player):
    """Take the PRIVATE PLOT off the board if it belongs to this player, which was turned in (DB-51, DB-56)."""
    if state.table.plot_owner == player:
        remove_plot(state)


@compiled
def may_tip_at(table, place):
    """Return whether a TIP CART may put a card on a place: a LAND space without bridge and plot (DB-35)."""
    return IS_LAND[place] and table.bridge[place] == NONE and table.plot != place


@compiled
def may_plot_at(table, place):
    """Return whether the PRIVATE PLOT may go on a place: a LAND space with Land cards and no bridge (DB-51)."""
    return IS_LAND[place] and table.height[place] > 0 and table.bridge[place] == NONE and table.plot == NONE
