"""2-Bit Bandits for PettingZoo: `two_bit_bandits_v0.env(...)`, `two_bit_bandits_v0.raw_env(...)`, as `dig_envs.env`."""

from functools import partial

import dig_envs

env = partial(dig_envs.env, "two_bit_bandits_v0")
raw_env = partial(dig_envs.raw_env, "two_bit_bandits_v0")
