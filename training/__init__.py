"""Training, evaluation and the command line: `from dig_envs.training import arena, ppo`."""

if __name__ != "dig_envs.training":
    raise ImportError("the package is called dig_envs.training; the folder training/ of a clone is not a package")
