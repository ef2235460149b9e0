"""The arena ranks agents: `arena.run(game, agents)` plays duplicate deals and returns win shares, margins and ratings."""

from dig_envs.training.arena.ratings import Estimate, Pair, Rating
from dig_envs.training.arena.result import ArenaInterrupted, ArenaNotSaved, ArenaResult
from dig_envs.training.arena.round_robin import MAX_GAMES, run
from dig_envs.training.arena.solo import scores

__all__ = ["MAX_GAMES", "ArenaInterrupted", "ArenaNotSaved", "ArenaResult", "Estimate", "Pair", "Rating", "run", "scores"]
