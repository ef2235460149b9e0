"""Settings of the smallest RLlib run."""

from dig_envs.training.rllib import algorithm

TINY = algorithm.Config(
    steps=512, num_envs=8, n_steps=32, batch_size=64, layers=(16,), runners=0, games=0, evaluate_games=0,
    options={"max_turns": 12},
)  # fmt: skip
