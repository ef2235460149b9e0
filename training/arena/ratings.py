"""Statistics of an arena: win shares, score margins and ratings, with 95 % intervals over deals.

A deal is played several times with the seats swapped, so its games are one cluster and count as one observation.

- A **win share** has Wilson's interval (1927) at the *effective* number of games. That is the number of independent games whose
  mean has the same variance as the mean over deals. Duplicate deals remove the luck of the deal, so the effective number can be
  above the number of games. If all deals agree, for instance at 0 % or 100 %, a deal counts as one game.
- A **score margin** has Student's interval over deals.
- **Ratings** are Bradley-Terry strengths on Elo's scale: a difference of 400 points is odds of 10 to 1, and the mean of all
  rated agents is 1500. The fit adds one drawn game for each pair of agents, which keeps the rating of an agent that wins every
  game finite. Intervals come from the sandwich estimate of the variance (Liang and Zeger 1986) with deals as clusters, and
  Student's quantile at the effective number of deals. The added games count as games that were won or lost, and so do deals of
  two agents that all agree. Intervals of fewer than ten deals hold the truth more often than stated.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any, Self

import numpy as np

ELO_PER_UNIT = 400 / math.log(10)
ELO_MEAN = 1500.0
PRIOR_WIN = 0.5
CONFIDENCE = 0.95
EXPANSION_FREEDOM, SERIES_TERMS = 200, 2_000  # of Student's quantile
MAX_NEWTON, MAX_STEP = 200, 2.0  # steps of the fit, and most change of a strength in one
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


@dataclass(frozen=True, repr=False, eq=False)
class Estimate:
    """A value with its 95 % interval. Estimates of the same numbers are equal."""

    value: float
    low: float
    high: float

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Estimate) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.value, self.low, self.high))

    def __repr__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"

    @property
    def rest(self) -> Self:
        """The other agent's share, if this estimate is the share of one of two agents."""
        return type(self)(1 - self.value, 1 - self.high, 1 - self.low)


@dataclass(frozen=True, repr=False, eq=False)
class Share(Estimate):
    """A share from 0 to 1, which is printed in percent."""

    def __repr__(self) -> str:
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


def win_share(shares: np.ndarray) -> Share:
    """Estimate the mean of shares, one per deal, with Wilson's interval at the effective number of games."""
    mean, deals = float(np.mean(shares)), len(shares)
    spread = float(np.var(shares, ddof=1)) if deals > 1 else 0.0
    if spread > ROUNDING:
        effective, quantile = mean * (1 - mean) * deals / spread, student_quantile(deals - 1)
    else:
        effective, quantile = float(deals), student_quantile(math.inf)
    return Share(mean, *wilson(mean, effective, quantile))


def wilson(share: float, games: float, quantile: float) -> tuple[float, float]:
    """Return Wilson's score interval (low, high) of a share that was observed in a number of independent games."""
    squared = quantile**2
    centre = (share + squared / (2 * games)) / (1 + squared / games)
    half = quantile / (1 + squared / games) * math.sqrt(share * (1 - share) / games + squared / (4 * games**2))
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def mean_by_deal(scores: np.ndarray) -> Estimate:
    """Estimate the mean of scores or margins, one per deal, with Student's interval.

    A single deal, or deals that all agree, do not show how much deals differ: their interval is infinite.
    """
    mean, deals = float(np.mean(scores)), len(scores)
    if np.ptp(scores) == 0:
        return Estimate(mean, -math.inf, math.inf)
    half = student_quantile(deals - 1) * float(np.std(scores, ddof=1)) / math.sqrt(deals)
    return Estimate(mean, mean - half, mean + half)


def mean_of_seeds(values: Sequence[float]) -> Estimate:
    """Estimate the mean of independent results, one per seed, with Student's interval; of one result, it has no width.

    >>> mean_of_seeds([0.5, 0.5])
    0.5 (0.5 to 0.5)
    """
    return mean_by_deal(np.asarray(values)) if np.ptp(values) else Estimate(*[float(values[0])] * 3)


@cache
def student_quantile(freedom: float) -> float:
    """Return the quantile of Student's t distribution for a two-sided interval; infinite freedom is the normal distribution.

    Source: Abramowitz and Stegun 1964, 26.7.5 (expansion for many degrees of freedom) and 26.5.4 (series for few).
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    if freedom > EXPANSION_FREEDOM:
        terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + sum(term / freedom**power for power, term in enumerate(terms, 1))
    low, high = z, 1e4
    while high - low > ROUNDING * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _student_tails(middle, freedom) > 1 - CONFIDENCE else (low, middle)
    return low


def _student_tails(quantile: float, freedom: float) -> float:
    """Return the probability that a variable with Student's distribution is further from 0 than a quantile."""
    a, x = freedom / 2, freedom / (freedom + quantile**2)
    steps = np.arange(SERIES_TERMS)
    series = 1 + np.cumprod(x * (a + 0.5 + steps) / (a + 1 + steps)).sum()
    beta = math.exp(math.lgamma(a) + math.lgamma(0.5) - math.lgamma(a + 0.5))
    return x**a * math.sqrt(1 - x) / (a * beta) * float(series)


