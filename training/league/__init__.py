"""A league of PPO: `from dig_envs.training import league; league.train(league.Config())`.

- `algorithm`: `train`
- `settings`: `Config`
- `league`: `League`, the training, which measures the learner against all members after each generation
- `matchmaking`: how often the learner plays against each member, and which past selves become members
- `standings`: the results of all generations, their ratings and their chart
"""

from dig_envs.training import sb3  # noqa: F401  (names the extra if a library is missing)
from dig_envs.training.league.algorithm import EXAMPLES, train
from dig_envs.training.league.settings import Config

__all__ = ["EXAMPLES", "Config", "train"]
