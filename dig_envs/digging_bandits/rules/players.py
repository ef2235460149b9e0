"""Tell which seats play, on which side, and which are safe in the cabin."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.digging_bandits.components import CABIN


@compiled
def player_count(table):
    """Return the number of players as an int64."""
    return np.int64(table.num_players)


@inlined
def seat_clockwise(table, player, steps):
    """Return the seat some steps clockwise of a player, less than a round. A comparison is faster than a division here."""
    seat = player + steps
    return seat - table.num_players if seat >= table.num_players else seat


@compiled
def same_side(table, one, other):
    """Return whether two seats are one player, or partners (DB-58)."""
    return one == other or (table.teams != 0 and (one - other) % 2 == 0)


@compiled
def outside(table, player):
    """Return whether a player is in the game and not safe in the cabin (DB-33)."""
    return table.out[player] == 0 and table.place[player] != CABIN


@compiled
def exposed(table, player, other):
    """Return whether cards may be aimed at `other`: another player who is in the game and not in the cabin."""
    return other != player and outside(table, other)


@compiled
def anyone_exposed(table, player):
    """Return whether there is a player at whom this one may aim a card."""
    for other in range(player_count(table)):
        if exposed(table, player, other):
            return True
    return False
