"""The arena: agents play duplicate deals against each other and get win shares and ratings, `arena.run(game, agents)`."""

from dig_envs.training.arena.result import ArenaResult
from dig_envs.training.arena.round_robin import MOST_GAMES, run

__all__ = ["MOST_GAMES", "ArenaResult", "run"]
