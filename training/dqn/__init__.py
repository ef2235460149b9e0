"""Deep Q-learning with action masks: `from dig_envs.training import dqn; dqn.train(dqn.Config())`."""

from dig_envs.training import sb3  # noqa: F401  (says which extra is missing)
from dig_envs.training.dqn.algorithm import EXAMPLES, Config, build, make_learner, train

__all__ = ["EXAMPLES", "Config", "build", "make_learner", "train"]
