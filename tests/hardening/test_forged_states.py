"""`check` handles any forged state: it reads nothing out of bounds, and accepted states continue validly to the end."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dig_envs.core.batch import Batch
from dig_envs.core.engine import Engine
from tests.support.catalogue import CASES, Case
from tests.support.forgery import Forger, has_options, sampled_states
from tests.support.play import MixedPlay, batch_of, broken, random_actions, redealt, with_states
from tests.support.sound_games import NOISES, assert_ends_are_sound, assert_sound

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted({case.game for case in CASES})
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
FEW, MANY = 300, 100_000  # forged states per case and per game
SHORT, LONG = 40, 200  # moves
MAX_TABLES = 2_000  # in one batch
GENERATIONS = 4  # each generation also changes the accepted states of the last one


def accepted(batch: Batch, states: np.ndarray, played: np.ndarray) -> np.ndarray:
    """The states that a batch accepts: those with its options, as in states that were played, and no broken invariant."""
    sound = broken(batch, states) == 0
    return states[sound & has_options(batch.game, batch.options, states, played)]


def accepted_forgeries(case: Case, count: int, seed: int) -> np.ndarray:
    """The accepted ones among `count` forged states, which are changed states of real games and of earlier generations."""
    batch = batch_of(case, 1)
    sources = played = sampled_states(case, seed)
    found = []
    for generation in range(GENERATIONS):
        found.append(accepted(batch, Forger(sources, seed + generation).forged(count // GENERATIONS), played))
        sources = np.concatenate([sources[:: generation + 1], found[-1]])
    return np.concatenate(found)


def assert_continues(case: Case, states: np.ndarray, moves: int, seed: int) -> None:
    """Bots and random players continue validly from each state, and every seat's determinization is valid."""
    batch = with_states(batch_of(case, len(states), deal_again=False), states)
    assert_redeals_are_sound(batch)
    play = MixedPlay(batch, seed, NOISES)
    for _ in range(moves):
        assert_sound(batch)
        if (batch.players < 0).all():
            break
        batch.step(play.actions(batch))
        assert_ends_are_sound(batch)


def assert_redeals_are_sound(batch: Batch) -> None:
    states = batch.states[batch.players >= 0]
    for player in range(batch.num_players):
        assert not broken(batch, redealt(batch, states, player, np.arange(len(states)))).any()


def assert_forgeries_do_no_harm(case: Case, count: int, moves: int, seed: int) -> None:
    states = accepted_forgeries(case, count, seed)
    assert len(states), "without accepted states nothing is tested"
    for start in range(0, len(states), MAX_TABLES):
        assert_continues(case, states[start : start + MAX_TABLES], moves, seed)


@EVERY_CASE
def test_forged_states_are_refused_or_continue(case):
    assert_forgeries_do_no_harm(case, FEW, SHORT, seed=31)


@pytest.mark.long
@EVERY_CASE
def test_very_many_forged_states_are_refused_or_continue(case):
    cases = sum(other.game == case.game for other in CASES)
    assert_forgeries_do_no_harm(case, MANY // cases, LONG, seed=32)


@EVERY_GAME
def test_no_forged_state_is_read_out_of_bounds(game):
    """In uncompiled code every index out of range raises an error, also a negative one, and every value that overflows."""
    case = [case for case in CASES if case.game == game][-1]
    states = Forger(sampled_states(case, seed=33), seed=33).forged(FEW // 4)
    batch = batch_of(case, 1)
    plain = Engine(batch.game)
    plain.plain = True
    found = np.zeros(len(states), np.int64)
    plain.check_states(states, found)
    assert (found == broken(batch, states)).all()
    assert (found != 0).any()


@pytest.mark.long
@EVERY_GAME
def test_accepted_forgeries_play_within_bounds_uncompiled(game):
    case = [case for case in CASES if case.game == game][-1]
    states = accepted_forgeries(case, FEW, seed=34)[:20]
    batch = with_states(batch_of(case, len(states), deal_again=False), states)
    batch.engine = Engine(batch.game)
    batch.engine.plain = True
    generator = np.random.default_rng(34)
    for _ in range(10):
        batch.step(random_actions(batch.masks, generator))
        assert_sound(batch)


@pytest.mark.long
@EVERY_GAME
def test_no_index_of_a_forged_state_is_out_of_bounds(game):
    """The same with compiled code that checks bounds. A bot cannot raise its error, but prints it."""
    cases = [case for case in CASES if case.game == game]
    calls = "; ".join(f"assert_forgeries_do_no_harm({case!r}, {20_000 // len(cases)}, LONG, seed=35)" for case in cases)
    code = f"from tests.hardening.test_forged_states import *; {calls}"
    environment = {**os.environ, "DIG_ENVS_BOUNDS_CHECK": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0 and "Error" not in done.stderr, done.stderr
