"""Approximate an equilibrium by counterfactual regret minimisation on the sequence form, with alternating updates.

| algorithm | source | earlier regrets in iteration t | weight of iteration t in the average |
|---|---|---|---|
| "cfr+" | Tammelin 2014 | negative regrets become 0 | t |
| "dcfr" | Brown and Sandholm 2019 | positive times s / (s + 1) with s = (t - 1)^1.5, negative times 1/2 | t^2 |
| "pcfr+" | Farina, Kroer and Sandholm 2021 | as in "cfr+"; the behaviour counts the newest regrets twice | t^2 |
"""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dig_envs.exact import passes
from dig_envs.exact.enumeration import compiled_pass
from dig_envs.exact.evaluation import Plans, behaviour_of, best_responses, gradient_of, plan_of, uniform_plans, values_of
from dig_envs.exact.sequence_form import SequenceForm

CHECK_EVERY = 20  # iterations between two measurements of NashConv


class IterationWeights(NamedTuple):
    """The arguments of `passes.update_regrets` in one iteration, and the weight of the iteration in the average policy."""

    positive: float
    negative: float
    prediction: float
    weight: float


def _dcfr(iteration: int) -> IterationWeights:
    scale = (iteration - 1) ** 1.5
    return IterationWeights(scale / (scale + 1.0), 0.5, 0.0, iteration**2)


ALGORITHMS: dict[str, Callable[[int], IterationWeights]] = {
    "cfr+": lambda iteration: IterationWeights(1.0, 0.0, 0.0, iteration),
    "dcfr": _dcfr,
    "pcfr+": lambda iteration: IterationWeights(1.0, 0.0, 1.0, iteration**2),
}


class Solution(NamedTuple):
    """The average plans of an algorithm.

    Attributes:
        plans: a realization plan for each seat.
        nash_conv: the sum over seats of what a best response would gain.
        iterations: the number of iterations.
        seconds: the time.
    """

    plans: Plans
    nash_conv: float
    iterations: int
    seconds: float


def minimise_regret(
    form: SequenceForm,
    algorithm: str,
    iterations: int,
    target: float,
    progress: Callable[[int, float], Any] | None = None,
) -> Solution:
    """Run an algorithm until NashConv is at most `target`, or for `iterations` iterations.

    Args:
        form: the sequence form.
        algorithm: one of `ALGORITHMS`.
        iterations: the greatest number of iterations.
        target: the NashConv that is small enough.
        progress: called after each measurement with the number of iterations so far and NashConv.
    """
    started = time.perf_counter()
    plans = uniform_plans(form)
    behaviours = [behaviour_of(form, p, plan) for p, plan in enumerate(plans)]
    regrets = [np.zeros(len(plan)) for plan in plans]
    sums = [np.zeros(len(plan)) for plan in plans]
    average, nash_conv = plans, np.inf
    for iteration in range(1, iterations + 1):
        *factors, weight = ALGORITHMS[algorithm](iteration)
        for p, seat in enumerate(form.seats):
            gradient = gradient_of(form, p, plans)
            compiled_pass(passes.update_regrets)(seat.parents, seat.firsts, gradient, regrets[p], behaviours[p], *factors)
            plans[p] = plan_of(form, p, behaviours[p])
            sums[p] += weight * plans[p]
        if iteration % CHECK_EVERY == 0 or iteration == iterations:
            average = [total / total[0] for total in sums]
            nash_conv = float((best_responses(form, average).values - values_of(form, average)).sum())
            if progress:
                progress(iteration, nash_conv)
            if nash_conv <= target:
                break
    return Solution(average, nash_conv, iteration, time.perf_counter() - started)
