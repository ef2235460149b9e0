"""Small questions that bots of Digging Bandits ask."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    CHARACTERS,
    DRAW_WANTED,
    DYNAMITE,
    GOLD,
    IS_TOWN,
    LAND_WANTED,
    LOOP,
    MAX_PLAYERS,
    MINING_SITE,
    PICKAXE,
    STONE,
    Back,
)
from dig_envs.digging_bandits.rules.actions import PLACE, PLAYER
from dig_envs.digging_bandits.rules.board import next_place
from dig_envs.digging_bandits.rules.decks import stack_start
from dig_envs.digging_bandits.rules.dice import is_four_two
from dig_envs.digging_bandits.rules.loot import seat_named
from dig_envs.digging_bandits.rules.players import exposed, player_count, same_side
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

NOTHING = -1
WEALTH_IN_BACK = np.array([4, 1, 1, 2], np.int64)  # Land, Dig, Draw, Doodad


@compiled
def first_legal(mask, wanted):
    """The first of these actions that is legal; NOTHING if none is."""
    for k in range(len(wanted)):
        if mask[wanted[k]]:
            return wanted[k]
    return np.int64(NOTHING)


@compiled
def is_prey(table, player, character):
    """Whether a character's WANTED pair is worth turning in: somebody of another side plays it, and is not out."""
    bandit = bandit_of(table, character)
    return bandit != NONE and not table.out[bandit] and not same_side(table, player, bandit)


@compiled
def holds_pair(seat, character):
    return seat.hand[LAND_WANTED + character] > 0 and seat.hand[DRAW_WANTED + character] > 0


@compiled
def holds_prize(table, seat, player):
    """Whether a town is worth reaching: GOLD, or the WANTED pair of a rival."""
    for character in range(len(CHARACTERS)):
        if holds_pair(seat, character) and is_prey(table, player, character):
            return True
    return seat.hand[GOLD] > 0


@compiled
def has_found_something(table, player):
    """Whether a player holds cards that it dug out: GOLD or WANTED."""
    return table.backs[player][Back.LAND] > 0


@compiled
def somebody_found_something(table, player):
    """Whether another player who is not in the cabin holds cards that it dug out."""
    for other in range(player_count(table)):
        if exposed(table, player, other) and has_found_something(table, other):
            return True
    return False


@compiled
def worth_digging(table, seat, player):
    """Not on a stack whose top is known to be DYNAMITE, or a STONE for which there is no tool."""
    place = np.int64(table.place[player])
    top = stack_start(table, place) + table.height[place] - 1
    if table.height[place] == 0:
        return False
    breaks = seat.hand[PICKAXE] > 0 or seat.hand[MINING_SITE] > 0
    return seat.land[top] != DYNAMITE and (seat.land[top] != STONE or breaks)


@compiled
def legal_town(mask):
    """A town that may be named; NOTHING if none may."""
    for place in range(LOOP):
        if IS_TOWN[place] and mask[PLACE + place]:
            return np.int64(PLACE + place)
    return np.int64(NOTHING)


@compiled
def highest_stack(table, mask):
    """The place with the most Land cards that may be named; NOTHING if none may."""
    best = np.int64(NOTHING)
    most = 0
    for place in range(LOOP):
        if mask[PLACE + place] and table.height[place] > most:
            most = table.height[place]
            best = np.int64(PLACE + place)
    return best


@compiled
def comes_to_town(table, player):
    """Whether a roll that is seen leads to a town."""
    one = np.int64(table.dice[0])
    other = np.int64(table.dice[1])
    if is_four_two(one, other):
        return True
    place = np.int64(table.place[player])
    for _ in range(one + other):
        place = next_place(place)
    return IS_TOWN[place] != 0


@compiled
def wealth(table, player):
    """Roughly what all cards of a player are worth, by what everyone sees of them; TECH counts twice."""
    total = np.int64(2 * table.tech[player])
    for back in range(BACKS):
        total += WEALTH_IN_BACK[back] * table.backs[player][back]
    return total


@compiled
def richest_player(table, player, mask):
    """Of the players that may be named the one whose cards are worth most."""
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
