"""Play games of compiled bots, and record every choice with the teacher's action. Compiled for each game.

The bot of each seat is drawn for each game from a pool, as for opponents (`dig_envs/core/engine/kernels.py`). The teacher
labels every choice, whichever bot moves, also in positions after the mistakes of other bots.
"""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.engine.kernels import (
    CHOICE,
    call_bot,
    finish_game,
    is_legal,
    observe,
    only_legal,
    seat_opponents,
    start_game,
    zero,
)
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_legal, draw_seed, draw_unit, seed_generator

legal = apply = lambda *_: None  # bound for each game by the engine

ROWS, GAMES = range(2)  # cells of `progress`


class Choices(NamedTuple):
    """Recorded choices as arrays of n rows.

    Attributes:
        observations: float32 (n, floats), the observation of the seat to move.
        masks: int8 (n, num_actions), its action mask.
        actions: int64 (n,), the teacher's action.
        values: float32 (n,), the reward of the seat at the end of the game.
        games: int64 (n,), the number of the game, from 0.
        gains: float32 (n, num_actions), the gain of each action by a search; (n, 0) without gains.
    """

    observations: Any
    masks: Any
    actions: Any
    values: Any
    games: Any
    gains: Any


@compiled
def record_games(games, teacher, tables, choices, progress):
    """Play up to `games` games at table 0, and record them from row progress[ROWS] on.

    Returns 1 if the rows are full or a bot's illegal action has stopped the game (`illegal` of its status), else 0. A game that
    does not fit is not recorded.

    Args:
        games: the largest number of games.
        teacher: the index of the teacher among the bots of the tables.
        tables: `Tables` of one table, whose pool has compiled bots alone.
        choices: `Choices` to write to.
        progress: int64 (2,), the numbers of written rows and games.
    """
    for _ in range(games):
        first = progress[ROWS]
        last = record_game(teacher, tables, choices, first, progress[GAMES])
        if tables.states[0].table.end == End.RUNNING:
            return 1
        for row in range(first, last):
            choices.values[row] = tables.statuses[0].rewards[np.int64(choices.values[row])]
        progress[ROWS] = last
        progress[GAMES] += 1
    return 0


@compiled
def record_game(teacher, tables, choices, first, game):
    """Play the next game of table 0 while rows are left. Returns the row after its last; `values` contains the seats."""
    state, status, mask = tables.states[0], tables.statuses[0], tables.masks[0]
    deal_game(state, status, tables)
    row = first
    while state.table.end == End.RUNNING and row < len(choices.actions):
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action == CHOICE:
            record_observation(state, mover, tables, choices, row)
            label = call_bot(tables.bots[teacher], state.table, state.seats[mover], mover, mask, status.generators[mover])
            choices.actions[row] = label
            choices.values[row] = mover
            choices.games[row] = game
            row += 1
            action = action_of(label, teacher, mover, tables)
            if not (is_legal(label, mask) and is_legal(action, mask)):
                status.illegal, status.player = 1, mover
                return row
        apply(state, action)
    if state.table.end != End.RUNNING:
        status.done = 0
        finish_game(state, status, tables.finals, 0)
    return row


@compiled
def deal_game(state, status, tables):
    """Deal the next game of the table, and draw a bot from the pool for every seat."""
    seed = draw_seed(status.next_games, Stream.DEAL)
    start_game(state, status, tables.setup[0], tables.pool, seed)
    seed_generator(status.generators[0], seed, Domain.SEATING)
    status.learner = NOBODY
    seat_opponents(status, tables.pool, state.table.num_players)


@compiled
def record_observation(state, mover, tables, choices, row):
    """Write the observation and the action mask of the seat to move."""
    zero(choices.observations[row])
    observe(state, mover, tables.features, np.int64(tables.setup[0].facts), choices.observations[row])
    for action in range(len(tables.masks[0])):
        choices.masks[row, action] = tables.masks[0, action]


@compiled
def action_of(label, teacher, mover, tables):
    """Return the action of the bot in the seat to move, which is random with the probability of its noise."""
    state, status, mask = tables.states[0], tables.statuses[0], tables.masks[0]
    generator, controller = status.generators[mover], np.int64(status.controllers[mover])
    if status.noise[mover] > 0.0 and draw_unit(generator, Stream.PLAY) < status.noise[mover]:
        return draw_legal(mask, generator)
    if controller == teacher:
        return label
    return call_bot(tables.bots[controller], state.table, state.seats[mover], mover, mask, generator)
