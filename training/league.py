"""The league by its short name: `from training import league`, and the command `python -m training.league`.

The code is in `training/algorithms/league.py` and `training/generations/`.
"""

import sys

from training.algorithms.league import Config, train

__all__ = ["Config", "train"]

if __name__ == "__main__":
    from training import cli

    sys.exit(cli.main(["train", "--algo", "league", *sys.argv[1:]]))
