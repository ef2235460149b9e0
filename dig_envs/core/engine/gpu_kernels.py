"""The kernels of a GPU: thread i of a launch serves table i.

`address` is the address of the tables' `pointers_of`. In plain Python, `tables_at` and `array_at` return their first argument.
"""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.engine.kernels import (
    NUM_POINTERS,
    WORD,
    clear_observation,
    clear_result,
    finish_game,
    is_legal,
    observe_mover,
    start_next_game,
    tables_at,
)
from dig_envs.core.game import End
from dig_envs.core.rng import draw_legal

apply = bot = grid = array_at = lambda *_: None  # bound for each game


@inlined
def tables_of(address):
    return tables_at(array_at(address, (NUM_POINTERS,), WORD))


@compiled
def advance_tables(actions, address):
    """Apply actions[i] at table i, and deal the next game after an end. An illegal action only sets `status.illegal`."""
    i = grid(1)
    if i < len(actions):
        tables = tables_of(address)
        status = tables.statuses[i]
        clear_result(status)
        status.illegal = 1 - is_legal(actions[i], tables.masks[i])
        if status.illegal:
            status.illegal_action = actions[i]
        else:
            advance_table(i, actions[i], tables)


@compiled
def advance_table(i, action, tables):
    """Apply a legal action at table i, and deal the next game after an end."""
    state, status = tables.states[i], tables.statuses[i]
    apply(state, action)
    status.steps += 1
    if state.table.end != End.RUNNING:
        finish_game(state, status, tables.finals, i)
        start_next_game(i, tables)
    status.player = state.secret.mover


@compiled
def observe_tables(count, address):
    """Write the mask and the observation of the seat that must decide at each of `count` tables."""
    i = grid(1)
    if i < count:
        tables = tables_of(address)
        clear_observation(i, tables)
        observe_mover(i, tables)


@compiled
def draw_actions(actions, address):
    """Draw a random legal action for each table with the generator of the seat that must decide."""
    i = grid(1)
    if i < len(actions):
        tables = tables_of(address)
        status = tables.statuses[i]
        actions[i] = draw_legal(tables.masks[i], status.generators[np.int64(status.player)])


@compiled
def choose_actions(actions, address):
    """Let a compiled bot choose an action for each table. It draws from the generator of the seat that must decide."""
    i = grid(1)
    if i < len(actions):
        tables = tables_of(address)
        state, status = tables.states[i], tables.statuses[i]
        mover = np.int64(status.player)
        actions[i] = bot(state.table, state.seats[mover], mover, tables.masks[i], status.generators[mover])
