"""Find the seats that have won, and their rewards (DB-54, DB-57, DB-58, DB-60)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rewards import share_the_win
from dig_envs.digging_bandits.rules.players import player_count, same_side


@compiled
def standings(table, seats, out):
    """Write 1 for each seat that has won, or whose side was in the game when it was truncated, and 0 for the others."""
    cashed = False
    for p in range(player_count(table)):
        cashed |= table.winner[p] != 0
    for p in range(player_count(table)):
        out[p] = 1.0 if (table.winner[p] if cashed else side_is_in(table, p)) else 0.0


@compiled
def side_is_in(table, player):
    """Return whether a player, or its partner, is in the game."""
    for p in range(player_count(table)):
        if same_side(table, p, player) and not table.out[p]:
            return True
    return False


@compiled
def rewards(table, points, out):
    """Write the reward of each seat from the standings (C-8). With teams it is the reward of the team."""
    if not table.teams:
        share_the_win(points, table.num_players, out)
    else:
        for p in range(player_count(table)):
            out[p] = points[p] - points[(p + 1) % table.num_players]
