"""Deep Q-learning with action masks: `from dig_envs.training import dqn; dqn.train(dqn.Config())`.

- `algorithm`: `train`, `make_learner` and `build`, the model of Stable-Baselines3
- `settings`: `Config`
- `masked_dqn`: DQN with action masks and bounded values
- `demonstrations`: DQN that starts from a clone
"""

from dig_envs.training import sb3  # noqa: F401  (names the extra if a library is missing)
from dig_envs.training.dqn.algorithm import EXAMPLES, build, make_learner, train
from dig_envs.training.dqn.settings import Config

__all__ = ["EXAMPLES", "Config", "build", "make_learner", "train"]
