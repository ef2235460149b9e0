"""Dig Dig for PettingZoo: `dig_dig_v0.env(...)`, `dig_dig_v0.raw_env(...)`, with the arguments of `dig_envs.env`."""

from functools import partial

import dig_envs

env = partial(dig_envs.env, "dig_dig_v0")
raw_env = partial(dig_envs.raw_env, "dig_dig_v0")
