"""Play games to the end and check every state on the way."""

from collections.abc import Sequence

import numpy as np

from dig_envs.core.batch import Batch
from tests.support.catalogue import Case
from tests.support.play import MixedPlay, assert_bots_change_nothing, batch_of, broken, most_decisions

NOISES = (0.0, 0.05, 0.3)


def assert_sound(batch: Batch) -> None:
    """Check that invariants hold, that every mover has a legal action, and that all observations are inside their space.

    Games that ended before the last step are not checked again.
    """
    rows = np.flatnonzero((batch.players >= 0) | batch.dones)
    states, masks, observations, players = (
        each[rows] for each in (batch._states, batch.masks, batch.observations, batch.players)
    )
    broken_rules = broken(batch, states)
    assert not broken_rules.any(), f"invariant {broken_rules.max()} is broken"
    running = players >= 0
    assert (masks.any(axis=1) == running).all()
    assert masks.min() >= 0 and masks.max() <= 1
    assert (observations.any(axis=1) == running).all(), "only ended games have an observation of zeros"
    seen = batch.observe_states(states)
    assert seen.dtype == observations.dtype == np.float32
    assert seen.min() >= 0.0 and seen.max() <= 1.0
    assert (seen[running, players[running]] == observations[running]).all()


def play_to_the_end(case: Case, num_tables: int, seed: int, noises: Sequence[float]) -> Batch:
    """Play one game at each table, and check the batch at every decision and at the end."""
    batch = batch_of(case, num_tables, seed, deal_again=False)
    play = MixedPlay(batch, seed, noises)
    ended = 0
    assert_sound(batch)
    for step in range(most_decisions(batch)):
        if step % 100 == 0:
            assert_bots_change_nothing(play, batch)
        batch.step(play.actions(batch))
        assert_sound(batch)
        assert_ends_are_sound(batch)
        ended += batch.dones.sum()
        if (batch.players < 0).all():
            break
    assert ended == num_tables, "each game must end once, within its limit"
    return batch


def assert_ends_are_sound(batch: Batch) -> None:
    """Check that only ended games have rewards, that these sum to 0, and that final observations are inside their space."""
    done = batch.dones
    assert not batch.rewards[~done].any() and not batch.truncations[~done].any()
    if done.any():
        finals = batch.final_observations
        assert finals.shape == (done.sum(), batch.num_players, batch.layout.size)
        assert finals.min() >= 0.0 and finals.max() <= 1.0
        if batch.num_players > 1:
            assert np.abs(batch.rewards[done].sum(axis=1)).max() < 1e-9
            assert batch.options.reward != "win" or np.abs(batch.rewards).max() <= 1.0
