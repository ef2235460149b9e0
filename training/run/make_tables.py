"""Set up what a run's settings say about its tables: who has which seats, and how they are paid."""

from typing import Any

from dig_envs import agents
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.batch import Batch
from dig_envs.training.environment.opponent_pool import Pool, pool_of_noise_levels
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.environment.shaping import Shaping
from dig_envs.training.run.config import GamesConfig
from dig_envs.training.run.learner import Tables


def pool_for(config: GamesConfig, snapshots: int = 0) -> Pool:
    """Return the pool of opponents, which is empty where the learner has every seat.

    Args:
        config: the settings of the run.
        snapshots: frozen copies of the learner that it may take in.
    """
    if config.every_seat:
        return Pool([], snapshots=0)
    names = config.opponents or agents.names(config.played)
    return pool_of_noise_levels(config.played, names, config.noise_levels, snapshots)


def tables_for(config: GamesConfig, pool: Pool) -> Tables:
    """Return the tables, with rewards as the settings want them paid."""
    game, potential = config.played, config.potential if config.shaped else None
    seated: dict[str, Any] = {"skip_forced": config.skip_forced, "features": config.feature_set}
    if config.every_seat:
        batch = Batch(game, game.parse_options(**config.options), config.num_envs, config.seed, **seated)
        return EverySeat(batch, config.reward_scale, potential)
    env = _against(config, pool, seated)
    if potential is None and config.reward_scale == 1.0:
        return env
    return Shaping(env, config.reward_scale, potential)


def _against(config: GamesConfig, pool: Pool, seated: dict[str, Any]) -> DigVecEnv:
    """Return tables with one seat for the learner, and opponents of the pool at the others."""
    opponents = pool.opponents()
    return DigVecEnv(
        config.played, config.num_envs, seed=config.seed, opponents=opponents, illegal="raise", **seated, **config.options
    )
