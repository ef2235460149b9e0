"""One file for each algorithm of self-play, to read and to copy: each uses a batch of tables, torch and nothing else.

- `ppo`: proximal policy optimisation
- `mmd`: magnetic mirror descent
- `nfsp`: neural fictitious self-play
- `r_nad`: regularised Nash dynamics
- `dqn`: deep Q-learning

Each file measures exact exploitability in a small variant of a game: `python -m dig_envs.training.one_file.ppo --help`. The
files repeat each other's lines on purpose, so that each can be read alone.
"""

from dig_envs.utils.libraries import load

load("torch")  # names the extra if the library is missing
