"""Self-play: one policy decides for every seat, and advantages never mix seats."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
import torch as th
from gymnasium import spaces

from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.errors import ArgumentError
from dig_envs.training import ppo
from dig_envs.training.environment.potentials import potentials_of
from dig_envs.training.environment.self_play import EverySeat
from dig_envs.training.ppo.seat_rollouts import SeatRolloutBuffer
from dig_envs.training.run.pool_training import PoolTraining
from dig_envs.training.run.run import Run
from tests.support.play import random_actions
from tests.support.tiny_training import TINY_PPO, changed, same, weights

SPACES = spaces.Box(0.0, 1.0, (1,), np.float32), spaces.Discrete(2)


def filled(seats, rewards, values, dones, movers, last_values, gamma, gae_lambda):
    """Return a buffer of steps (steps, tables) whose advantages are computed."""
    steps, tables = np.shape(seats)
    toy = SimpleNamespace(
        decided=None, seat_rewards=None, batch=SimpleNamespace(num_players=np.shape(rewards)[2], players=np.array(movers))
    )
    buffer = SeatRolloutBuffer(toy, steps, *SPACES, "cpu", gae_lambda=gae_lambda, gamma=gamma, n_envs=tables)
    starts = np.ones(tables)
    for step in range(steps):
        toy.decided, toy.seat_rewards = np.array(seats[step]), np.array(rewards[step])
        observations = np.full((tables, 1), step / steps, np.float32)
        value = th.tensor(values[step], dtype=th.float32)
        masks = np.ones((tables, 2))
        buffer.add(observations, np.zeros((tables, 1)), toy.seat_rewards[:, 0], starts, value, value, action_masks=masks)
        starts = np.array(dones[step])
    buffer.compute_returns_and_advantage(th.tensor(last_values, dtype=th.float32), starts)
    return buffer


def test_advantages_of_two_seats_by_hand():
    """Seat 0 decides in steps 0, 3 and 4, seat 1 in 1, 2 and 5; the game ends with step 3, and seat 0 moves next at the end.

    The discount and lambda are 1/2. In the first game step 1 rewards seat 0 with 4; the end rewards seat 0 with 8 and
    seat 1 with - 8.

    - step 3, seat 0, the last: 8 - V3 = 8 - 2 = 6
    - step 2, seat 1, its last: - 8 - V2 = - 8 + 4 = - 4
    - step 1, seat 1: V2 / 2 - V1 + (- 4) / 4 = - 2 - 1 - 1 = - 4
    - step 0, seat 0: 4 + V3 / 2 - V0 + 6 / 4 = 4 + 1 - 10 + 1.5 = - 3.5
    - step 4, seat 0, in the next game, followed by the present decision: 16 / 2 - V4 = 8 - 3 = 5
    - step 5, seat 1: its next decision is not known
    """
    nothing = [0.0, 0.0]
    buffer = filled(
        seats=[[0], [1], [1], [0], [0], [1]],
        rewards=[[nothing], [[4.0, 0.0]], [nothing], [[8.0, -8.0]], [nothing], [nothing]],
        values=[[10.0], [1.0], [-4.0], [2.0], [3.0], [7.0]],
        dones=[[0], [0], [0], [1], [0], [0]],
        movers=[0],
        last_values=[16.0],
        gamma=0.5,
        gae_lambda=0.5,
    )
    assert buffer.advantages.ravel().tolist() == [-3.5, -4.0, -4.0, 6.0, 5.0, 0.0]
    assert buffer.returns.ravel().tolist() == [6.5, -3.0, -8.0, 8.0, 8.0, 7.0]
    assert buffer.closed.ravel().tolist() == [True] * 5 + [False]
    learned_from = np.concatenate([batch.observations.numpy().ravel() for batch in buffer.get(2)])
    assert len(learned_from) == 4 and 5 not in np.round(6 * learned_from)  # a last minibatch with one decision is left out


def random_rollout(generator, steps=40, tables=6, seats=3):
    dones = generator.random((steps, tables)) < 0.1
    return {
        "seats": generator.integers(0, seats, (steps, tables)),
        "rewards": generator.normal(size=(steps, tables, seats)).astype(np.float32),
        "values": generator.normal(size=(steps, tables)),
        "dones": dones,
        "movers": generator.integers(0, seats, tables),
        "last_values": generator.normal(size=tables),
        "gamma": 0.9,
        "gae_lambda": 0.8,
    }


def test_rewards_of_a_seat_do_not_change_advantages_of_another():
    rollout = random_rollout(np.random.default_rng(1))
    before = filled(**rollout)
    rollout["rewards"][:, :, 1] += 100.0
    after = filled(**rollout)
    moved = before.advantages != after.advantages
    assert moved[before.closed & (before.seats == 1)].all() and not moved[before.seats != 1].any()


def test_advantages_of_a_seat_follow_from_its_own_decisions():
    """The advantage is the sum of the later errors of the seat in the same game, discounted by its decisions."""
    rollout = random_rollout(np.random.default_rng(2))
    buffer = filled(**rollout)
    games = np.concatenate([np.zeros((1, 6), int), rollout["dones"].cumsum(axis=0)])
    for table in range(6):
        for seat in range(3):
            for game in range(games[-1, table] + 1):
                _check_stream(rollout, buffer, games, table, seat, game)


def _check_stream(rollout, buffer, games, table, seat, game):
    in_game = games[:-1, table] == game
    own = np.flatnonzero(in_game & (rollout["seats"][:, table] == seat))
    over = game < games[-1, table]
    ends = int(np.flatnonzero(in_game)[-1]) + 1 if in_game.any() else 0
    values = [float(np.float32(rollout["values"][step][table])) for step in own]
    if over:
        values.append(0.0)
    elif rollout["movers"][table] == seat:
        values.append(rollout["last_values"][table])
    else:
        assert not buffer.closed[own[-1:], table].any()
        own, ends = own[:-1], own[-1] if len(own) else 0
    errors = [
        rollout["rewards"][step:following, table, seat].sum() + 0.9 * values[place + 1] - values[place]
        for place, (step, following) in enumerate(pairwise([*own, ends]))
    ]
    wanted = [sum(0.72**later * error for later, error in enumerate(errors[place:])) for place in range(len(errors))]
    assert buffer.advantages[own, table] == pytest.approx(wanted, abs=1e-4) and buffer.closed[own, table].all()


def test_with_one_player_self_play_equals_an_ordinary_run(tmp_path):
    """With one seat, self-play plays the same games and gives the same weights."""
    options = {"num_players": 1, "max_turns": 15}
    config = changed(TINY_PPO, game="two_bit_bandits_v0", options=options, steps=1_024, shaped=True, reward_scale=4.0)
    ordinary = ppo.train(changed(config, folder=str(tmp_path / "one")), progress=False).model
    every = ppo.train(changed(config, self_play=True, folder=str(tmp_path / "every")), progress=False).model
    assert same(weights(ordinary), weights(every))


@pytest.mark.parametrize("potential", [None, "standings"])
def test_every_seat_gets_its_own_reward(potential):
    """Over a game, the rewards of each seat add up to its reward minus its potential at the first decision."""
    game = game_of("lets_dig_for_treasure_v0")
    tables = EverySeat(Batch(game, game.parse_options(num_players=3, reward="score"), 16, seed=3), 2.0, potential)
    tables.reset()
    start = (lambda: 2.0 * potentials_of(tables.batch, potential)) if potential else (lambda: np.zeros((16, 3)))
    sums, finished, generator = start(), 0, np.random.default_rng(0)
    for _ in range(400):
        movers = tables.batch.players.copy()
        _, rewards, dones, _ = tables.step(random_actions(tables.action_masks(), generator))
        assert (tables.decided == movers).all() and (rewards == tables.seat_rewards[np.arange(16), movers]).all()
        sums += tables.seat_rewards
        assert sums[dones] == pytest.approx(2.0 * tables.batch.rewards[dones], abs=1e-4)
        sums[dones] = start()[dones]
        finished += dones.sum()
    assert finished > 10


def test_every_seat_learns_and_there_are_no_opponents(tmp_path):
    config = changed(TINY_PPO, self_play=True, options={"num_players": 3}, folder=str(tmp_path)).validated()
    training = PoolTraining(Run(config), ppo.make_learner)
    training.learn()
    buffer = training.learner.model.rollout_buffer
    assert training.pool.members == [] and set(np.unique(buffer.seats)) == {0, 1, 2}
    assert 0.9 < buffer.closed.mean() < 1.0
    with pytest.raises(ArgumentError, match="self-play has no opponents, such as greedy"):
        changed(config, opponents=("greedy",)).validated()
