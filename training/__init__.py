"""Training, evaluation and the command line: `from dig_envs.training import arena, ppo`.

- `ppo`, `dqn`, `clone`, `league`, `rllib`: algorithms, each with `Config` and `train`; `algorithms` lists them all
- `recipe`: the tested training of each game, a clone of a teacher and then PPO
- `sb3`, `environment`, `run`: what algorithms share: learners, tables with opponents, and settings, checkpoints, evaluation
- `arena`: tournaments with duplicate deals: `arena.run("dig_v0", ["greedy", "expert"])`
- `studies`: learning curves, exact values, best responses, fuzzing; `speed`: measurements of speed
- `one_file`: algorithms of self-play in one file each, to read and to copy
- `cli`, `show`, `process`: the commands, tables and charts, processes and Ray clusters
"""

if __name__ != "dig_envs.training":
    raise ImportError("the package is called dig_envs.training; the folder training/ of a clone is not a package")
