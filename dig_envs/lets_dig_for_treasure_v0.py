"""PettingZoo environments of Let's Dig for Treasure: `env`, `raw_env` and `parallel_env`, as in `dig_envs`."""

from functools import partial

import dig_envs

env = partial(dig_envs.env, "lets_dig_for_treasure_v0")
raw_env = partial(dig_envs.raw_env, "lets_dig_for_treasure_v0")
parallel_env = partial(dig_envs.parallel_env, "lets_dig_for_treasure_v0")
