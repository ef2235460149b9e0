"""The magnet holds the policy: by hand, and as an effect on trained policies."""

import numpy as np
import pytest
import torch as th

from dig_envs.training import ppo
from dig_envs.training.ppo.magnet import Magnet
from dig_envs.training.process.torch_state import isolated
from dig_envs.training.run.make_tables import pool_for, tables_for
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run
from tests.support.tiny_training import TINY_PPO, changed

CONFIG = changed(TINY_PPO, self_play=True, magnet="average", magnet_memory=0.75)


def test_divergence_from_the_uniform_policy_by_hand():
    """With probabilities 3/4 and 1/4 of two legal actions: 3/4 log(3/2) + 1/4 log(1/2)."""
    logits = th.tensor([[0.75, 0.25, 1e-30]]).log()
    found = Magnet(1.0).divergence(th.zeros(1, 1), th.tensor([[1.0, 1.0, 0.0]]), logits)
    assert found.item() == pytest.approx(0.75 * np.log(1.5) + 0.25 * np.log(0.5), abs=1e-6)


def test_the_average_moves_towards_the_policy(tmp_path):
    config = CONFIG.validated()
    with isolated(0, 1):
        learner = ppo.make_learner(config, tables_for(config, pool_for(config)), tmp_path)
        magnet, policy = learner.callbacks[0].terms[0], learner.model.policy
        before = [weight.clone() for weight in magnet.average.parameters()]
        with th.no_grad():
            for weight in policy.parameters():
                weight += 1.0
        magnet.end_rollout(learner.model)
    moved = [new - old for old, new in zip(before, magnet.average.parameters(), strict=True)]
    assert all(th.allclose(each, th.full_like(each, 0.25), atol=1e-6) for each in moved)
    assert not any(weight.requires_grad for weight in magnet.average.parameters())


@pytest.mark.parametrize("magnet", ["uniform", "average"])
def test_a_heavy_magnet_holds_the_policy(magnet, tmp_path):
    """The policy starts near uniform: with a heavy magnet it stays there, and its divergence is logged."""
    entropies = {}
    for weight in (0.0, 20.0):
        config = changed(CONFIG, magnet=magnet, magnet_weight=weight, learning_rate=3e-3, folder=str(tmp_path / str(weight)))
        with isolated(0, 1):
            training = PoolTraining(Run(config.validated()), ppo.make_learner)
            training.learn()
            model = training.learner.model
            buffer = model.rollout_buffer
            seen, masks = (th.from_numpy(array.reshape(512, -1)) for array in (buffer.observations, buffer.action_masks))
            logits = model.policy.get_distribution(seen, action_masks=masks).distribution.logits
            entropies[weight] = Magnet(1.0).divergence(seen, masks.float(), logits).mean().item()
    assert entropies[20.0] < 0.25 * entropies[0.0]
