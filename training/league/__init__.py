"""A league of PPO against bots, searches and past selves: `from dig_envs.training import league; league.train(league.Config())`."""

from dig_envs.training import sb3  # noqa: F401  (says which extra is missing)
from dig_envs.training.league.algorithm import EXAMPLES, train
from dig_envs.training.league.settings import Config

__all__ = ["EXAMPLES", "Config", "train"]
