"""PPO by AgileRL, with illegal actions masked: one seat learns at many tables of one vector environment.

`python agilerl_ppo.py --steps 200000`. Requires `pip install agilerl torch`.
"""

import argparse

import gymnasium
from agilerl.algorithms import PPO
from agilerl.training.train_on_policy import train_on_policy

from dig_envs.adapters.registration import gymnasium_id


def tables(game: str, num_tables: int, opponents: str = "random") -> gymnasium.vector.VectorEnv:
    """Make a vector environment on one batch. The step that ends a game also deals the next game, as AgileRL expects."""
    return gymnasium.make_vec(gymnasium_id(game), num_tables, opponents=opponents, illegal="raise", autoreset_mode="SameStep")


def learner(env: gymnasium.vector.VectorEnv, decisions: int) -> PPO:
    """Make an agent that learns after `decisions` decisions. It uses `infos["action_mask"]` when it acts and learns."""
    return PPO(
        env.single_observation_space,
        env.single_action_space,
        num_envs=env.num_envs,
        learn_step=decisions,
        batch_size=decisions // 4,
        update_epochs=2,
        lr=1e-3,
        gamma=1.0,  # the only reward comes at the end of a game
        gae_lambda=0.98,
        net_config={"encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [128]}},
    )


def train(env: gymnasium.vector.VectorEnv, agent: PPO, steps: int) -> PPO:
    """Train for `steps` decisions."""
    settings = {"max_steps": steps, "evo_steps": steps, "eval_steps": 100, "verbose": False}
    agents, _ = train_on_policy(env, "dig-envs", "PPO", [agent], **settings)
    return agents[0]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_v0")
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the training")
    parser.add_argument("--num-tables", type=int, default=64)
    parser.add_argument("--batch-size", type=int, default=4096, help="decisions between two updates")
    args = parser.parse_args(arguments)
    env = tables(args.game, args.num_tables)
    agent = train(env, learner(env, args.batch_size), args.steps)
    print(f"{agent.test(env, max_steps=2000):+.2f} a game against random")


if __name__ == "__main__":
    main()
