"""Proximal policy optimisation with action masks: `from dig_envs.training import ppo; ppo.train(ppo.Config())`."""

from dig_envs.training import sb3  # noqa: F401  (says which extra is missing)
from dig_envs.training.ppo.algorithm import EXAMPLES, Config, build, make_learner, train

__all__ = ["EXAMPLES", "Config", "build", "make_learner", "train"]
