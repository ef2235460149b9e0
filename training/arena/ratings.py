"""Statistics of an arena: win shares, score margins and ratings, with 95 % intervals over deals.

A deal is played several times with the seats swapped, so its games are one cluster and count as one observation.

- A **win share** has Wilson's interval (1927) at the *effective* number of games. That is the number of independent games whose
  mean has the same variance as the mean over deals. Duplicate deals remove the luck of the deal, so the effective number can be
  above the number of games. If all deals agree, for instance at 0 % or 100 %, a deal counts as one game.
- A **score margin** has Student's interval over deals.
- **Ratings** are Bradley-Terry strengths, fitted by `choix`, on Elo's scale: a difference of 400 points is odds of 10 to 1, and
  the mean of all rated agents is 1500. The fit adds one drawn game for each pair of agents, which keeps the rating of an agent
  that wins every game finite. Intervals come from the Bayesian bootstrap (Rubin 1981), which gives each deal a random weight.
  The drawn games get random weights too; without them, an agent that won every game would have an interval of width 0.
  If all deals of two agents agree, as if all are drawn, a deal counts as one game that was won or lost.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dig_envs.utils.libraries import load

ELO_PER_UNIT = 400 / math.log(10)
ELO_MEAN = 1500.0
PRIOR_WIN = 0.5
REPLICATES = 400
CONFIDENCE = 0.95
RESAMPLES = 10_000  # of a bootstrap
ROUNDING = 1e-12  # a smaller variance is a rounding error: all deals agree


@dataclass(frozen=True)
class Duel:
    """The results of the games of two agents, by deal.

    Attributes:
        a, b: the indices of the agents.
        deals: int64 (m,), the seeds of the deals, each once.
        games: int64 (m,), the number of games of each deal.
        shares: float64 (m,), a's share of the wins in the games of each deal, from 0 to 1.
        lasts: float64 (m,), a's share of the last places.
        margins: float64 (m,), a's mean score minus b's.
    """

    a: int
    b: int
    deals: np.ndarray
    games: np.ndarray
    shares: np.ndarray
    lasts: np.ndarray
    margins: np.ndarray


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def rest(self) -> "Estimate":
        """The other agent's share, if this estimate is the share of one of two agents."""
        return Estimate(1 - self.value, 1 - self.high, 1 - self.low)


def win_share(shares: np.ndarray) -> Estimate:
    """Estimate the mean of shares, one per deal, with Wilson's interval at the effective number of games."""
    mean, deals = float(np.mean(shares)), len(shares)
    spread = float(np.var(shares, ddof=1)) if deals > 1 else 0.0
    if spread > ROUNDING:
        effective, quantile = mean * (1 - mean) * deals / spread, _student(deals - 1)
    else:
        effective, quantile = float(deals), _student(math.inf)
    return Estimate(mean, *wilson(mean, effective, quantile))


def wilson(share: float, games: float, quantile: float) -> tuple[float, float]:
    """Return Wilson's score interval (low, high) of a share that was observed in a number of independent games."""
    squared = quantile**2
    centre = (share + squared / (2 * games)) / (1 + squared / games)
    half = quantile / (1 + squared / games) * math.sqrt(share * (1 - share) / games + squared / (4 * games**2))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def mean_by_deal(scores: np.ndarray) -> Estimate:
    """Estimate the mean of scores or margins, one per deal, with Student's interval, which is infinite for a single deal."""
    mean, deals = float(np.mean(scores)), len(scores)
    if deals == 1:
        return Estimate(mean, -math.inf, math.inf)
    half = _student(deals - 1) * float(np.std(scores, ddof=1)) / math.sqrt(deals)
    return Estimate(mean, mean - half, mean + half)


