"""Rank the players, and compute rewards (DD-19, DD-20)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Reward
from dig_envs.dig_dig.components import NUM_CARDS
from dig_envs.dig_dig.rules.holdings import cards_left


@compiled
def rank_key(table, player):
    """Return a seat's place in the order, less is better: seats that are out in turn, then by cards left (DD-19, DD-20)."""
    return table.place[player] - NUM_CARDS if table.place[player] > 0 else cards_left(table, player)


@compiled
def standings(table, seats, out):
    """Write each seat's result: with `reward="rank"` from 1 down to -1, ties sharing; else 0 for losers, 1 for others."""
    num_players = np.int64(table.num_players)
    for p in range(num_players):
        better = 0
        equal = 0
        worse = 0
        for q in range(num_players):
            better += rank_key(table, q) < rank_key(table, p)
            equal += rank_key(table, q) == rank_key(table, p)
            worse += rank_key(table, q) > rank_key(table, p)
        if table.reward == Reward.RANK:
            out[p] = 1.0 - (2.0 * better + equal - 1.0) / (num_players - 1)
        else:
            out[p] = 1.0 if worse > 0 else 0.0


@compiled
def rewards(table, points, out):
    """Write rewards: the losers share -1, the others +1; if all are equal, 0 for all (DD-19, DD-20)."""
    losers = 0
    for p in range(table.num_players):
        losers += points[p] == 0.0
    for p in range(table.num_players):
        if table.reward == Reward.RANK:
            out[p] = points[p]
        elif losers == table.num_players:
            out[p] = 0.0
        else:
            out[p] = -1.0 / losers if points[p] == 0.0 else 1.0 / (table.num_players - losers)
