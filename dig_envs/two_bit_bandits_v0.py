"""PettingZoo environments of 2-Bit Bandits: `env`, `raw_env` and `parallel_env`, as in `dig_envs`."""

from functools import partial

import dig_envs

env = partial(dig_envs.env, "two_bit_bandits_v0")
raw_env = partial(dig_envs.raw_env, "two_bit_bandits_v0")
parallel_env = partial(dig_envs.parallel_env, "two_bit_bandits_v0")
