"""Values, best responses and NashConv of realization plans."""

from typing import NamedTuple

import numpy as np

from dig_envs.exact import passes
from dig_envs.exact.enumeration import compiled_pass
from dig_envs.exact.sequence_form import SequenceForm

Plans = list[np.ndarray]  # one float64 (sequences,) for each seat


class Responses(NamedTuple):
    """The best response of each seat to fixed plans of the others.

    Attributes:
        values: float64 (seats,), the reward of each seat's best response.
        plans: the best responses, a realization plan for each seat.
    """

    values: np.ndarray
    plans: Plans


def plan_of(form: SequenceForm, seat: int, behaviour: np.ndarray) -> np.ndarray:
    """Return the realization plan of a seat's behaviour; both float64 (sequences,)."""
    part = form.seats[seat]
    plan = np.empty(part.num_sequences)
    compiled_pass(passes.write_plan)(part.parents, part.firsts, behaviour, plan)
    return plan


def behaviour_of(form: SequenceForm, seat: int, plan: np.ndarray) -> np.ndarray:
    """Return the behaviour of a seat's realization plan; both float64 (sequences,)."""
    part = form.seats[seat]
    behaviour = np.ones(part.num_sequences)
    compiled_pass(passes.write_behaviour)(part.parents, part.firsts, plan, behaviour)
    return behaviour


def uniform_plans(form: SequenceForm) -> Plans:
    """Return the plans of seats that choose uniformly among the legal actions."""
    return [plan_of(form, p, behaviour_of(form, p, np.zeros(seat.num_sequences))) for p, seat in enumerate(form.seats)]


def gradient_of(form: SequenceForm, seat: int, plans: Plans, weights: np.ndarray | None = None) -> np.ndarray:
    """Return the expected reward of a seat below each of its sequences, float64 (sequences,), given the others' plans.

    Args:
        form: the sequence form.
        seat: the seat.
        plans: a plan for each seat; the seat's own is not used.
        weights: float64 (ends,), to be summed instead of the rewards.
    """
    stacked = np.zeros((form.num_seats, max(map(len, plans))))
    for other, plan in enumerate(plans):
        stacked[other, : len(plan)] = plan
    gradient = np.empty(form.seats[seat].num_sequences)
    weights = np.ascontiguousarray(form.end_rewards[:, seat]) if weights is None else weights
    compiled_pass(passes.write_gradient)(form.end_sequences, weights, np.int64(seat), stacked, gradient)
    return gradient


def values_of(form: SequenceForm, plans: Plans) -> np.ndarray:
    """Return the expected reward of each seat, float64 (seats,)."""
    return np.array([gradient_of(form, seat, plans) @ plans[seat] for seat in range(form.num_seats)])


def finished_share(form: SequenceForm, plans: Plans) -> float:
    """Return the share of games that end by the rules, not by the turn limit."""
    return float(gradient_of(form, 0, plans, form.end_finished) @ plans[0])


def best_response(form: SequenceForm, seat: int, plans: Plans) -> tuple[float, np.ndarray]:
    """Return the expected reward of a seat's best response to the plans of the other seats, and the response's plan."""
    part = form.seats[seat]
    behaviour = np.ones(part.num_sequences)
    gradient = gradient_of(form, seat, plans)
    value = compiled_pass(passes.best_response)(part.parents, part.firsts, gradient, behaviour)
    return float(value), plan_of(form, seat, behaviour)


def best_responses(form: SequenceForm, plans: Plans) -> Responses:
    """Return the best response of every seat to the plans of the other seats."""
    values, responses = zip(*(best_response(form, seat, plans) for seat in range(form.num_seats)), strict=True)
    return Responses(np.array(values), list(responses))


def reach_of(form: SequenceForm, seat: int, plans: Plans) -> np.ndarray:
    """Return the probability that each information set of a seat is reached, float64 (sets,)."""
    part = form.seats[seat]
    reach = np.empty(part.num_sets)
    below = gradient_of(form, seat, plans, form.end_probabilities)
    behaviour = behaviour_of(form, seat, plans[seat])
    compiled_pass(passes.add_values)(part.parents, part.firsts, behaviour, below, reach)
    return reach * plans[seat][part.parents]
