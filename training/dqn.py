"""DQN by its short name: `from training import dqn`, and the command `python -m training.dqn`.

The code is in `training/algorithms/dqn.py`.
"""

import sys

from training.algorithms.dqn import Config, build, make_learner, train

__all__ = ["Config", "build", "make_learner", "train"]

if __name__ == "__main__":
    from training import cli

    sys.exit(cli.main(["train", "--algo", "dqn", *sys.argv[1:]]))
