"""What an announced event would bring, as everyone can see: a roll to a town, an exchange of whole hands."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import BACKS, IS_TOWN
from dig_envs.digging_bandits.rules.board import next_place
from dig_envs.digging_bandits.rules.dice import is_four_two
from dig_envs.digging_bandits.rules.immediate import on_train
from dig_envs.digging_bandits.state import NONE, Event

WEALTH_IN_BACK = np.array([4, 1, 1, 2], np.int64)  # Land, Dig, Draw, Doodad


@compiled
def announced(table):
    """Where the event lies that the COWBOYs on it are about, and how many these are: with an odd number it is blocked."""
    at = np.int64(table.depth - 1)
    blocks = np.int64(0)
    while table.frames[at].x == Event.COWBOY:
        at -= 1
        blocks += 1
    return at, blocks


@compiled
def aimed_at(frame):
    """Whom an event is aimed at: its victim, with whom a TRADE is made, whom a RESCUE is for; NONE if nobody."""
    return np.int64(frame.z if frame.x == Event.TRADE or frame.x == Event.RESCUE else frame.y)


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


# --- exchanges


@compiled
def wealth(table, player):
    """Roughly what all cards of a player are worth, by what everyone sees of them; TECH counts twice."""
    total = np.int64(2 * table.tech[player])
    for back in range(BACKS):
        total += WEALTH_IN_BACK[back] * table.backs[player][back]
    return total


@compiled
def is_exchange(event):
    return event == Event.DUEL or event == Event.HEIST


@compiled
def partner_in(table, player, frame):
    """Whose cards would come for the own: the other's in a DUEL, of the one behind in a TRAIN HEIST; NONE for no part in it."""
    if frame.x == Event.HEIST:
        shielded = np.int64(frame.z)
        return behind(table, player, shielded) if on_train(table, player, shielded) else np.int64(NONE)
    if frame.who == player:
        return np.int64(frame.y)
    return np.int64(frame.who if frame.y == player else NONE)


@compiled
def behind(table, player, shielded):
    """The next player counter-clockwise that rides on the train: the player itself, if nobody else does."""
    other = (player - 1) % table.num_players
    while not on_train(table, other, shielded):
        other = (other - 1) % table.num_players
    return np.int64(other)


@compiled
def gain_by_exchange(table, player, frame):
    """What there is to win, less what there is to lose. Cards are worth what everyone sees of them."""
    partner = partner_in(table, player, frame)
    return np.int64(0) if partner == NONE else wealth(table, partner) - wealth(table, player)
