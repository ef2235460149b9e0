"""Behaviour cloning of any agent: `from dig_envs.training import clone; clone.train(clone.Config(teacher="expert"))`."""

from dig_envs.training import sb3  # noqa: F401  (says which extra is missing)
from dig_envs.training.clone.algorithm import EXAMPLES, CloneResult, make_policy, train
from dig_envs.training.clone.settings import Config

__all__ = ["EXAMPLES", "CloneResult", "Config", "make_policy", "train"]
