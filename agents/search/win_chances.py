"""Estimate the rewards of an unfinished game from its whole state, with a small network in compiled code.

A network with one layer of hidden units scores each seat by the seat's own features, the mean of its rivals' and those of the
game. With `reward="win"` the softmax of the scores is the chance of each seat to win alone, or to lose alone in a game with one
loser. With another reward the scores, less their mean, are the expected rewards.
"""

import math

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.core.engine.kernels import zero
from dig_envs.core.game import Reward

# Bound for each game by `estimates.bindings`.
describe_seat = describe_game = lambda *_: None
NUM_SEAT_FEATURES = NUM_GAME_FEATURES = NUM_HIDDEN = NUM_ALL_HIDDEN = 1
NETWORK = np.zeros((1, 1), np.float32)  # rows: features of the seat, its rivals, the game; bias; scores


@compiled
def is_in_play(table, player):
    """Return whether a seat can still win by itself, or lose in a game with one loser."""
    return True


@compiled
def is_same_side(table, player, other):
    """Return whether two seats win together."""
    return player == other


@compiled
def chances_to_rewards(table, out):
    """Replace the chances to win by the expected rewards (C-8)."""
    count = np.int64(table.num_players)
    for p in range(count):
        out[p] = (out[p] * count - 1.0) / (count - 1)


@compiled
def expected_rewards(state, out):
    """Write the expected reward of each seat in an unfinished game. Alone, a seat keeps the reward of its standings."""
    table = state.table
    if table.num_players == 1:
        return
    score_seats(state, out)
    if table.reward == Reward.WIN:
        scores_to_chances(table, out)
        chances_to_rewards(table, out)
    else:
        subtract_mean(np.int64(table.num_players), out)


@compiled
def score_seats(state, out):
    """Write the score of each seat."""
    hidden = stack_floats(NUM_ALL_HIDDEN)
    init_hidden(state, hidden)
    count = np.int64(state.table.num_players)
    for p in range(count):
        add_seat(state, p, hidden)
    row = 2 * NUM_SEAT_FEATURES + NUM_GAME_FEATURES + (1 if state.table.reward == Reward.WIN else 2)
    for p in range(count):
        out[p] = 0.0
        for k in range(NUM_HIDDEN):
            out[p] += NETWORK[row, k] * max(np.float32(0.0), hidden[p * NUM_HIDDEN + k])


@compiled
def init_hidden(state, hidden):
    """Write the part of the hidden units that is the same for all seats."""
    numbers = stack_floats(NUM_GAME_FEATURES)
    zero(numbers)
    describe_game(state, numbers)
    for k in range(NUM_HIDDEN):
        hidden[k] = NETWORK[2 * NUM_SEAT_FEATURES + NUM_GAME_FEATURES, k]
    for i in range(NUM_GAME_FEATURES):
        if numbers[i] != 0.0:
            add_row(2 * NUM_SEAT_FEATURES + i, numbers[i], hidden, np.int64(0))
    for p in range(1, state.table.num_players):
        for k in range(NUM_HIDDEN):
            hidden[p * NUM_HIDDEN + k] = hidden[k]


@compiled
def add_seat(state, player, hidden):
    """Add a seat's features to its own hidden units and to those of its rivals."""
    numbers = stack_floats(NUM_SEAT_FEATURES)
    zero(numbers)
    describe_seat(state, player, numbers)
    table = state.table
    rivals = 0
    for other in range(table.num_players):
        rivals += not is_same_side(table, player, other)
    for i in range(NUM_SEAT_FEATURES):
        number = numbers[i]
        if number != 0.0:
            add_row(i, number, hidden, player * NUM_HIDDEN)
            for other in range(table.num_players):
                if not is_same_side(table, player, other):
                    add_row(NUM_SEAT_FEATURES + i, number / np.float32(rivals), hidden, other * NUM_HIDDEN)


@compiled
def add_row(row, number, hidden, start):
    """Add a row of weights times a number to the hidden units from `start` on."""
    for k in range(NUM_HIDDEN):
        hidden[start + k] += NETWORK[row, k] * number


@compiled
def scores_to_chances(table, out):
    """Convert scores to chances with sum 1. A seat that is out of the game has none."""
    count = np.int64(table.num_players)
    best = -math.inf
    for p in range(count):
        if is_in_play(table, p):
            best = max(best, out[p])
    total = 0.0
    for p in range(count):
        out[p] = math.exp(out[p] - best) if is_in_play(table, p) else 0.0
        total += out[p]
    for p in range(count):
        out[p] /= total


@compiled
def subtract_mean(count, out):
    """Subtract the mean from the numbers of all seats."""
    total = 0.0
    for p in range(count):
        total += out[p]
    for p in range(count):
        out[p] -= total / count
