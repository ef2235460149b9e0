"""One game as a multi-agent environment of RLlib, in which every seat is an agent."""

from typing import Any

from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

import dig_envs
from dig_envs.training.process.ray_cluster import use_one_core


def seats(context: Any) -> PettingZooEnv:
    """Make the environment of a game.

    Args:
        context: RLlib's, with the keys "game", "features" and "options".
    """
    if context.worker_index:
        use_one_core()
    return PettingZooEnv(dig_envs.env(context["game"], features=context["features"], **context["options"]))
