"""Estimate how much chosen actions lost against better actions, for a review of a finished game.

A first comparison plays all actions of a decision and finds the best one. The best of many noisy means is too high, so more
playouts with new random numbers price the loss, of the best and the chosen action alone.
"""

from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.search import pricing_search
from dig_envs.agents.search.analysis import Mean, mean_of
from dig_envs.core.agent import Candidate, Decisions
from dig_envs.core.game import Game

SAMPLES = 60  # playouts of each action in the first comparison
PAIRS = 1000  # playouts of each of the two actions of a loss
CONFIDENCE = 0.99  # of all intervals of a review together


@dataclass(frozen=True)
class Comparison:
    """The first comparison of the actions of a decision.

    Attributes:
        chosen, best: the chosen action, and the best action; equal if no action is better than the chosen one.
        gain: the mean gain in reward of the best over the chosen action. It is too high, as the best action is chosen by it.
        value: the mean reward after the chosen action.
        candidates: the legal actions with their mean rewards, the best first.
    """

    chosen: int
    best: int
    gain: Mean
    value: float
    candidates: tuple[Candidate, ...]


class Loss(NamedTuple):
    """The loss of a chosen action in units of reward.

    Attributes:
        value, low, high: the loss, and its interval.
        chosen, best: the mean rewards after the chosen and after the best action.
    """

    value: float
    low: float
    high: float
    chosen: float
    best: float


class LossEstimator:
    """Compares the actions of a game's decisions by playouts, on what the deciding seat knows.

    Args:
        game: the game.
        samples, pairs: the number of playouts of each action in a comparison and in a price.
    """

    def __init__(self, game: Game, samples: int = SAMPLES, pairs: int = PAIRS):
        self._search = pricing_search(game, pool=0)  # reused determinizations are not independent
        self._samples, self._pairs = samples, pairs

    def compare(self, decision: Decisions, chosen: int) -> Comparison:
        """Compare all legal actions of one decision with the chosen action."""
        search = self._play(decision, chosen, self._samples)
        legal: list[int] = np.flatnonzero(decision.masks[0]).tolist()
        gains = {action: _gain(search, action, chosen) for action in legal}
        best = max(legal, key=lambda action: (gains[action].value, action == chosen))
        values = search["values"] / np.maximum(search["visits"], 1)
        candidates = [_candidate(decision, action, int(search["visits"][action]), float(values[action])) for action in legal]
        candidates.sort(key=lambda candidate: -(candidate.value or 0.0))
        return Comparison(chosen, best, gains[best], float(values[chosen]), tuple(candidates))

    def price(self, decision: Decisions, chosen: int, best: int, together: int) -> Loss:
        """Price the loss of a chosen action against a better one by playouts with new random numbers.

        Args:
            decision: the decision, whose generator gives the new random numbers.
            chosen, best: the two actions.
            together: the number of losses whose intervals hold together.
        """
        masks = np.zeros_like(decision.masks)
        masks[0, [chosen, best]] = 1
        search = self._play(replace(decision, masks=masks), chosen, self._pairs)
        value, error = _gain(search, best, chosen)
        half = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / 2 / together) * error
        values = (float(search["values"][action] / search["visits"][action]) for action in (chosen, best))
        return Loss(value, value - half, value + half, *values)

    def _play(self, decision: Decisions, chosen: int, samples: int) -> Any:
        playouts = samples * int(decision.masks[0].sum())
        return self._search.compare(decision, np.array([chosen]), playouts)[0]


def _gain(search: Any, action: int, chosen: int) -> Mean:
    """Return the mean gain of an action over the chosen one, with common random numbers."""
    if action == chosen:
        return Mean(0.0, 0.0)
    return mean_of(search["gains"][action], search["gain_squares"][action], int(search["samples"]))


def _candidate(decision: Decisions, action: int, visits: int, value: float) -> Candidate:
    return Candidate(decision.game.actions.name(action), None, visits, value)
