"""Convert between seats and their distances, counted clockwise. Compiled, a comparison is faster than a modulo."""

from dig_envs.core.compiler import inlined


@inlined
def seat_clockwise(table, player, steps):
    """Return the seat that is `steps` seats clockwise from `player`; `steps` is at most num_players."""
    seat = player + steps
    return seat - table.num_players if seat >= table.num_players else seat


@inlined
def steps_clockwise(table, player, other):
    """Return how many seats clockwise from `player` the seat `other` is, from 0 to num_players - 1."""
    return other - player if other >= player else other - player + table.num_players
