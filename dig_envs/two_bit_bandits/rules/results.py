"""Standings and rewards (TB-32…34)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.two_bit_bandits.components import SCORE_CONSTANT, SOLO_CONSTANT, TIE_BREAK
from dig_envs.two_bit_bandits.rules.holdings import count_held


@compiled
def standings(table, seats, out):
    """Write the points of each seat; health and pickups break ties, except in a solo game."""
    tie_break = TIE_BREAK if table.num_players > 1 else 0.0
    for p in range(table.num_players):
        out[p] = table.points[p] + tie_break * (table.health[p] + count_held(table, np.int64(p)))


@compiled
def rewards(table, points, out):
    """Write the reward of each seat: in a solo game by TB-33, otherwise by C-8."""
    if table.num_players == 1:
        out[0] = table.points[0] / SOLO_CONSTANT
    elif table.reward == Reward.WIN:
        share_the_win(points, table.num_players, out)
    else:
        score_margin(table.points, table.num_players, SCORE_CONSTANT, out)
