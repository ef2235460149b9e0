"""Play at random: the weakest bot of every game."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal


@compiled
def random(table, seat, player, mask, rng):
    """Pick one of the legal actions, each equally likely."""
    return draw_legal(mask, rng)


RANDOM = ("random", "Picks any legal action, each equally likely.", random)
