"""Run `dig-envs train --algo clone` by the name of its package: `python -m dig_envs.training.clone`."""

import sys

from dig_envs.training.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["train", "--algo", "clone", *sys.argv[1:]]))
