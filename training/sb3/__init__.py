"""What PPO, DQN and cloning share on top of Stable-Baselines3: networks, masked distributions, buffers, the learner."""

from dig_envs.utils.libraries import load

for _library in ("torch", "stable_baselines3", "sb3_contrib"):
    load(_library)  # or say which extra brings it
