"""Points and rewards (DIG-12, C-8)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.dig.components import NUM_COLOURS, SCORE_CONSTANT
from dig_envs.dig.rules.bones import count_of


@compiled
def value_of(table, colour):
    """Return what a dropped bone of a colour pays as the bowls lie now (DIG-12)."""
    return np.int64(table.values[colour])


@compiled
def standings(table, seats, out):
    """Write each seat's points (DIG-12)."""
    for p in range(table.num_players):
        out[p] = 0.0
    for colour in range(NUM_COLOURS):
        for p in range(table.num_players):
            out[p] += value_of(table, colour) * count_of(table.dropped[p], colour)


@compiled
def rewards(table, points, out):
    """Write each seat's reward (C-8)."""
    if table.reward == Reward.SCORE:
        score_margin(points, table.num_players, SCORE_CONSTANT, out)
    else:
        share_the_win(points, table.num_players, out)
