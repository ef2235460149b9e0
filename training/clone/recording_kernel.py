"""Play games of compiled bots, and record every choice with the action of a teacher. Compiled for each game.

Who has which seat is drawn for each game from a pool, as for opponents (`dig_envs/core/engine/kernels.py`). The teacher is asked in
every choice, whoever makes the move: so what is recorded shows the way out of others' mistakes too.
"""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.engine.kernels import CHOICE, call_bot, finish_game, observe, only_legal, seat_opponents, start_game, zero
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_legal, draw_seed, draw_unit, seed_generator

legal = apply = lambda *_: None  # bound for each game by the engine

ROWS, GAMES = range(2)  # cells of `progress`


class Choices(NamedTuple):
    """The arrays that choices are recorded in: n rows.

    Attributes:
        observations: float32 (n, floats), what the seat saw that had to choose.
        masks: int8 (n, num_actions), its legal actions.
        actions: int64 (n,), what the teacher would do there.
        values: float32 (n,), the reward of that seat at the end of the game.
        games: int64 (n,), the number of the game, from 0.
        gains: float32 (n, num_actions), what a search says that each action gains; (n, 0) where none is asked.
    """

    observations: Any
    masks: Any
    actions: Any
    values: Any
    games: Any
    gains: Any


@compiled
def record_games(games, teacher, tables, choices, progress):
    """Play up to so many more games at table 0, and record them from row progress[ROWS] on.

    Returns 1 once the rows are full, else 0. A game that has no room is left out.

    Args:
        games: how many.
        teacher: its place among the bots of the tables.
        tables: `Tables` of one table, whose pool holds compiled bots alone.
        choices: where to write.
        progress: int64 (2,): how many rows, and how many games, are written.
    """
    for _ in range(games):
        first = progress[ROWS]
        last = record_game(teacher, tables, choices, first, progress[GAMES])
        if tables.states[0].table.end == End.RUNNING:
            return 1
        for row in range(first, last):
            choices.values[row] = tables.desks[0].rewards[np.int64(choices.values[row])]
        progress[ROWS] = last
        progress[GAMES] += 1
    return 0


@compiled
def record_game(teacher, tables, choices, first, game):
    """Play the next game of table 0, as long as there are rows. Returns the row after its last; `values` holds the seats."""
    state, desk, room = tables.states[0], tables.desks[0], tables.masks[0]
    deal_game(state, desk, tables)
    row = first
    while state.table.end == End.RUNNING and row < len(choices.actions):
        mover = np.int64(state.secret.mover)
        zero(room)
        legal(state.table, state.seats[mover], mover, room)
        action = only_legal(room)
        if action == CHOICE:
            write_view(state, mover, tables, choices, row)
            taught = call_bot(tables.bots[teacher], state.table, state.seats[mover], mover, room, desk.generators[mover])
            choices.actions[row] = taught
            choices.values[row] = mover
            choices.games[row] = game
            row += 1
            action = move_of(taught, teacher, mover, tables)
        apply(state, action)
    if state.table.end != End.RUNNING:
        desk.done = 0
        finish_game(state, desk, tables.finals, 0)
    return row


@compiled
def deal_game(state, desk, tables):
    """Deal the next game of the table's stream, and draw an agent of the pool for every seat."""
    seed = draw_seed(desk.next_games, Stream.DEAL)
    start_game(state, desk, tables.setup[0], tables.pool, seed)
    seed_generator(desk.generators[0], seed, Domain.SEATING)
    desk.learner = NOBODY
    seat_opponents(desk, tables.pool, state.table.num_players)


@compiled
def write_view(state, mover, tables, choices, row):
    """Write what the seat sees that must choose, and its mask."""
    zero(choices.observations[row])
    observe(state, mover, tables.features, np.int64(tables.setup[0].facts), choices.observations[row])
    for action in range(len(tables.masks[0])):
        choices.masks[row, action] = tables.masks[0, action]


@compiled
def move_of(taught, teacher, mover, tables):
    """Return the action of the agent in that seat: at the rate of its noise, any legal one."""
    state, desk, mask = tables.states[0], tables.desks[0], tables.masks[0]
    generator, controller = desk.generators[mover], np.int64(desk.controllers[mover])
    if desk.noise[mover] > 0.0 and draw_unit(generator, Stream.PLAY) < desk.noise[mover]:
        return draw_legal(mask, generator)
    if controller == teacher:
        return taught
    return call_bot(tables.bots[controller], state.table, state.seats[mover], mover, mask, generator)
