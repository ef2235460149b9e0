"""The algorithms of `dig-envs train`, with their modules.

Each module has `Config`, a dataclass of settings that extends `dig_envs.training.run.config.TrainingConfig`, a function
`train(config, progress, resume)`, `EXAMPLES` of command lines, and a docstring that is the help of the command.
"""

from importlib import import_module
from types import ModuleType

from dig_envs.core.errors import ArgumentError, nearest

ALGORITHMS = {
    "recipe": "dig_envs.training.recipe",
    "ppo": "dig_envs.training.ppo.algorithm",
    "dqn": "dig_envs.training.dqn.algorithm",
    "clone": "dig_envs.training.clone.algorithm",
    "exit": "dig_envs.training.clone.expert_iteration",
    "league": "dig_envs.training.league.algorithm",
    "rllib-ppo": "dig_envs.training.rllib.algorithm",
}
DEFAULT = "recipe"


def module_of(algorithm: str) -> ModuleType:
    """Return the module of an algorithm.

    Raises:
        ArgumentError: there is no such algorithm.
    """
    if algorithm not in ALGORITHMS:
        raise ArgumentError(f'there is no algorithm "{algorithm}"; {nearest(algorithm, ALGORITHMS, "algorithms")}')
    return import_module(ALGORITHMS[algorithm])
