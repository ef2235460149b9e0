"""PPO's rollout buffer yields the minibatches of sb3-contrib's buffer, and allocates its memory once."""

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from dig_envs.training.ppo.rollouts import RolloutBuffer

STEPS, TABLES, FLOATS, ACTIONS = 5, 3, 7, 4
SPACES = spaces.Box(0.0, 1.0, (FLOATS,), np.float32), spaces.Discrete(ACTIONS)


def fill(buffer, seed):
    """Fill a buffer with a rollout of random numbers."""
    rng = np.random.default_rng(seed)
    buffer.reset()
    for _ in range(STEPS):
        masks = rng.random((TABLES, ACTIONS)) < 0.5
        numbers = rng.random((2, TABLES)), th.rand(TABLES), th.rand(TABLES)
        actions = rng.integers(ACTIONS, size=(TABLES, 1))
        (rewards, starts), values, likelihoods = numbers
        seen = rng.random((TABLES, FLOATS), np.float32)
        buffer.add(seen, actions, rewards, starts < 0.2, values, likelihoods, action_masks=masks)
    buffer.compute_returns_and_advantage(th.ones(TABLES), np.zeros(TABLES))


def minibatches(buffer, seed, size):
    """Return the minibatches of two epochs, and the arrays of the buffer."""
    th.manual_seed(seed)
    fill(buffer, seed)
    np.random.seed(seed)
    found = [[part.reshape(len(part), -1).float() for part in batch] for _ in range(2) for batch in buffer.get(size)]
    return found, buffer.values.flatten().sum(), buffer.returns.flatten().sum()


def test_minibatches_are_those_of_sb3_contrib():
    ours, theirs = (kind(STEPS, *SPACES, n_envs=TABLES) for kind in (RolloutBuffer, MaskableRolloutBuffer))
    for seed, size in ((0, 4), (1, 4), (2, None)):  # all rollouts use the memory of the first
        (found, *sums), (expected, *their_sums) = (minibatches(buffer, seed, size) for buffer in (ours, theirs))
        assert len(found) == len(expected) == (2 if size is None else 8)
        for one, other in zip(found, expected, strict=True):
            assert len(one) == len(other) and all(th.equal(part, wanted) for part, wanted in zip(one, other, strict=True))
        assert np.allclose(sums, their_sums)


def test_rollouts_share_their_memory():
    buffer = RolloutBuffer(STEPS, *SPACES, n_envs=TABLES)
    fill(buffer, 0)
    seen = buffer.observations
    batch = next(buffer.get(4))
    assert batch.action_masks.dtype == th.bool and batch.observations.shape == (4, FLOATS)
    before = batch.observations.clone()
    fill(buffer, 1)
    assert buffer.observations is seen and th.equal(batch.observations, before), "a minibatch is a copy"
