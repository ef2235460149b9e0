"""The bottom of every ladder, for any game."""

from dig_envs.core.compile import compiled
from dig_envs.core.rng import draw_legal


@compiled
def random(table, seat, player, mask, rng):
    return draw_legal(mask, rng)


RANDOM = ("random", "Picks any legal action, each equally likely.", random)
