"""Compute rewards from results (rules C-7, C-8)."""

from dig_envs.core.compiler import compiled


@compiled
def share_the_win(points, num_players, out):
    """Pay by C-8 `win`: the winners share 1 and the sum is 0, so a single winner has +1 and each loser -1/(n-1)."""
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
def score_margin(points, num_players, constant, out):
    """Pay by C-8 `score`: points less the mean of the others', divided by the game's constant."""
    total = 0.0
    for seat in range(num_players):
        total += points[seat]
    for seat in range(num_players):
        out[seat] = (points[seat] - (total - points[seat]) / (num_players - 1)) / constant
