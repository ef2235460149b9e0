"""Read and change the board: the loop, the cabin, bridges and the plot."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BRIDGE, CABIN, IS_LAND, IS_TOWN, LOOP, MAX_BRIDGES, PLOT, Back
from dig_envs.digging_bandits.rules.decks import discard, seats_knowing_top, take_top
from dig_envs.digging_bandits.rules.hands import gain
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.state import NONE


@compiled
def next_place(place):
    """Return the next place clockwise; after the cabin it is space 0 (DB-15)."""
    return (place + 1) % LOOP if place < LOOP else 0


@compiled
def enter_cabin(state, player):
    """Move a piece to the cabin and give its player the top Doodad, if one is left (DB-15, DB-33)."""
    table = state.table
    table.place[player] = CABIN
    table.owing[player] = 0
    if table.deck_size[Back.DOODAD] > 0:
        seen = seats_knowing_top(state, np.int64(Back.DOODAD))
        gain(state, player, take_top(state, np.int64(Back.DOODAD)), seen)


@compiled
def in_town(table, player):
    """Return whether the piece is on a town where it landed this turn (DB-18)."""
    return table.landed != 0 and IS_TOWN[table.place[player]] != 0


# --- bridges


@compiled
def toll_bridge(table, player, place):
    """Return whether a bridge of another side is on a place."""
    return table.bridge[place] != NONE and not same_side(table, player, np.int64(table.bridge[place]))


@compiled
def bridge_limit(table):
    """Return the number of bridges that a player may own (DB-20, DB-59)."""
    return 1 if table.quick_play else MAX_BRIDGES


@compiled
def bridges_of(table, player):
    count = 0
    for place in range(LOOP):
        count += table.bridge[place] == player
    return count


@compiled
def may_build_at(table, place):
    """Return whether a bridge may be built on a place: a LAND space without Land cards, bridge or plot (DB-20)."""
    return IS_LAND[place] and table.height[place] == 0 and table.bridge[place] == NONE and table.plot != place


@compiled
def change_owner(table, place, player):
    """Give a bridge to a player. Pieces of the player's side no longer owe a toll there (DB-22)."""
    table.bridge[place] = player
    for p in range(player_count(table)):
        if table.place[p] == place and same_side(table, p, player):
            table.owing[p] = 0


@compiled
def remove_bridge(state, place):
    """Remove a bridge and put its BRIDGE card under the Draw deck. No toll is owed there any more (DB-21, DB-22)."""
    table = state.table
    table.bridge[place] = NONE
    discard(state, BRIDGE)
    for p in range(player_count(table)):
        if table.place[p] == place:
            table.owing[p] = 0


# --- the plot


@compiled
def remove_plot(state):
    """Remove the PRIVATE PLOT and put it under the Doodad deck (DB-51)."""
    state.table.plot = NONE
    state.table.plot_owner = NONE
    discard(state, PLOT)


@compiled
def remove_plot_of(state, player):
    """Remove the PRIVATE PLOT if it belongs to this player, who was turned in (DB-51, DB-56)."""
    if state.table.plot_owner == player:
        remove_plot(state)


@compiled
def may_tip_at(table, place):
    """Return whether a TIP CART may put a card on a place: a LAND space without bridge or plot (DB-35)."""
    return IS_LAND[place] and table.bridge[place] == NONE and table.plot != place


@compiled
def may_plot_at(table, place):
    """Return whether the PRIVATE PLOT may be put on a place: a LAND space with Land cards and no bridge (DB-51)."""
    return IS_LAND[place] and table.height[place] > 0 and table.bridge[place] == NONE and table.plot == NONE
