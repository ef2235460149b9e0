"""Train with PPO by Ray's RLlib: `dig-envs train --algo rllib-ppo`. Needs the extra `rllib`.

- `algorithm.py`: the run, with measurements and model files; `settings.py`: its settings;
- `algorithm_config.py`: the settings as a `PPOConfig` of RLlib;
- `module.py`: the networks, and the learner that updates them;
- `runner.py`: plays many tables at once against a pool of bots.
"""
