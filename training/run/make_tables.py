"""Make the tables of a run from its settings: opponents, observations and rewards."""

from typing import Any

from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.core.agent_names import default_agents
from dig_envs.core.batch import Batch
from dig_envs.training.environment.mixed_tables import MixedTables
from dig_envs.training.environment.opponent_pool import Pool, pool_of_noise_levels
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.environment.shaping import Shaping
from dig_envs.training.environment.table_view import TableView
from dig_envs.training.run.config import GamesConfig, split_evenly
from dig_envs.training.run.learner import LearnerEnv


def pool_for(config: GamesConfig, snapshots: int = 0) -> Pool:
    """Return the pool of opponents, which is empty if the learner has every seat.

    Args:
        config: the settings of the run.
        snapshots: the largest number of frozen copies of the learner in the pool.
    """
    if config.every_seat:
        return Pool([], snapshots=0)
    names = config.opponents or default_agents(config.played)
    return pool_of_noise_levels(config.played, names, config.noise_levels, snapshots)


def tables_for(config: GamesConfig, pool: Pool) -> LearnerEnv:
    """Return the tables. The learner has one seat against opponents from the pool, and in self-play every seat."""
    kinds = [(options, config.every_seat) for options in config.sizes]
    kinds += [(options, True) for options in config.self_play_sizes]
    parts: list[Any] = []
    for (options, every_seat), count in zip(kinds, split_evenly(config.num_envs, len(kinds)), strict=True):
        seed = config.seed + sum(part.num_envs for part in parts)
        tables = _tables_of(config, options, every_seat, count, seed, pool)
        parts.append(TableView(tables, config.most_players) if config.table_critic else tables)
    return parts[0] if len(parts) == 1 else MixedTables(parts)


def _tables_of(
    config: GamesConfig, options: dict[str, Any], every_seat: bool, count: int, seed: int, pool: Pool
) -> DigVecEnv | EverySeat | Shaping:
    """Return tables with equal options."""
    game, potential = config.played, config.potential if config.shaped else None
    common: dict[str, Any] = {"skip_forced": config.skip_forced, "features": config.feature_set}
    if every_seat:
        batch = Batch(game, game.parse_options(**options), count, seed, **common)
        return EverySeat(batch, config.reward_scale, potential)
    common |= {"seed": seed, "opponents": pool.opponents(), "illegal": "raise"}
    env = DigVecEnv(game, count, **common, **options)
    if potential is None and config.reward_scale == 1.0:
        return env
    return Shaping(env, config.reward_scale, potential)
