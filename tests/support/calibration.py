"""Simulation-based calibration of `redeal`: the rank of the truth among redeals is uniform (Talts et al. 2018).

Each of many random games contributes one decision and one seat. A *statistic* is a number that the seat does not know. The
value of the statistic in the true state is ranked among its values in `REDEALS` redeals, with ties in random order. If truth
and redeals have the same distribution given the seat's knowledge, all ranks are equally likely. Positions with equal values in
all states carry no information and are left out.

Redeals use the seat's knowledge and the rules, but make no inference from the other seats' choices. Even random choices among
the cards of a hand bias the remaining cards: cards that are legal more often leave the hand sooner. So statistics of such cards
are measured before the first choice among them.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats

from dig_envs.core.batch import Batch
from tests.support.catalogue import Case
from tests.support.play import batch_of, random_actions

REDEALS = 19
BINS = 10  # each bin has two ranks
SIGNIFICANCE = 1e-3

Statistic = Callable[[np.ndarray, np.ndarray], np.ndarray]  # (states, seats) to numbers
Weights = Callable[[Batch], np.ndarray]  # the weights of actions at each table, (tables, actions)


def random_play(batch: Batch) -> np.ndarray:
    """Return equal weights for all legal actions."""
    return batch.masks


@dataclass(frozen=True)
class Positions:
    """One decision of each game, and its redeals for one seat.

    Attributes:
        states: the true states.
        seats: the observing seat of each state.
        redeals: the redealt states, one array for each redeal.
    """

    states: np.ndarray
    seats: np.ndarray
    redeals: list[np.ndarray]

    @classmethod
    def of(cls, case: Case, games: int, decisions: int, weights: Weights = random_play, seed: int = 0) -> "Positions":
        """Play each game to a random decision among its first `decisions`, and redeal the state for a random seat."""
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
        """Return the ranks of the true values, 0 to REDEALS, in positions where values differ."""
        truth = np.asarray(statistic(self.states, self.seats))
        values = np.array([statistic(twins, self.seats) for twins in self.redeals])
        ties = (values == truth).sum(axis=0)
        ranks = (values < truth).sum(axis=0) + np.random.default_rng(seed).integers(0, ties + 1)
        return ranks[ties < REDEALS]


def weighted_actions(weights: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Draw an action per row in proportion to the weights: the action with the shortest exponential waiting time."""
    if np.issubdtype(weights.dtype, np.integer):
        return random_actions(weights, generator)
    waits = generator.exponential(size=weights.shape) / np.where(weights > 0, weights, 1e-300)
    return waits.argmin(axis=1)


def uniformity(ranks: np.ndarray) -> float:
    """Return the p-value of the chi-square test for uniform ranks."""
    return float(stats.chisquare(np.bincount(ranks * BINS // (REDEALS + 1), minlength=BINS)).pvalue)


def power(positions: int, deviation: float) -> float:
    """Return the probability that the test detects bins with this relative deviation (root mean square)."""
    limit = stats.chi2.isf(SIGNIFICANCE, BINS - 1)
    return float(stats.ncx2.sf(limit, BINS - 1, positions * deviation**2))
