"""Play whole games and check all invariants and observations at every decision; `make test-long` plays thousands."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dig_envs.core.game import End
from tests.support import catalogue
from tests.support.catalogue import Case
from tests.support.play import NOISES as PLAY_NOISES
from tests.support.play import MixedPlay, batch_of, broken
from tests.support.sound_games import NOISES, assert_sound, play_to_the_end

ROOT = Path(__file__).resolve().parents[2]
TABLES = 150
MANY_TABLES = 500
EVERY_CASE = pytest.mark.parametrize("case", catalogue.CASES, ids=lambda case: case.id)
FIRST_OF_EACH_GAME = pytest.mark.parametrize("case", catalogue.first_of_each_game(catalogue.CASES), ids=lambda case: case.id)


@FIRST_OF_EACH_GAME
def test_games_are_sound_to_their_end(case):
    """The players are random players, bots with noise and bots without noise."""
    batch = play_to_the_end(case, TABLES, seed=19, noises=NOISES)
    ends = batch.states["table"]["end"]
    assert set(ends) <= ({End.OVER, End.TRUNCATED} if case.limited else {End.OVER})


@pytest.mark.parametrize(
    ("game", "part", "field"),
    [
        ("dig_v0", "secret", "yard"),
        ("dig_v0", "seats", "hand"),
        ("dig_dig_v0", "secret", "deck"),
        ("dig_dig_v0", "seats", "hand"),
        ("digging_bandits_v0", "secret", "deck"),
        ("digging_bandits_v0", "secret", "land"),
        ("digging_bandits_v0", "seats", "hand"),
        ("lets_dig_for_treasure_v0", "secret", "cards"),
        ("lets_dig_for_treasure_v0", "table", "known"),
        ("two_bit_bandits_v0", "secret", "stack"),
        ("two_bit_bandits_v0", "secret", "scenes"),
        ("two_bit_bandits_v0", "secret", "pickups"),
        ("two_bit_bandits_v0", "secret", "bosses"),
    ],
)
def test_a_card_that_turns_into_another_is_noticed(game, part, field):
    """The field holds a kind in each cell, or the number of cards of each kind."""
    batch = batch_of(Case(game), 1, seed=1)
    play = MixedPlay(batch, seed=1)
    for _ in range(40):
        batch.step(play.actions(batch))
    states = batch.states.copy()
    assert not broken(batch, states).any()
    cells = states[part][field].flat
    values = np.array(cells)
    if field in ("hand", "known"):
        cells[values.argmax()] -= 1
        cells[values.argmin()] += 1
    else:
        card = np.flatnonzero(values >= 0)[0]
        cells[card] = next(kind for kind in values if kind not in (-1, values[card]))
    assert broken(batch, states).all()


@EVERY_CASE
def test_games_that_end_by_forfeit_are_sound(case):
    """Each game has its illegal action at another decision."""
    batch = batch_of(case, 60, seed=22, deal_again=False)
    play = MixedPlay(batch, seed=22)
    for step in range(batch.num_tables):
        actions = play.actions(batch)
        if actions[step] >= 0:
            actions[step] = batch.masks[step].argmin()
            assert batch.masks[step, actions[step]] == 0
        batch.step_or_forfeit(actions)
        assert_sound(batch)


@pytest.mark.long
@EVERY_CASE
def test_many_games_are_sound_and_reach_every_ending(case):
    batch = play_to_the_end(case, MANY_TABLES, seed=17, noises=PLAY_NOISES)
    ends = batch.states["table"]["end"]
    assert set(ends) == ({End.OVER, End.TRUNCATED} if case.limited else {End.OVER}), "every kind of ending must occur"
    least, most = case.truncated
    assert least <= (ends == End.TRUNCATED).mean() <= most


@pytest.mark.long
@EVERY_CASE
def test_many_games_of_bots_without_noise_are_sound(case):
    play_to_the_end(case, MANY_TABLES // 4, seed=18, noises=(0.0,))


@pytest.mark.parametrize("case", catalogue.mark_long_except_one(catalogue.CASES_WITH_FEATURES), ids=lambda case: case.id)
def test_games_with_features_are_sound_and_have_the_same_facts(case):
    """An observation is the facts, then the features. The games are the same as without features."""
    batch = batch_of(case, TABLES, seed=21)
    bare = batch_of(replace(case, features=None), TABLES, seed=21)
    play = MixedPlay(batch, seed=21, noises=NOISES)
    assert batch.layout.size > bare.layout.size == batch.num_facts
    for _ in range(120):
        assert_sound(batch)
        assert batch.states.tobytes() == bare.states.tobytes(), "a feature set must not change the state"
        assert (batch.observations[:, : batch.num_facts] == bare.observations).all()
        actions = play.actions(batch)
        batch.step(actions)
        bare.step(actions)
    assert batch.observe_states(batch.states)[:, :, batch.num_facts :].any()


@pytest.mark.long
@pytest.mark.parametrize("case", catalogue.last_of_each_game(catalogue.CASES), ids=lambda case: case.id)
def test_no_index_is_out_of_bounds(case):
    """Play games with bounds checks, because Numba writes out of bounds silently.

    A compiled bot cannot raise an error; the error is printed to stderr.
    """
    imports = "from tests.support.catalogue import Case; from tests.support.sound_games import NOISES, play_to_the_end"
    code = f"{imports}; play_to_the_end({case!r}, 40, seed=23, noises=NOISES)"
    environment = {**os.environ, "DIG_ENVS_BOUNDS_CHECK": "1"}
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900
    )
    assert completed.returncode == 0 and "Error" not in completed.stderr, completed.stderr
