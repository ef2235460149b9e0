"""The pool of opponents: its weights, its initial entries, its results and its snapshots."""

import numpy as np
import pytest
import torch as th

from dig_envs import agents
from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.training import ppo
from dig_envs.training.environment.opponent_pool import MIN_WEIGHT, Pool, PoolMember, pool_of_noise_levels
from dig_envs.training.run.learner import policy_of
from tests.support.tiny_training import DIG, TINY_PPO, same


def test_the_pool_prefers_opponents_that_are_equals():
    random = agents.make("random", game=DIG)
    pool = Pool([PoolMember(random, share) for share in (0.0, 0.1, 0.5, 0.9, 1.0)])
    beaten, weak, equal, strong, hopeless = pool.weights()
    assert equal == 1.0 and weak == pytest.approx(strong) and equal > weak > beaten == hopeless == MIN_WEIGHT
    assert [opponent.share for opponent in pool.opponents()] == pool.weights().tolist()


def test_a_name_with_a_noise_level_is_in_the_pool_once():
    pool = pool_of_noise_levels(DIG, ["greedy@0.3", "greedy@0", "expert"], noise_levels=(0.5,), snapshots=0)
    assert [(member.agent.name, member.agent.noise) for member in pool.members] == [
        ("greedy", 0.3),
        ("greedy", 0.0),
        ("expert", 0.5),
    ]


def test_the_pool_starts_near_random_and_has_every_noise_level():
    pool = pool_of_noise_levels(DIG, ["random", "greedy"], noise_levels=(0.5, 0.0), snapshots=0)
    assert [member.label for member in pool.members] == ["random", "greedy@0.5", "greedy"]
    assert [member.agent.noise for member in pool.members] == [0.0, 0.5, 0.0]
    assert pool.weights().tolist() == [1.0, MIN_WEIGHT, MIN_WEIGHT]


def test_results_change_the_win_share_of_the_opponents_that_played():
    random = agents.make("random", game=DIG)
    pool = Pool([PoolMember(random, 0.5), PoolMember(random, 0.5), PoolMember(random, 0.5)])
    opponents = np.array([[-1, 0], [1, -1]] * 500)
    pool.record(opponents, np.array([1.0, -1.0] * 500))
    assert pool.members[0].win_share > 0.95 and pool.members[1].win_share < 0.05 and pool.members[2].win_share == 0.5
    pool.record(opponents, np.zeros(1000))
    assert pool.members[0].win_share == pytest.approx(0.5, abs=0.05)


def test_a_new_snapshot_replaces_the_oldest():
    pool = Pool([PoolMember(agents.make("random", game=DIG), 0.5)], snapshots=2)
    layers = [th.nn.Sequential(th.nn.Linear(3, 2)) for _ in range(3)]
    for each in layers:
        pool.add_snapshot(each)
    assert pool.snapshot_layers() == [layers[2], layers[1]] and len(pool.members) == 3


def test_a_snapshot_of_the_policy_is_frozen(tmp_path):
    learner = ppo.make_learner(TINY_PPO, DigVecEnv("dig_v0", 16, seed=0), tmp_path)
    layers = policy_of(learner)
    before = {name: value.clone() for name, value in layers.state_dict().items()}
    learner.model.learn(1_024)
    assert same(before, layers.state_dict()) and not same(before, policy_of(learner).state_dict())
