"""One file for each algorithm of self-play, to read and to copy.

- `ppo`: proximal policy optimisation
- `mmd`: magnetic mirror descent
- `nfsp`: neural fictitious self-play
- `r_nad`: regularised Nash dynamics
- `dqn`: deep Q-learning

`python -m dig_envs.training.one_file.ppo --help`. `mmd` and `r_nad` take network and rollout from `ppo`, `nfsp` takes the
replay buffer from `dqn`. `harness` has the settings of a run, the command line and the measurements: exact exploitability in a
small variant, win shares against bots in the full game.
"""

from dig_envs.utils.libraries import load

load("torch")  # names the extra if the library is missing
