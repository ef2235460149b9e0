"""Thousands of whole games, with every invariant checked at every decision."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dig_envs.core.batch import Batch
from dig_envs.core.game import End
from tests.catalogue import CASES, Case
from tests.play import MixedPlay, assert_bots_only_look, batch_of, broken, most_decisions

ROOT = Path(__file__).resolve().parent.parent
TABLES = 800


def assert_sound(batch: Batch) -> None:
    """Invariants hold; who must decide has a legal action; observations are inside their space, and say something."""
    found = broken(batch, batch._states)
    assert not found.any(), f"invariant {found.max()} is broken"
    running = batch.players >= 0
    assert (batch.masks.any(axis=1) == running).all()
    assert set(np.unique(batch.masks)) <= {0, 1}
    assert batch.observations.min() >= 0.0 and batch.observations.max() <= 1.0
    assert (batch.observations.any(axis=1) == running).all()


def play_to_the_end(case: Case, num_tables: int, seed: int) -> Batch:
    """One game at each table, checked at every decision and at its end."""
    batch = batch_of(case, num_tables, seed, deal_again=False)
    play = MixedPlay(batch, seed)
    ended = 0
    for step in range(most_decisions(batch)):
        assert_sound(batch)
        if step % 100 == 0:
            assert_bots_only_look(play, batch)
        batch.step(play.actions(batch))
        assert_ends_are_sound(batch)
        ended += batch.dones.sum()
        if (batch.players < 0).all():
            break
    assert ended == num_tables, "each game ends once, and within its limit"
    return batch


def assert_ends_are_sound(batch: Batch) -> None:
    done = batch.dones
    assert not batch.rewards[~done].any() and not batch.truncations[~done].any()
    if done.any():
        finals = batch.final_observations
        assert finals.shape == (done.sum(), batch.num_players, batch.layout.size)
        assert finals.min() >= 0.0 and finals.max() <= 1.0
        if batch.num_players > 1:
            assert np.abs(batch.rewards[done].sum(axis=1)).max() < 1e-9
            assert batch.options.reward != "win" or np.abs(batch.rewards).max() <= 1.0


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_mixed_games_are_sound_to_their_end(case):
    batch = play_to_the_end(case, TABLES, seed=17)
    ends = batch.states["table"]["end"]
    assert set(ends) == ({End.OVER, End.TRUNCATED} if case.limited else {End.OVER}), "every ending is seen"
    least, most = case.truncated
    assert least <= (ends == End.TRUNCATED).mean() <= most


@pytest.mark.parametrize("case", {case.game: case for case in CASES}.values(), ids=lambda case: case.id)
def test_no_index_is_out_of_bounds(case):
    """The same with code that checks bounds; Numba writes out of bounds silently. A bot can't raise, and prints its error."""
    code = f"from tests.test_fuzz import *; play_to_the_end({case!r}, 40, seed=23)"
    environment = {**os.environ, "DIG_ENVS_BOUNDS_CHECK": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "Error" not in done.stderr, done.stderr
