"""Shared parts of PPO, DQN and cloning on top of Stable-Baselines3.

- `learner`: a model of Stable-Baselines3 as the learner of a run
- `policy`, `masked_distribution`: networks of `dig_envs.agents.learned` as policies with action masks
- `replay_buffer`: replay buffers in checkpoints
- `start_from`: training that starts from a model
"""

from dig_envs.utils.libraries import load

for _library in ("torch", "stable_baselines3", "sb3_contrib"):
    load(_library)  # names the extra if the library is missing
