"""Simulation-based calibration of `redeal`: the rank of the truth among redeals is uniform (Talts et al. 2018).

Of each of many games of random play one decision is taken, and a seat. A *statistic* is a number that the seat can't know; its
value in the true state is ranked among its values in `REDEALS` redeals, ties in a random order. If truth and redeals come from
one distribution, given what the seat knows, each rank is as likely. Positions in which all values are equal are left out: they
say nothing, whichever of the states is the truth.

Redeals follow from what seats know by the rules, not from how others play. A choice among the cards of a hand biases what stays
in it, even a random one: cards that can be played more often leave it sooner. So statistics of such cards are taken where no
choice has told of them yet.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats

from dig_envs.core.batch import Batch
from tests.support.catalogue import Case
from tests.support.play import batch_of, random_actions

REDEALS = 19
BINS = 10  # of two ranks each
SIGNIFICANCE = 1e-3

Statistic = Callable[[np.ndarray, np.ndarray], np.ndarray]  # of states, and a seat for each
Weights = Callable[[Batch], np.ndarray]  # of actions, by table: how likely each legal one is


def random_play(batch: Batch) -> np.ndarray:
    """Every legal action is as likely."""
    return batch.masks


@dataclass(frozen=True)
class Positions:
    """Decisions, one of each game, and what a seat imagines there.

    Attributes:
        states: the true states.
        seats: who looks at each.
        redeals: as many states for each, by number of the redeal.
    """

    states: np.ndarray
    seats: np.ndarray
    redeals: list[np.ndarray]

    @classmethod
    def of(cls, case: Case, games: int, decisions: int, weights: Weights = random_play, seed: int = 0) -> "Positions":
        """Play that many games, each to one of its first so many decisions, and redeal there for a random seat."""
        batch = batch_of(case, games, seed)
        generator = np.random.default_rng(seed)
        when = generator.integers(0, decisions, games)
        states = batch.states.copy()
        for decision in range(decisions):
            now = when == decision
            states[now] = batch.states[now]
            batch.step(weighted_actions(weights(batch) * (batch.masks > 0), generator))
        seats = generator.integers(0, batch.num_players, games)
        tables, records = states["table"].copy(), states["seats"][np.arange(games), seats]
        redeals = []
        for number in range(REDEALS):
            redeals.append(np.zeros(games, batch.game.state))
            batch.engine.redeal_states(tables, records, seats, np.arange(games) * REDEALS + number, redeals[-1])
        return cls(states, seats, redeals)

    def ranks(self, statistic: Statistic, seed: int = 1) -> np.ndarray:
        """The ranks of the truth, 0 to REDEALS, where it could have been otherwise."""
        truth = np.asarray(statistic(self.states, self.seats))
        values = np.array([statistic(twins, self.seats) for twins in self.redeals])
        ties = (values == truth).sum(axis=0)
        ranks = (values < truth).sum(axis=0) + np.random.default_rng(seed).integers(0, ties + 1)
        return ranks[ties < REDEALS]


def weighted_actions(weights: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """An action by row, as likely as its weight says: of exponential times to wait, the shortest."""
    if np.issubdtype(weights.dtype, np.integer):
        return random_actions(weights, generator)
    waits = generator.exponential(size=weights.shape) / np.where(weights > 0, weights, 1e-300)
    return waits.argmin(axis=1)


def uniformity(ranks: np.ndarray) -> float:
    """The p-value of the chi-square test that all ranks are as likely."""
    return float(stats.chisquare(np.bincount(ranks * BINS // (REDEALS + 1), minlength=BINS)).pvalue)


def power(positions: int, deviation: float) -> float:
    """How likely the test finds bins that are off by this share of their size, in root mean square."""
    limit = stats.chi2.isf(SIGNIFICANCE, BINS - 1)
    return float(stats.ncx2.sf(limit, BINS - 1, positions * deviation**2))
