"""Run `dig-envs train --algo dqn` by the name of its package: `python -m dig_envs.training.dqn`."""

import sys

from dig_envs.training.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["train", "--algo", "dqn", *sys.argv[1:]]))
