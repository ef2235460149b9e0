"""Write results and rewards (LD-14)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.lets_dig_for_treasure.components import TEAMS
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.rules.points import pile_points

SCORE_CONSTANT = 40.0  # LD-14


@compiled
def standings(table, seats, out):
    """Write the points of each seat's pile."""
    for p in range(table.num_players):
        out[p] = pile_points(table, seats[p], pile_of(table, np.int64(p)))


@compiled
def rewards(table, points, out):
    """Write each seat's reward (LD-14); partners get their team's (LD-15)."""
    piles = TEAMS if table.teams else table.num_players
    if table.reward == Reward.SCORE:
        score_margin(points, piles, SCORE_CONSTANT, out)
    else:
        share_the_win(points, piles, out)
    for p in range(piles, table.num_players):
        out[p] = out[pile_of(table, np.int64(p))]
