"""DQN: illegal actions are masked in exploration, in the greedy choice and in the bootstrap target."""

import numpy as np
import pytest
import torch as th
from gymnasium import spaces
from stable_baselines3.common.buffers import ReplayBuffer

from agents.learned import tensors
from dig_envs.adapters.sb3 import DigVecEnv
from tests.tiny_training import TINY_DQN, changed
from training import dqn
from training.algorithms import replay_memory


def dqn_model(**changes):
    env = DigVecEnv("dig_v0", 8, seed=0, illegal="raise")
    config = changed(TINY_DQN, num_envs=8, **changes)
    return dqn.build(config, env)


def observations_of(model):
    return model.env.reset()


def masks_of(model, observations):
    return observations[:, -model.action_space.n :] == 1


def test_dqn_explores_legal_actions_only_and_all_of_them():
    model = dqn_model()
    observations = observations_of(model)
    masks, seen = masks_of(model, observations), np.zeros((8, model.action_space.n), bool)
    model.exploration_rate = 1.0
    for _ in range(300):
        seen[np.arange(8), model.predict(observations)[0]] = True
    assert (seen == masks).all()
    model._last_obs = observations
    warm_up = np.array([model._sample_action(learning_starts=100)[0] for _ in range(100)])
    assert masks[np.arange(8), warm_up].all()


def test_dqn_chooses_the_best_legal_action():
    model = dqn_model()
    observations = observations_of(model)
    masks = masks_of(model, observations)
    illegal = int((~masks).all(axis=0).argmax())
    assert not masks[:, illegal].any()
    last = model.policy.q_net.q_net[-1]
    with th.no_grad():
        last.bias[illegal] = 1_000.0
    chosen, _ = model.predict(observations, deterministic=True)
    unmasked = th.nn.Sequential(*model.policy.q_net.q_net)(th.from_numpy(observations[:, : -masks.shape[1]])).detach().numpy()
    assert (unmasked.argmax(axis=1) == illegal).all()
    assert (chosen == np.where(masks, unmasked, -np.inf).argmax(axis=1)).all()


def test_dqn_bootstraps_from_legal_actions_of_the_next_state():
    """With a target network that values one action at 1,000, only where that action is legal next does the target rise."""
    model = dqn_model(n_step=1, gamma=1.0, learning_starts=10_000)
    model.learn(8_192)
    replay = model.replay_buffer
    batch = replay._get_samples(np.arange(replay.size()))
    legal = batch.next_observations[:, -model.action_space.n :].numpy() == 1
    running = batch.dones.numpy().ravel() == 0
    rare = int(np.where(legal[running].any(axis=0), legal[running].mean(axis=0), 1.0).argmin())
    with th.no_grad():
        for layer in model.q_net_target.q_net:
            for values in layer.parameters():
                values.zero_()
        model.q_net_target.q_net[-1].bias[rare] = 1_000.0
        best = model.q_net_target(batch.next_observations).max(dim=1).values.numpy()
    assert 0 < legal[running, rare].mean() < 1
    assert (best[running] == np.where(legal[running, rare], 1_000.0, 0.0)).all()
    assert not legal[~running].any() and np.isfinite(best).all()


def test_the_replay_buffer_holds_what_was_seen_and_the_masks_of_it():
    model = dqn_model(n_step=1)
    model.learn(800)
    replay = model.replay_buffer
    actions = replay.actions[: replay.pos, :, 0]
    masks = replay.observations[: replay.pos, :, -model.action_space.n :]
    assert np.take_along_axis(masks, actions[..., None], axis=2).all()
    follows = replay.dones[: replay.pos - 1] == 0
    assert (replay.next_observations[: replay.pos - 1][follows] == replay.observations[1 : replay.pos][follows]).all()


@pytest.mark.parametrize("steps", [0, 1, 37, 50, 51, 130])
def test_a_replay_buffer_is_filled_again_as_it_was(steps):
    """Before it is full, when it just is, and when new decisions have replaced old ones."""
    generator = np.random.default_rng(steps)
    space = spaces.Box(0.0, 1.0, (7,), np.float32), spaces.Discrete(5)
    buffer, again = (ReplayBuffer(100, *space, n_envs=2, handle_timeout_termination=True) for _ in range(2))
    observation = np.zeros((2, 7), np.float32)
    for _ in range(steps):
        following = generator.integers(0, 3, (2, 7)).astype(np.float32) / 2
        dones = generator.random(2) < 0.2
        last = np.where(dones[:, None], np.float32(0.25), following)
        buffer.add(observation, last, generator.integers(0, 5, 2), generator.random(2), dones, [{}, {}])
        observation = following
    replay_memory.restore(again, tensors.unpack(tensors.pack(replay_memory.contents(buffer))))
    assert (again.pos, again.full) == (buffer.pos, buffer.full)
    for name in ("observations", "next_observations", *replay_memory.WHOLE):
        assert (getattr(again, name)[: buffer.size()] == getattr(buffer, name)[: buffer.size()]).all(), name
