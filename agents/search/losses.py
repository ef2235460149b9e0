"""Estimate how much chosen actions lost against the best actions, for a review of a finished game.

A first comparison (`compare.py`) finds the best action of a decision. A second comparison with new random numbers measures the
gain of that action over the chosen one. So the choice of the best action does not bias the estimate.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from dig_envs.agents.search.agent import Search
from dig_envs.agents.search.analysis import Mean, mean_of
from dig_envs.core.agent import Candidate, Decisions


@dataclass(frozen=True)
class Loss:
    """The loss of one decision.

    Attributes:
        chosen, best: the chosen action, and the best action by the first comparison; equal if the chosen action was the best.
        loss: the mean gain of the best over the chosen action in the second comparison, in units of reward.
        candidates: the legal actions with their mean rewards in both comparisons, the best first.
    """

    chosen: int
    best: int
    loss: Mean
    candidates: tuple[Candidate, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the 95 % interval of the loss lies above 0."""
        return self.loss.low > 0.0


def loss_of(search: Search, decision: Decisions, chosen: int) -> Loss:
    """Estimate the loss of one decision.

    Args:
        search: a search for which `can_compare` is true.
        decision: a batch of one decision, whose generator gives the seeds of both comparisons.
        chosen: the action that was chosen.

    Raises:
        ArgumentError: the search cannot compare actions.
    """
    first = search.compare(decision)[0]
    legal: list[int] = np.flatnonzero(decision.masks[0]).tolist()
    best = max(legal, key=lambda action: (_gain(first, action).value, action == chosen))
    second = search.compare(decision)[0]
    visits = first["visits"] + second["visits"]
    values = (first["values"] + second["values"]) / np.maximum(visits, 1)
    candidates = [_candidate(decision, action, int(visits[action]), float(values[action])) for action in legal]
    candidates.sort(key=lambda candidate: -(candidate.value or 0.0))
    return Loss(chosen, best, _difference(second, best, chosen), tuple(candidates))


def _candidate(decision: Decisions, action: int, visits: int, value: float) -> Candidate:
    return Candidate(decision.game.actions.name(action), None, visits, value if visits else None)


def _gain(record: Any, action: int) -> Mean:
    """Return the mean gain of an action over the base agent's action. The gain of the base agent's action is 0."""
    return mean_of(record["gains"][action], record["gain_squares"][action], max(int(record["samples"]), 1))


def _difference(record: Any, best: int, chosen: int) -> Mean:
    """Return the mean gain of one action over another. Its error is an upper bound, as both share their random numbers."""
    errors = [_gain(record, action).error for action in {best, chosen} - {int(record["base"])} if best != chosen]
    return Mean(_gain(record, best).value - _gain(record, chosen).value, math.hypot(*errors))
