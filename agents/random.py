"""Define the bot `random`, the weakest bot of every game."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal


@compiled
def random(table, seat, player, mask, rng):
    """Choose uniformly among the legal actions."""
    return draw_legal(mask, rng)


RANDOM = ("random", "Picks any legal action, each equally likely.", random)
