"""Run `dig-envs train --algo league` by the name of its package: `python -m dig_envs.training.league`."""

import sys

from dig_envs.training.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["train", "--algo", "league", *sys.argv[1:]]))
