"""Seats in the game, their sides, and their safety in the cabin."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.digging_bandits.components import CABIN


@compiled
def player_count(table):
    return np.int64(table.num_players)


@inlined
def seat_clockwise(table, player, steps):
    """Return the seat `steps` seats clockwise of a player, for steps < num_players. Comparing is faster here than a modulo."""
    seat = player + steps
    return seat - table.num_players if seat >= table.num_players else seat


@compiled
def same_side(table, one, other):
    """Return whether two seats are the same or partners (DB-58)."""
    return one == other or (table.teams != 0 and (one - other) % 2 == 0)


@compiled
def outside(table, player):
    """Return whether a player is in the game and outside the cabin (DB-33)."""
    return table.out[player] == 0 and table.place[player] != CABIN


@compiled
def exposed(table, player, other):
    """Return whether a player may aim cards at `other`: another player who is in the game and outside the cabin."""
    return other != player and outside(table, other)


@compiled
def anyone_exposed(table, player):
    """Return whether a player may aim cards at any other player."""
    for other in range(player_count(table)):
        if exposed(table, player, other):
            return True
    return False
