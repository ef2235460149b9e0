"""PPO by Ray's RLlib on our tables: what `dig-envs train --algo rllib-ppo` runs.

- `module.py` is the network that RLlib trains, one of `dig_envs.agents.learned.build`, and its way into a model file;
- `tables.py` and `runner.py` play many tables at once against a pool of bots, in each of RLlib's processes;
- `seats.py` and `league.py` let the policy play every seat at RLlib's multi-agent environments, against its past selves too;
- `learner.py` draws the minibatches of an update;
- `configurations.py` puts either together as a `PPOConfig`, which may be changed and run by RLlib alone;
- `session.py` is a run of ours: it trains, measures, saves and evaluates.

The names here need Ray with RLlib: pip install 'dig-envs[rllib]'.
"""

from dig_envs.core.errors import MissingLibraryError
from dig_envs.utils.libraries import advice

try:
    import ray.rllib  # noqa: F401
except ImportError as error:  # Ray itself says it so where something that RLlib needs is missing
    raise MissingLibraryError(advice("ray.rllib"), name="ray.rllib") from error
