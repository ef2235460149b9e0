"""PettingZoo environments of Digging Bandits: `env`, `raw_env` and `parallel_env`, as in `dig_envs`."""

from functools import partial

import dig_envs

env = partial(dig_envs.env, "digging_bandits_v0")
raw_env = partial(dig_envs.raw_env, "digging_bandits_v0")
parallel_env = partial(dig_envs.parallel_env, "digging_bandits_v0")
