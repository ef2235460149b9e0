"""Estimate each seat's chance to win from a whole state, for unfinished playouts.

A network with one hidden layer scores each seat by the features of `state_features.py`: the seat's own, the mean of its
rivals', and the game's. The chances are the softmax of the scores. The weights in `chances.npy` were fitted to the winners of
about 140,000 games between experts, half of them with random moves (`docs/lab_notes.md`, Scripts).
"""

import math
from pathlib import Path

import numpy as np

from dig_envs.agents.digging_bandits.valuation.state_features import GAME_NUMBERS, SEAT_NUMBERS, describe_game, describe_seat
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.core.engine.kernels import zero
from dig_envs.digging_bandits.components import MAX_PLAYERS
from dig_envs.digging_bandits.rules.actions import same_side

WEIGHTS = np.load(Path(__file__).with_suffix(".npy")).astype(np.float32)  # (features and two more rows, hidden units)
HIDDEN = WEIGHTS.shape[1]
OF_RIVALS = SEAT_NUMBERS  # rows of WEIGHTS; the first rows are for the seat's own features
OF_GAME = OF_RIVALS + SEAT_NUMBERS
BIAS = OF_GAME + GAME_NUMBERS
OF_HIDDEN = BIAS + 1
ALL_HIDDEN = MAX_PLAYERS * HIDDEN


@compiled
def expected_rewards(state, out):
    """Write the expected reward of each seat in an unfinished game."""
    table = state.table
    score_seats(state, out)
    scores_to_chances(table, out)
    count = np.int64(table.num_players)
    if table.teams:
        one = out[0] + out[2]
        for p in range(count):
            out[p] = 2.0 * one - 1.0 if p % 2 == 0 else 1.0 - 2.0 * one
    else:
        for p in range(count):
            out[p] = (out[p] * count - 1.0) / (count - 1)


@compiled
def score_seats(state, out):
    """Write the score of each seat."""
    hidden = stack_floats(ALL_HIDDEN)
    init_hidden(state, hidden)
    count = np.int64(state.table.num_players)
    for p in range(count):
        add_seat(state, p, hidden)
    for p in range(count):
        out[p] = 0.0
        for k in range(HIDDEN):
            out[p] += WEIGHTS[OF_HIDDEN, k] * max(np.float32(0.0), hidden[p * HIDDEN + k])


@compiled
def init_hidden(state, hidden):
    """Write the part of the hidden units that is the same for all seats."""
    numbers = stack_floats(GAME_NUMBERS)
    zero(numbers)
    describe_game(state, numbers)
    for k in range(HIDDEN):
        hidden[k] = WEIGHTS[BIAS, k]
    for i in range(GAME_NUMBERS):
        if numbers[i] != 0.0:
            add_row(OF_GAME + i, numbers[i], hidden, np.int64(0))
    for p in range(1, state.table.num_players):
        for k in range(HIDDEN):
            hidden[p * HIDDEN + k] = hidden[k]


@compiled
def add_seat(state, player, hidden):
    """Add a seat's features to its own hidden units and to those of its rivals."""
    numbers = stack_floats(SEAT_NUMBERS)
    zero(numbers)
    describe_seat(state, player, numbers)
    table = state.table
    rivals = 2 if table.teams else np.int64(table.num_players) - 1
    for i in range(SEAT_NUMBERS):
        number = numbers[i]
        if number != 0.0:
            add_row(i, number, hidden, player * HIDDEN)
            for other in range(table.num_players):
                if not same_side(table, player, other):
                    add_row(OF_RIVALS + i, number / np.float32(rivals), hidden, other * HIDDEN)


@compiled
def add_row(row, number, hidden, start):
    """Add a row of weights times a number to the hidden units from `start` on."""
    for k in range(HIDDEN):
        hidden[start + k] += WEIGHTS[row, k] * number


@compiled
def scores_to_chances(table, out):
    """Convert scores to chances with sum 1. A player who is out has no chance of its own."""
    count = np.int64(table.num_players)
    best = -math.inf
    for p in range(count):
        if not table.out[p]:
            best = max(best, out[p])
    total = 0.0
    for p in range(count):
        out[p] = 0.0 if table.out[p] else math.exp(out[p] - best)
        total += out[p]
    for p in range(count):
        out[p] /= total
