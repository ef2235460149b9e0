"""Choose by simple rules: the first legal of some actions, the highest stack, the richest player."""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.exchanges import wealth
from dig_envs.agents.digging_bandits.valuation.hands import fortune
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    DECK_CELLS,
    DYNAMITE,
    IS_TOWN,
    LOOP,
    MAX_PLAYERS,
    MINING_SITE,
    PICKAXE,
    STONE,
    Back,
)
from dig_envs.digging_bandits.rules.actions import PLACE, PLAYER
from dig_envs.digging_bandits.rules.decks import stack_start
from dig_envs.digging_bandits.rules.loot import seat_named
from dig_envs.digging_bandits.rules.players import exposed, player_count

NOTHING = -1
MUCH_LAND = DECK_CELLS // 2


@compiled
def first_legal(mask, wanted):
    """Choose the first of these actions that is legal; NOTHING if none is."""
    for k in range(len(wanted)):
        if mask[wanted[k]]:
            return wanted[k]
    return np.int64(NOTHING)


@compiled
def holds_prize(table, seat, player):
    """Return whether a town is worth reaching: GOLD, or the WANTED pair of a rival."""
    return fortune(table, seat, player) > 0.0


@compiled
def has_found_something(table, player):
    """Return whether a player holds cards that it dug out: GOLD or WANTED."""
    return table.backs[player][Back.LAND] > 0


@compiled
def somebody_found_something(table, player):
    """Return whether another player who is not in the cabin holds cards that it dug out."""
    for other in range(player_count(table)):
        if exposed(table, player, other) and has_found_something(table, other):
            return True
    return False


@compiled
def much_land_left(table):
    """Return whether at least half of the land is on the board: later, games that close places to it find no end."""
    left = 0
    for place in range(LOOP):
        left += table.height[place]
    return left >= MUCH_LAND


@compiled
def worth_digging(table, seat, player):
    """Return whether the stack here is worth a dig: its top is not known to be DYNAMITE, or a STONE without a tool."""
    place = np.int64(table.place[player])
    top = stack_start(table, place) + table.height[place] - 1
    if table.height[place] == 0:
        return False
    breaks = seat.hand[PICKAXE] > 0 or seat.hand[MINING_SITE] > 0
    return seat.land[top] != DYNAMITE and (seat.land[top] != STONE or breaks)


@compiled
def legal_town(mask):
    """Choose a town that may be named; NOTHING if none may be."""
    for place in range(LOOP):
        if IS_TOWN[place] and mask[PLACE + place]:
            return np.int64(PLACE + place)
    return np.int64(NOTHING)


@compiled
def highest_stack(table, mask):
    """Choose the place with the most Land cards that may be named; NOTHING if none may be."""
    best = np.int64(NOTHING)
    most = 0
    for place in range(LOOP):
        if mask[PLACE + place] and table.height[place] > most:
            most = table.height[place]
            best = np.int64(PLACE + place)
    return best


@compiled
def richest_player(table, player, mask):
    """Choose, of the players that may be named, the one whose cards are worth most."""
    best = np.int64(NOTHING)
    most = -1
    for k in range(MAX_PLAYERS - 1):
        if mask[PLAYER + k]:
            other = seat_named(table, player, np.int64(PLAYER + k))
            worth = wealth(table, other)
            if worth > most:
                most = worth
                best = np.int64(PLAYER + k)
    return best
