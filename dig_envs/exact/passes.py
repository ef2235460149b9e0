"""Compiled passes over a sequence form: realization plans, gradients, best responses and regret matching.

A behaviour holds the probability of the last action of each sequence, float64 (sequences,). A realization plan holds the
product of these probabilities along a sequence; that of the empty sequence 0 is 1. Arrays are those of `SeatForm` and
`SequenceForm`.
"""

from dig_envs.core.compiler import compiled


@compiled
def write_plan(parents, firsts, behaviour, plan):
    """Write the realization plan of a behaviour."""
    plan[0] = 1.0
    for number in range(len(parents)):
        reach = plan[parents[number]]
        for sequence in range(firsts[number], firsts[number + 1]):
            plan[sequence] = reach * behaviour[sequence]


@compiled
def write_behaviour(parents, firsts, plan, behaviour):
    """Write the behaviour of a realization plan: uniform where the plan never comes."""
    for number in range(len(parents)):
        start, end = firsts[number], firsts[number + 1]
        total = 0.0
        for sequence in range(start, end):
            total += plan[sequence]
        for sequence in range(start, end):
            behaviour[sequence] = plan[sequence] / total if total > 0.0 else 1.0 / (end - start)


@compiled
def write_gradient(end_sequences, weights, seat, plans, gradient):
    """Write the sum of the ends' weights at each sequence of a seat, times the plans of the other seats.

    Args:
        weights: float64 (ends,), the rewards of the seat times their chance, or the chance itself.
        plans: float64 (seats, most sequences).
    """
    for sequence in range(len(gradient)):
        gradient[sequence] = 0.0
    for end in range(len(weights)):
        weight = weights[end]
        for other in range(len(plans)):
            if other != seat:
                weight *= plans[other, end_sequences[end, other]]
        gradient[end_sequences[end, seat]] += weight


@compiled
def best_response(parents, firsts, gradient, behaviour):
    """Write the pure behaviour that maximises a gradient, and return its value. The gradient becomes the values below."""
    for number in range(len(parents) - 1, -1, -1):
        best = firsts[number]
        for sequence in range(firsts[number], firsts[number + 1]):
            behaviour[sequence] = 0.0
            if gradient[sequence] > gradient[best]:
                best = sequence
        behaviour[best] = 1.0
        gradient[parents[number]] += gradient[best]
    return gradient[0]


@compiled
def add_values(parents, firsts, behaviour, gradient, values):
    """Write the value of each information set under a behaviour. The gradient becomes the values of sequences."""
    for number in range(len(parents) - 1, -1, -1):
        value = 0.0
        for sequence in range(firsts[number], firsts[number + 1]):
            value += behaviour[sequence] * gradient[sequence]
        values[number] = value
        gradient[parents[number]] += value


@compiled
def update_regrets(parents, firsts, gradient, regrets, behaviour, positive, negative, prediction):
    """Discount the regrets, add those of the gradient, and write the next behaviour by regret matching.

    Args:
        positive, negative: the factors of earlier positive and negative regrets.
        prediction: the weight with which the behaviour expects the same gradient again.
    """
    for number in range(len(parents) - 1, -1, -1):
        start, end = firsts[number], firsts[number + 1]
        value = 0.0
        for sequence in range(start, end):
            value += behaviour[sequence] * gradient[sequence]
        gradient[parents[number]] += value
        total = 0.0
        for sequence in range(start, end):
            now = gradient[sequence] - value
            regrets[sequence] = regrets[sequence] * (positive if regrets[sequence] > 0.0 else negative) + now
            behaviour[sequence] = max(max(regrets[sequence], 0.0) + prediction * now, 0.0)
            total += behaviour[sequence]
        for sequence in range(start, end):
            behaviour[sequence] = behaviour[sequence] / total if total > 0.0 else 1.0 / (end - start)
