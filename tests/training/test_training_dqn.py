"""DQN: illegal actions are masked everywhere, targets are double, and no value leaves the range of possible returns."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch as th
from gymnasium import spaces
from stable_baselines3.common.buffers import ReplayBuffer

from dig_envs.adapters.sb3 import DigVecEnv
from dig_envs.agents.learned import tensors
from dig_envs.core.errors import ModelError
from dig_envs.training import dqn
from dig_envs.training.sb3 import replay_buffer
from tests.support.tiny_training import TINY_DQN, changed


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


def with_biases(network, **biases):
    """Set a network's logits to constants: the given logits of the given actions, and 0 for all others."""
    with th.no_grad():
        for values in network.q_net.parameters():
            values.zero_()
        for action, logit in biases.items():
            network.q_net[-1].bias[int(action[1:])] = logit


def test_dqn_bootstraps_from_legal_actions_of_the_next_state():
    """The networks prefer one action: the target rises only if this action is legal in the next state."""
    model = dqn_model(n_step=1, gamma=1.0, learning_starts=10_000)
    model.learn(8_192)
    replay = model.replay_buffer
    batch = replay._get_samples(np.arange(replay.size()))
    legal = batch.next_observations[:, -model.action_space.n :].numpy() == 1
    running = batch.dones.numpy().ravel() == 0
    rare = int(np.where(legal[running].any(axis=0), legal[running].mean(axis=0), 1.0).argmin())
    for network in (model.q_net, model.q_net_target):
        with_biases(network, **{f"a{rare}": 100.0})
    targets = model._targets(batch).numpy().ravel()
    assert 0 < legal[running, rare].mean() < 1
    assert (targets[running] == np.where(legal[running, rare], 1.0, 0.0)).all()
    assert not legal[~running].any() and (targets[~running] == batch.rewards.numpy().ravel()[~running]).all()


def test_the_next_action_is_chosen_by_the_network_and_valued_by_its_target():
    model = dqn_model(n_step=1, gamma=0.5)
    observations = observations_of(model)
    first, second = (int(action) for action in np.flatnonzero(masks_of(model, observations).all(axis=0))[:2])
    with_biases(model.q_net, **{f"a{first}": 1.0, f"a{second}": 0.5})
    with_biases(model.q_net_target, **{f"a{first}": -np.log(3.0), f"a{second}": 9.0})  # a quarter of the range, and its top
    nothing = th.zeros(8, 1)
    seen = th.from_numpy(observations)
    memory = SimpleNamespace(next_observations=seen, rewards=nothing + 0.25, dones=nothing, discounts=None)
    assert model._targets(memory).ravel().tolist() == pytest.approx([0.25 + 0.5 * -0.5] * 8)


def test_values_stay_within_the_range_of_returns():
    """This holds for any weights. Illegal actions have the lowest value, and the best of nearly equal values is found."""
    model = dqn_model(reward_scale=3.0)
    observations = th.from_numpy(observations_of(model))
    masks = masks_of(model, observations.numpy())
    with th.no_grad():
        for values in model.q_net.parameters():
            values.mul_(1_000.0)
    values = model.q_net(observations).detach().numpy()
    assert values.min() == -3.0 and values.max() == 3.0 and (values[~masks] == -3.0).all()
    logits = model.q_net.logits(observations).detach().numpy()
    assert (model.predict(observations.numpy(), deterministic=True)[0] == logits.argmax(axis=1)).all()
    assert (np.sort(logits, axis=1)[:, -1] > 100.0).any()  # the values of several actions round to the same float


def test_a_network_that_has_diverged_stops_the_training():
    model = dqn_model(learning_starts=64)
    model.learn(128)
    with th.no_grad():
        model.q_net_target.q_net[0].bias[0] = float("nan")
    with pytest.raises(ModelError, match="the training has diverged: values go from nan to nan, and returns from -1 to 1"):
        model.train(1, 64)


@pytest.mark.parametrize(
    ("game", "options", "changes", "wanted"),
    [
        ("dig_v0", {}, {}, (-1.0, 1.0)),
        ("dig_v0", {"num_players": 3}, {"reward_scale": 2.0}, (-1.0, 2.0)),
        ("dig_v0", {"num_players": 3}, {"shaped": True}, (-1.5, 1.5)),
        ("dig_v0", {"reward": "score"}, {}, (-2.0, 2.0)),
        ("dig_v0", {"reward": "score"}, {"return_limit": 1.5, "shaped": True, "reward_scale": 4.0}, (-12.0, 12.0)),
        ("dig_dig_v0", {"num_players": 4}, {}, (-1.0, 1.0)),
        ("dig_dig_v0", {"num_players": 4, "reward": "rank"}, {}, (-1.0, 1.0)),
        ("two_bit_bandits_v0", {"num_players": 1}, {}, (-2.0, 2.0)),
    ],
)
def test_the_range_of_returns_follows_from_the_rewards(game, options, changes, wanted):
    config = changed(TINY_DQN, game=game, options=options, **changes)
    assert config.value_range == wanted


def test_a_return_beyond_the_limit_counts_as_the_limit():
    network = dqn_model(return_limit=0.5).q_net
    assert (network.low, network.high) == (-1.0, 1.0)
    assert network.shares(th.tensor([-7.0, -1.0, 0.5, 1.0, 3.0])).tolist() == [0.0, 0.0, 0.75, 1.0, 1.0]


def test_the_target_network_follows_slowly():
    model = dqn_model(learning_starts=64, tau=0.25)
    model.learn(64)
    before = model.q_net_target.q_net[-1].bias.clone()
    with_biases(model.q_net)
    model._on_step()
    assert th.allclose(model.q_net_target.q_net[-1].bias, 0.75 * before)


def test_the_replay_buffer_stores_observations_with_their_masks():
    model = dqn_model(n_step=1)
    model.learn(800)
    replay = model.replay_buffer
    actions = replay.actions[: replay.pos, :, 0]
    masks = replay.observations[: replay.pos, :, -model.action_space.n :]
    assert np.take_along_axis(masks, actions[..., None], axis=2).all()
    follows = replay.dones[: replay.pos - 1] == 0
    assert (replay.next_observations[: replay.pos - 1][follows] == replay.observations[1 : replay.pos][follows]).all()


@pytest.mark.parametrize("steps", [0, 1, 37, 50, 51, 130])
def test_a_replay_buffer_is_restored_exactly(steps):
    """The buffer is not yet full, just full, or has replaced old decisions."""
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
    replay_buffer.restore(again, tensors.unpack(tensors.pack(replay_buffer.contents(buffer))))
    assert (again.pos, again.full) == (buffer.pos, buffer.full)
    for name in ("observations", "next_observations", *replay_buffer.ARRAYS):
        assert (getattr(again, name)[: buffer.size()] == getattr(buffer, name)[: buffer.size()]).all(), name
