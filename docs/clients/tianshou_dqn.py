"""DQN by Tianshou, with illegal actions masked: one seat learns against our agents, or against seats that Tianshou plays.

`python tianshou_dqn.py --steps 50000`. Requires `pip install tianshou torch`.
"""

import argparse
from collections.abc import Callable

import gymnasium
import numpy as np
from tianshou.algorithm.algorithm_base import OffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import dig_envs
from dig_envs.adapters.registration import gymnasium_id

TABLES = 8


def one_seat(game: str, opponents: str) -> gymnasium.Env:
    """Make an environment of one seat, with the observation keys that Tianshou expects."""
    return gymnasium.make(gymnasium_id(game), opponents=opponents, observation_key="obs", mask_key="mask", illegal="raise")


def every_seat(game: str) -> PettingZooEnv:
    """Wrap the PettingZoo environment of all seats."""
    return PettingZooEnv(dig_envs.env(game))


def dqn(size: int, actions: gymnasium.spaces.Discrete, horizon: int = 1) -> DQN:
    """Make a DQN. Its policy and its targets use the mask in the observation."""
    net = Net(state_shape=size, action_shape=int(actions.n), hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=actions, eps_training=0.1)
    adam = AdamOptimizerFactory(lr=5e-4)
    return DQN(policy=policy, optim=adam, gamma=1.0, n_step_return_horizon=horizon, target_update_freq=200)


def dqn_of_one_seat(env: gymnasium.Env) -> DQN:
    return dqn(env.observation_space["obs"].shape[0], env.action_space)


def dqn_against_random(env: PettingZooEnv) -> MultiAgentOffPolicyAlgorithm:
    """Make an algorithm in which the first seat learns and all other seats play at random."""
    learner = dqn(env.observation_space["observation"].shape[0], env.action_space, horizon=len(env.agents))
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents[1:]]
    return MultiAgentOffPolicyAlgorithm(algorithms=[learner, *others], env=env)


def train(algorithm: OffPolicyAlgorithm, make_env: Callable, steps: int) -> None:
    """Train for `steps` decisions."""
    collector = Collector(
        algorithm, DummyVectorEnv([make_env] * TABLES), VectorReplayBuffer(50_000, TABLES), exploration_noise=True
    )
    collector.reset()
    settings = OffPolicyTrainerParams(
        training_collector=collector,
        max_epochs=1,
        epoch_num_steps=steps,
        collection_step_num_env_steps=TABLES * 10,
        update_step_num_gradient_steps_per_sample=0.1,
        multi_agent_return_reduction=first_seat if isinstance(algorithm, MultiAgentOffPolicyAlgorithm) else None,
        show_progress=False,
    )
    algorithm.run_training(settings)


def first_seat(returns: np.ndarray) -> np.ndarray:
    return returns[:, 0]


def play(algorithm: OffPolicyAlgorithm, make_env: Callable, games: int) -> CollectStats:
    """Play games without exploration; the statistics contain the returns, of every seat if Tianshou plays all seats."""
    collector = Collector(algorithm, DummyVectorEnv([make_env] * TABLES))
    collector.reset()
    return collector.collect(n_episode=games)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="dig_v0")
    parser.add_argument("--steps", type=int, default=50_000, help="decisions in each of the two trainings")
    parser.add_argument("--games", type=int, default=200, help="games that rate the result")
    args = parser.parse_args(arguments)
    for make_algorithm, make_env in [
        (dqn_of_one_seat, lambda: one_seat(args.game, "random")),
        (dqn_against_random, lambda: every_seat(args.game)),
    ]:
        algorithm = make_algorithm(make_env())
        train(algorithm, make_env, args.steps)
        returns = first_seat(play(algorithm, make_env, args.games).returns.reshape(args.games, -1))
        print(f"{make_algorithm.__name__}: {returns.mean():+.2f} a game against random")


if __name__ == "__main__":
    main()
