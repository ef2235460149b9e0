"""Compute rewards from standings (rules C-7 and C-8)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Integer


@compiled
def share_the_win(points: np.ndarray, num_players: Integer, out: np.ndarray) -> None:
    """Write each seat's reward `win` (C-8) into `out`: 1 for a single winner, -1 / (n - 1) for each loser.

    In general the reward is (share * n - 1) / (n - 1), where k winners have the share 1 / k and losers 0. The sum is 0.
    """
    best = points[0]
    for seat in range(1, num_players):
        best = max(best, points[seat])
    winners = 0
    for seat in range(num_players):
        if points[seat] == best:
            winners += 1
    for seat in range(num_players):
        share = 1.0 / winners if points[seat] == best else 0.0
        out[seat] = (share * num_players - 1.0) / (num_players - 1)


@compiled
def score_margin(points: np.ndarray, num_players: Integer, constant: float, out: np.ndarray) -> None:
    """Write the reward `score` (C-8) of each seat into `out`: (own points - mean of the others' points) / constant."""
    total = 0.0
    for seat in range(num_players):
        total += points[seat]
    for seat in range(num_players):
        out[seat] = (points[seat] - (total - points[seat]) / (num_players - 1)) / constant