def bradley_terry(wins: np.ndarray) -> np.ndarray:
    """Return Elo ratings, float64 (n,), by Newton's method with bounded steps.

    Args:
        wins: float64 (n, n), all above 0: the number of games that agent a won against agent b; ties count half.
    """
    strengths, games = np.zeros(len(wins)), wins + wins.T
    for _ in range(MAX_NEWTON):
        expected = games * _win_chances(strengths)
        step = _inverse_information(games, strengths) @ (wins - expected).sum(axis=1)
        size = float(np.abs(step).max())
        strengths += step * min(1.0, MAX_STEP / max(size, MAX_STEP))
        if size < ROUNDING:
            break
    return ELO_MEAN + ELO_PER_UNIT * (strengths - strengths.mean())


def _win_chances(strengths: np.ndarray) -> np.ndarray:
    """Return the chance of each agent (row) to win against each agent (column), float64 (n, n)."""
    return 1 / (1 + np.exp(strengths - strengths[:, None]))


def _inverse_information(games: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """Return the pseudo-inverse of the Fisher information of the strengths, float64 (n, n)."""
    chances = _win_chances(strengths)
    information = games * chances * (1 - chances)
    np.fill_diagonal(information, 0.0)
    diagonal = information.sum(axis=1)
    scale = diagonal.mean()
    mean = np.full_like(information, 1 / len(information))  # the information has no weight on the mean, and no inverse
    return np.linalg.inv(np.diag(diagonal) - information + scale * mean) - mean / scale


def ratings(duels: Sequence[Duel], num_agents: int) -> list[Estimate]:
    """Rate each agent, with an interval over deals."""
    wins = PRIOR_WIN * (1.0 - np.eye(num_agents))
    for duel in duels:
        won = float((duel.games * duel.shares).sum())
        wins[duel.a, duel.b] += won
        wins[duel.b, duel.a] += float(duel.games.sum()) - won
    rated = bradley_terry(wins)
    halves = _half_widths(duels, wins, (rated - ELO_MEAN) / ELO_PER_UNIT)
    return [Estimate(*map(float, row)) for row in zip(rated, rated - halves, rated + halves, strict=True)]


def _half_widths(duels: Sequence[Duel], wins: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """Return half the width of each rating's interval, float64 (n,), from the sandwich estimate of the variance.

    Args:
        duels: the results.
        wins: float64 (n, n), as in `bradley_terry`, with the added games.
        strengths: float64 (n,), the fitted strengths.
    """
    deals, places = _places([duel.deals for duel in duels])
    chances, inverse = _win_chances(strengths), _inverse_information(wins + wins.T, strengths)
    influences = np.zeros((len(deals), len(wins)))  # of each deal on each strength
    weights = np.zeros_like(influences)  # variances of the influences, if the games of a deal were independent
    added = np.zeros(len(wins))  # variance from the added games, and from deals that all agree
    added_weights = []
    for duel, place in zip(duels, places, strict=True):
        effect, chance = inverse[duel.a] - inverse[duel.b], chances[duel.a, duel.b]
        np.add.at(influences, place, np.outer(duel.games * (duel.shares - chance), effect))
        np.add.at(weights, place, np.outer(duel.games * chance * (1 - chance), effect**2))
        if np.ptp(duel.shares) <= ROUNDING:
            added += effect**2 * (duel.games**2 * duel.shares * (1 - duel.shares)).sum()
    for a, b in itertools.combinations(range(len(wins)), 2):
        effect, spread = inverse[a] - inverse[b], chances[a, b] * (1 - chances[a, b])
        added += effect**2 * (0.5 - spread)  # the mean squared residual of a game that is won or lost with equal chances
        added_weights.append(2 * PRIOR_WIN * spread * effect**2)
    weights = np.vstack([weights, added_weights])
    effective = weights.sum(axis=0) ** 2 / (weights**2).sum(axis=0)
    freedom = np.maximum(effective - 1, 1.0)
    quantiles = np.array([student_quantile(float(each)) for each in freedom])
    variances = (np.square(influences).sum(axis=0) + added) * (1 + 1 / freedom)
    return ELO_PER_UNIT * quantiles * np.sqrt(variances)


def _places(seeds: list[np.ndarray]) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return the distinct deals of several duels, and the deals of each duel as indices of distinct deals."""
    distinct, inverse = np.unique(np.concatenate(seeds), return_inverse=True)
    return distinct, np.split(inverse, np.cumsum([len(some) for some in seeds])[:-1])


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
