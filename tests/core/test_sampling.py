"""`Batch.sample` draws legal actions uniformly, and a copy of a batch draws the same actions."""

import pickle

import numpy as np
import pytest

import dig_envs
from tests.support.batches import EVERY_CASE, assert_same
from tests.support.play import batch_of


@EVERY_CASE
def test_samples_are_legal(case):
    batch = batch_of(case, 50, seed=4, deal_again=False)
    for _ in range(300):
        actions = batch.sample()
        running = batch.players >= 0
        assert (batch.masks[running, actions[running]] == 1).all() and (actions[~running] == -1).all()
        batch.step(actions)


def test_samples_are_uniform():
    batch = dig_envs.batch("dig_v0", num_tables=20_000, seed=2)
    counts = np.zeros(batch.game.num_actions)
    same = (batch.masks == batch.masks[0]).all(axis=1)
    for _ in range(5):
        counts += np.bincount(batch.sample()[same], minlength=len(counts))
    legal = batch.masks[0] == 1
    assert (counts[~legal] == 0).all()
    mean = counts[legal].mean()
    assert (abs(counts[legal] - mean) < 5 * np.sqrt(mean)).all() and mean > 1000


def test_random_steps_draw_the_same_actions():
    one, other = (dig_envs.batch("dig_dig_v0", num_tables=40, seed=9, max_turns=20) for _ in range(2))
    for _ in range(200):
        one.step(one.sample())
    other.random_steps(200)
    assert_same(one, other)


def test_a_game_has_the_same_samples_in_every_batch():
    many, single = (dig_envs.batch("dig_v0", num_tables=count, seed=seed) for count, seed in ((8, 10), (1, 15)))
    for _ in range(100):
        actions = many.sample(), single.sample()
        assert actions[0][5] == actions[1][0]
        many.step(actions[0])
        single.step(actions[1])


@pytest.mark.parametrize("copy", ["clone", "pickle", "restore"])
def test_copies_draw_the_same_samples(copy):
    batch = dig_envs.batch("lets_dig_for_treasure_v0", num_tables=30, seed=6)
    for _ in range(30):
        batch.step(batch.sample())
    if copy == "restore":
        twin = dig_envs.batch("lets_dig_for_treasure_v0", num_tables=30, seed=7)
        twin.restore(batch.snapshot())
    else:
        twin = batch.clone() if copy == "clone" else pickle.loads(pickle.dumps(batch))
    for _ in range(60):
        actions = batch.sample()
        assert (twin.sample() == actions).all()
        batch.step(actions)
        twin.step(actions)
    assert (batch.sample() == twin.sample()).all()


def test_two_successive_samples_differ():
    batch = dig_envs.batch("dig_v0", num_tables=100, seed=1)
    assert (batch.sample() != batch.sample()).any()
