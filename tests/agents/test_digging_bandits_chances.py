"""Test the chances to win that evaluate unfinished playouts of Digging Bandits: they add up to 1 and predict winners."""

import numpy as np
import pytest

from dig_envs.agents.digging_bandits.valuation.chances import expected_rewards
from dig_envs.agents.digging_bandits.valuation.state_features import HELD_GOLD, SEAT_NUMBERS, describe_seat
from dig_envs.agents.search import make_search
from dig_envs.core.agent import Decisions
from dig_envs.core.batch import Batch
from dig_envs.core.catalogue import game_of
from dig_envs.core.compiler import compiled
from dig_envs.core.engine import engine_of
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import Card
from tests.support.catalogue import CASES
from tests.support.play import MixedPlay, batch_of

GAME = game_of("digging_bandits_v0")
OWN = [case for case in CASES if case.game == GAME.id and not case.features]


@compiled
def evaluate_states(states, rewards):
    for k in range(len(states)):
        expected_rewards(states[k], rewards[k])


@compiled
def describe_seats(states, numbers):
    for k in range(len(states)):
        for p in range(states[k].table.num_players):
            describe_seat(states[k], p, numbers[k, p])


def evaluated(states: np.ndarray) -> np.ndarray:
    rewards = np.zeros((len(states), GAME.max_players))
    engine_of(GAME).kernel(evaluate_states)(states, rewards)
    return rewards


def unfinished(states: np.ndarray) -> np.ndarray:
    return states[states["table"]["end"] == End.RUNNING].copy()


@pytest.mark.parametrize("case", OWN, ids=lambda case: case.id)
def test_chances_add_up_to_one_win(case):
    batch = batch_of(case, 64, 3)
    play = MixedPlay(batch, 3)
    for _ in range(6):
        for _ in range(30):
            batch.step(play.actions(batch))
        states = unfinished(batch.states)
        count = batch.options.num_players
        rewards = evaluated(states)[:, :count]
        teams = bool(states["table"]["teams"][0])
        least = -1.0 if teams else -1.0 / (count - 1)
        assert (rewards >= least - 1e-9).all() and (rewards <= 1.0 + 1e-9).all()
        assert np.allclose(rewards.sum(axis=1), 0.0)
        assert np.ptp(rewards, axis=1).max() > 0.01
        if teams:
            assert np.array_equal(rewards, np.roll(rewards, 2, axis=1))
        else:
            assert np.allclose(rewards[states["table"]["out"][:, :count] > 0], least)


def test_features_of_a_seat_contain_its_hand():
    batch = Batch(GAME, GAME.parse_options(), 16, 1)
    states = batch.states.copy()
    states["seats"]["hand"][:, 1, Card.GOLD] = 1
    numbers = np.zeros((len(states), GAME.max_players, SEAT_NUMBERS), np.float32)
    engine_of(GAME).kernel(describe_seats)(states, numbers)
    assert (numbers[:, 1, HELD_GOLD] == 1).all() and (numbers[:, 0, HELD_GOLD] == 0).all()
    assert (evaluated(states)[:, 1] > evaluated(batch.states.copy())[:, 1]).all()


@pytest.mark.long
def test_chances_predict_winners():
    batch = Batch(GAME, GAME.parse_options(max_turns=60), 512, 77, deal_again=False)
    play = MixedPlay(batch, 77, noises=(0.0,))
    for _ in range(100):
        batch.step(play.actions(batch))
    rows = np.flatnonzero(batch.players >= 0)
    expected = evaluated(batch.states[rows].copy())[:, 0]
    while (batch.players >= 0).any():
        batch.step(play.actions(batch))
    won = batch.states["table"]["winner"][rows, :2] + (batch.states["table"]["out"][rows, :2] == 0)
    assert np.corrcoef(expected, np.sign(won[:, 0].astype(int) - won[:, 1]))[0, 1] > 0.1


def test_unfinished_playouts_are_evaluated_by_chances():
    batch = batch_of(OWN[0], 12, 5)
    play = MixedPlay(batch, 5)
    for _ in range(25):
        batch.step(play.actions(batch))
    rows = np.flatnonzero((batch.players >= 0) & (batch.masks.sum(axis=1) > 1))
    given = batch.states[rows], batch.players[rows], batch.observations[rows], batch.masks[rows]
    decisions = Decisions.of(GAME, *given, np.random.default_rng(9))
    found = make_search(GAME, turns=1, playouts=40, pool=8, z=0.0, num_threads=1).search(decisions)
    sums = found["values"][found["visits"] > 0]
    assert len(sums) and (np.abs(sums - np.round(sums)) > 1e-6).mean() > 0.9  # complete playouts have the value 1 or -1
