"""The board: the way around it, the cabin, bridges and the plot."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import BRIDGE, CABIN, IS_LAND, LOOP, MAX_BRIDGES, PLOT, Back
from dig_envs.digging_bandits.rules.decks import discard, take_top, who_knows_top
from dig_envs.digging_bandits.rules.hands import gain
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.state import NONE


@compiled
def next_place(place):
    """Clockwise; from the cabin to space 0 (DB-15)."""
    return (place + 1) % LOOP if place < LOOP else 0


@compiled
def enter_cabin(state, player):
    """DB-15, DB-33: go to the cabin and take the top Doodad."""
    table = state.table
    table.place[player] = CABIN
    table.owing[player] = 0
    if table.deck_size[Back.DOODAD] > 0:
        seen = who_knows_top(state, np.int64(Back.DOODAD))
        gain(state, player, take_top(state, np.int64(Back.DOODAD)), seen)


# --- bridges


@compiled
def toll_bridge(table, player, place):
    """Whether a bridge of the other side stands there."""
    return table.bridge[place] != NONE and not same_side(table, player, np.int64(table.bridge[place]))


@compiled
def bridge_limit(table):
    return 1 if table.quick_play else MAX_BRIDGES  # DB-20, DB-59


@compiled
def bridges_of(table, player):
    count = 0
    for place in range(LOOP):
        count += table.bridge[place] == player
    return count


@compiled
def may_build_at(table, place):
    """DB-20: a LAND space without Land cards, bridge and plot."""
    return IS_LAND[place] and table.height[place] == 0 and table.bridge[place] == NONE and table.plot != place


@compiled
def change_owner(table, place, player):
    """A bridge becomes a player's; its own side owes nothing there (DB-22)."""
    table.bridge[place] = player
    for p in range(player_count(table)):
        if table.place[p] == place and same_side(table, p, player):
            table.owing[p] = 0


@compiled
def remove_bridge(state, place):
    """The BRIDGE card goes to the bottom of the Draw deck; nothing is owed there (DB-21, DB-22)."""
    table = state.table
    table.bridge[place] = NONE
    discard(state, BRIDGE)
    for p in range(player_count(table)):
        if table.place[p] == place:
            table.owing[p] = 0


# --- the plot


@compiled
def remove_plot(state):
    """DB-51: the PRIVATE PLOT goes back to the bottom of the Doodad deck."""
    state.table.plot = NONE
    state.table.plot_owner = NONE
    discard(state, PLOT)


@compiled
def may_tip_at(table, place):
    """DB-35: a LAND space without bridge and plot."""
    return IS_LAND[place] and table.bridge[place] == NONE and table.plot != place


@compiled
def may_plot_at(table, place):
    """DB-51: a LAND space with Land cards and no bridge, while the plot is not on the board."""
    return IS_LAND[place] and table.height[place] > 0 and table.bridge[place] == NONE and table.plot == NONE
