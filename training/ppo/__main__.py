"""Run `dig-envs train --algo ppo` by the name of its package: `python -m dig_envs.training.ppo`."""

import sys

from dig_envs.training.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["train", "--algo", "ppo", *sys.argv[1:]]))
