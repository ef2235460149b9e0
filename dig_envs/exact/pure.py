"""Search for the deterministic policy that is least exploitable: its exploitability says how much mixing matters in a variant.

With two seats and zero-sum rewards the seats can be searched separately. Candidates of a seat are its most probable actions in
an equilibrium, and in the averages of fictitious play (Brown 1951) from the equilibrium and from uniform play; and each best
response of fictitious play, which is deterministic. The least exploitable candidate is an upper bound of the optimum.
"""

import numpy as np

from dig_envs.exact.evaluation import Plans, behaviour_of, best_response, plan_of, uniform_plans
from dig_envs.exact.sequence_form import SequenceForm

ROUNDS = 200  # of fictitious play from each of the two starts
AVERAGED_EVERY = 20  # rounds between two candidates from the averages


def least_exploitable(form: SequenceForm, equilibrium: Plans, rounds: int = ROUNDS) -> Plans:
    """Return the least exploitable deterministic plans that were found, one for each of two seats.

    Args:
        form: the sequence form of a variant for two.
        equilibrium: a plan for each seat.
        rounds: rounds of fictitious play from each start.
    """
    best, losses = list(equilibrium), [np.inf, np.inf]

    def try_candidate(seat: int, plan: np.ndarray) -> None:
        loss = best_response(form, 1 - seat, [plan, plan])[0]  # only the other seat's plan is read
        if loss < losses[seat]:
            best[seat], losses[seat] = plan, loss

    for seat, plan in enumerate(equilibrium):
        try_candidate(seat, most_probable(form, seat, plan))
    for start in (equilibrium, uniform_plans(form)):
        averages = [plan.copy() for plan in start]
        for played in range(1, rounds + 1):
            responses = [best_response(form, seat, averages)[1] for seat in (0, 1)]
            for seat, response in enumerate(responses):
                try_candidate(seat, response)
                averages[seat] += (response - averages[seat]) / (played + 1)
                if played % AVERAGED_EVERY == 0:
                    try_candidate(seat, most_probable(form, seat, averages[seat]))
    return best


def most_probable(form: SequenceForm, seat: int, plan: np.ndarray) -> np.ndarray:
    """Return the plan that plays the most probable action of another plan at each information set."""
    part, behaviour = form.seats[seat], behaviour_of(form, seat, plan)
    order = np.lexsort((-behaviour[1:], part.sets))  # sequence 0 has no information set
    chosen = np.zeros(part.num_sequences)
    chosen[0] = 1.0
    chosen[1 + order[part.firsts[:-1] - 1]] = 1.0
    return plan_of(form, seat, chosen)
