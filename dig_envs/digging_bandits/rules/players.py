"""Who plays, on whose side, and who is safe in the cabin."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.digging_bandits.components import CABIN


@compiled
def player_count(table):
    return np.int64(table.num_players)


@inlined
def seat_clockwise(table, player, steps):
    """Who sits so many seats on, less than a round. A division would take longer than the rest of what is asked of a seat."""
    seat = player + steps
    return seat - table.num_players if seat >= table.num_players else seat


@compiled
def same_side(table, one, other):
    """A player and itself, or its partner (DB-58)."""
    return one == other or (table.teams != 0 and (one - other) % 2 == 0)


@compiled
def outside(table, player):
    """Whether a player is in the game and not safe in the cabin (DB-33)."""
    return table.out[player] == 0 and table.place[player] != CABIN


@compiled
def exposed(table, player, other):
    """Whether `other` is another player who is not in the cabin: whom cards may be aimed at."""
    return other != player and outside(table, other)


@compiled
def anyone_exposed(table, player):
    for other in range(player_count(table)):
        if exposed(table, player, other):
            return True
    return False
