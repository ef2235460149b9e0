"""Plays whole games, thousands in `make test-long`, and checks every invariant and observation at every decision."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dig_envs.core.game import End
from tests.support.catalogue import CASES, CASES_WITH_FEATURES
from tests.support.play import NOISES as PLAY_NOISES
from tests.support.play import MixedPlay, batch_of
from tests.support.sound_games import NOISES, assert_sound, play_to_the_end

ROOT = Path(__file__).resolve().parents[2]
TABLES = 150
MANY_TABLES = 800
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


@EVERY_CASE
def test_games_are_sound_to_their_end(case):
    """Games of random movers, of noisy bots and of bots that always play their best."""
    batch = play_to_the_end(case, TABLES, seed=19, noises=NOISES)
    ends = batch.states["table"]["end"]
    assert set(ends) <= ({End.OVER, End.TRUNCATED} if case.limited else {End.OVER})


@EVERY_CASE
def test_games_that_a_forfeit_ended_are_sound(case):
    """At whatever decision that was."""
    batch = batch_of(case, 60, seed=22, deal_again=False)
    play = MixedPlay(batch, seed=22)
    for step in range(batch.num_tables):
        actions = play.actions(batch)
        if actions[step] >= 0:
            actions[step] = batch.masks[step].argmin()
        batch.step_or_forfeit(actions)
        assert_sound(batch)


@pytest.mark.long
@EVERY_CASE
def test_very_many_games_are_sound_and_see_every_ending(case):
    batch = play_to_the_end(case, MANY_TABLES, seed=17, noises=PLAY_NOISES)
    ends = batch.states["table"]["end"]
    assert set(ends) == ({End.OVER, End.TRUNCATED} if case.limited else {End.OVER}), "every ending is seen"
    least, most = case.truncated
    assert least <= (ends == End.TRUNCATED).mean() <= most


@pytest.mark.long
@EVERY_CASE
def test_very_many_games_of_sharp_bots_are_sound(case):
    play_to_the_end(case, MANY_TABLES // 4, seed=18, noises=(0.0,))


@pytest.mark.parametrize("case", CASES_WITH_FEATURES, ids=lambda case: case.id)
def test_games_with_features_are_sound_and_see_the_same_facts(case):
    """What is observed is the facts, then floats inside their space; the games are those without features."""
    batch = batch_of(case, TABLES, seed=21)
    bare = batch_of(replace(case, features=None), TABLES, seed=21)
    play = MixedPlay(batch, seed=21, noises=NOISES)
    assert batch.layout.size > bare.layout.size == batch.num_facts
    for _ in range(120):
        assert_sound(batch)
        assert batch.states.tobytes() == bare.states.tobytes(), "a feature set leaves the table as it was"
        assert (batch.observations[:, : batch.num_facts] == bare.observations).all()
        actions = play.actions(batch)
        batch.step(actions)
        bare.step(actions)
    assert batch.observe_states(batch.states)[:, :, batch.num_facts :].any()


@pytest.mark.long
@pytest.mark.parametrize("case", {case.game: case for case in CASES}.values(), ids=lambda case: case.id)
def test_no_index_is_out_of_bounds(case):
    """The same with code that checks bounds; Numba writes out of bounds silently. A bot can't raise, and prints its error."""
    imports = "from tests.support.catalogue import Case; from tests.support.sound_games import NOISES, play_to_the_end"
    code = f"{imports}; play_to_the_end({case!r}, 40, seed=23, noises=NOISES)"
    environment = {**os.environ, "DIG_ENVS_BOUNDS_CHECK": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0 and "Error" not in done.stderr, done.stderr
