"""Digging Bandits for PettingZoo: `digging_bandits_v0.env(...)`, `.raw_env(...)`, with the arguments of `dig_envs.env`."""

from functools import partial

import dig_envs

env = partial(dig_envs.env, "digging_bandits_v0")
raw_env = partial(dig_envs.raw_env, "digging_bandits_v0")
