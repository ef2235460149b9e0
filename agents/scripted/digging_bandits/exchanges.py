"""Cards by which whole hands change owners in Digging Bandits: who would win by them, and for whom to set a trap."""

import numpy as np

from agents.scripted.digging_bandits.choices import wealth
from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.rules.actions import SET_TRAP, SHUFFLE_PLAINLY
from dig_envs.digging_bandits.rules.players import outside
from dig_envs.digging_bandits.rules.turn import next_player
from dig_envs.digging_bandits.state import NONE, Event


@compiled
def is_exchange(event):
    return event == Event.DUEL or event == Event.HEIST


@compiled
def partner_in(table, player, frame):
    """Whose cards would come for the own: the other's in a DUEL, of the one behind in a TRAIN HEIST; NONE for no part in it."""
    if frame.x == Event.HEIST:
        return behind(table, player)
    if frame.who == player:
        return np.int64(frame.y)
    return np.int64(frame.who if frame.y == player else NONE)


@compiled
def behind(table, player):
    """The next player counter-clockwise that rides on the train: the player itself, if nobody else does."""
    other = (player - 1) % table.num_players
    while not outside(table, other):
        other = (other - 1) % table.num_players
    return np.int64(other)


@compiled
def gain_by_exchange(table, player, frame):
    """What there is to win, less what there is to lose. Cards are worth what everyone sees of them."""
    partner = partner_in(table, player, frame)
    return np.int64(0) if partner == NONE else wealth(table, partner) - wealth(table, player)


@compiled
def shuffle(table, player, mask):
    """A trap, if the next player has more to lose."""
    if mask[SET_TRAP] and wealth(table, next_player(table, player)) > wealth(table, player):
        return np.int64(SET_TRAP)
    return np.int64(SHUFFLE_PLAINLY)
