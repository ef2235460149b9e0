"""PPO by its short name: `from training import ppo`, and the command `python -m training.ppo`.

The code is in `training/algorithms/ppo.py`.
"""

import sys

from training.algorithms.ppo import Config, build, make_learner, train

__all__ = ["Config", "build", "make_learner", "train"]

if __name__ == "__main__":
    from training import cli

    sys.exit(cli.main(["train", "--algo", "ppo", *sys.argv[1:]]))
