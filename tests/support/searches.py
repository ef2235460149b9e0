"""Make decisions for tests of search."""

import numpy as np

from dig_envs.core.agent import Decisions
from dig_envs.core.catalogue import game_of
from tests.support.catalogue import Case
from tests.support.play import MixedPlay, batch_of


def middle_decisions(case: Case, count: int = 12, steps: int = 25, seed: int = 5) -> tuple[Decisions, np.ndarray]:
    """Return decisions from the middle of games, and the full states."""
    batch = batch_of(case, count, seed)
    play = MixedPlay(batch, seed)
    for _ in range(steps):
        batch.step(play.actions(batch))
    rows = np.flatnonzero(batch.players >= 0)
    states, players = batch.states[rows].copy(), batch.players[rows]
    return of(case, states, players, batch.observations[rows], batch.masks[rows]), states


def of(case: Case, states, players, observations, masks) -> Decisions:
    """Return decisions with a random generator of fixed seed."""
    generator = np.random.default_rng(9)
    return Decisions.of(game_of(case.game), states, players, observations, masks, generator)


def again(decisions: Decisions) -> Decisions:
    """Reset the random generator of decisions, and return the decisions."""
    decisions.generator = np.random.default_rng(9)
    return decisions