def bootstrap(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with the percentile bootstrap's 95 % interval.

    >>> bootstrap([0.5, 0.5])
    Estimate(value=0.5, low=0.5, high=0.5)
    """
    drawn = np.random.default_rng(0).choice(np.asarray(values), (RESAMPLES, len(values))).mean(axis=1)
    low, high = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Estimate(float(np.mean(values)), float(low), float(high))


def _student(freedom: float) -> float:
    """Return the quantile of Student's t distribution for a two-sided interval; infinite freedom is the normal distribution."""
    stats, tail = load("scipy.stats"), (1 + CONFIDENCE) / 2
    return float(stats.norm.ppf(tail) if math.isinf(freedom) else stats.t.ppf(tail, freedom))


def bradley_terry(wins: np.ndarray) -> np.ndarray:
    """Return Elo ratings, float64 (n,).

    Args:
        wins: float64 (n, n), all above 0: the number of games that agent a won against agent b; ties count half.
    """
    return ELO_MEAN + ELO_PER_UNIT * load("choix").ilsr_pairwise_dense(wins, max_iter=1000)


def ratings(duels: Sequence[Duel], num_agents: int, seed: int = 0, replicates: int = REPLICATES) -> list[Estimate]:
    """Rate each agent, with an interval from the bootstrap over deals. The same seed gives the same intervals."""
    prior = PRIOR_WIN * (1.0 - np.eye(num_agents))
    deals, places = _places([duel.deals for duel in duels])
    rated = bradley_terry(_wins(duels, num_agents, places, np.ones(len(deals))) + prior)
    duels = [replace(duel, shares=_single_games(duel.shares)) for duel in duels]
    generator = np.random.default_rng(seed)
    drawn = np.empty((replicates, num_agents))
    for k in range(replicates):
        weights = generator.exponential(size=len(deals))
        weighted_prior = prior * generator.exponential(size=prior.shape)
        drawn[k] = bradley_terry(_wins(duels, num_agents, places, weights) + weighted_prior)
    low, high = np.quantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    return [Estimate(*map(float, row)) for row in zip(rated, np.minimum(low, rated), np.maximum(high, rated), strict=True)]


def _single_games(shares: np.ndarray) -> np.ndarray:
    """Return shares of the same mean of which each is 0 or 1, if all deals agree; otherwise the shares.

    Deals that all agree, such as draws, have no spread, so a bootstrap over them would give an interval of no width. As in
    `win_share`, such a deal counts as one game.
    """
    if len(shares) == 1 or np.ptp(shares) > ROUNDING:
        return shares
    return np.diff(np.floor(np.arange(len(shares) + 1) * shares[0] + ROUNDING))


def _places(seeds: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return the distinct deals of several duels, and the deals of each duel as indices of distinct deals."""
    distinct, inverse = np.unique(np.concatenate(seeds), return_inverse=True)
    return distinct, np.split(inverse, np.cumsum([len(some) for some in seeds])[:-1])


def _wins(duels: Sequence[Duel], num_agents: int, places: list[np.ndarray], weights: np.ndarray) -> np.ndarray:
    wins = np.zeros((num_agents, num_agents))
    for duel, place in zip(duels, places, strict=True):
        weighted = weights[place] * duel.games
        won, played = np.einsum("i,i->", weighted, duel.shares), weighted.sum()  # BLAS would start threads for each product
        wins[duel.a, duel.b] += won
        wins[duel.b, duel.a] += played - won
    return wins


@dataclass(frozen=True)
class Pair:
    """The results of two agents: the number of games, and a's win share, last share (both 0 to 1) and score margin."""

    a: str
    b: str
    games: int
    win_share: Estimate
    last_share: Estimate
    score_margin: Estimate


@dataclass(frozen=True)
class Rating:
    """An agent's Bradley-Terry rating on Elo's scale (see `dig_envs.training.arena.ratings`)."""

    agent: str
    rating: Estimate


def pair_as_dict(pair: Pair) -> dict[str, Any]:
    share = pair.win_share
    names = {"a": pair.a, "b": pair.b, "games": pair.games, "win_share": share.value, "low": share.low, "high": share.high}
    return {**names, "last_share": pair.last_share.value, "score_margin": pair.score_margin.value}


def share_with_interval(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f}-{100 * estimate.high:.1f})"
