"""The algorithms of `dig-envs train`, a module each.

Each has `Config` (its settings: a dataclass that extends `training.config.RunConfig`), `train(config, progress, resume)`,
`EXAMPLES` of its command line, and a docstring that is the command's help.
"""

from dig_envs.libraries import load

for _library in ("torch", "stable_baselines3", "sb3_contrib"):
    load(_library)  # or say which extra brings it
