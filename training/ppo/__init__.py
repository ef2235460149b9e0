"""Proximal policy optimisation with action masks: `from dig_envs.training import ppo; ppo.train(ppo.Config())`.

- `algorithm`: `train`, `make_learner` and `build`, the model of Stable-Baselines3
- `settings`: `Config`, and the settings that PPO by RLlib shares
- `rollouts`, `seat_rollouts`: rollout buffers, against opponents and in self-play
- `loss_terms`: further terms of the loss: `kickstarting`, for PPO that starts from a clone, and `magnet`
"""

from dig_envs.training import sb3  # noqa: F401  (names the extra if a library is missing)
from dig_envs.training.ppo.algorithm import EXAMPLES, build, make_learner, train
from dig_envs.training.ppo.settings import Config

__all__ = ["EXAMPLES", "Config", "build", "make_learner", "train"]
