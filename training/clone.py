"""Cloning by its short name: `from training import clone`, and the command `python -m training.clone`.

The code is in `training/algorithms/clone.py`.
"""

import sys

from training.algorithms.clone import CloneResult, Config, make_policy, train

__all__ = ["CloneResult", "Config", "make_policy", "train"]

if __name__ == "__main__":
    from training import cli

    sys.exit(cli.main(["train", "--algo", "clone", *sys.argv[1:]]))
