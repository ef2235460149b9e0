"""The order of turns, and the end of the game (TB-31, TB-32, TB-34)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.two_bit_bandits.components import HIDEOUTS, STAGES_A_CARD, Length
from dig_envs.two_bit_bandits.rules.final import begin_final
from dig_envs.two_bit_bandits.rules.level_map import can_explore, may_play, something_to_complete
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status


@compiled
def end_turn(state):
    """End a turn, and begin the next turn or the final battle of an epic game, or end the game."""
    table = state.table
    table.turn += 1
    if table.final == Final.WON:
        ask_trailing_seat(state)
        return
    seat = next_seat_in(table)
    to_final = table.span == Length.EPIC and table.num_defeated == HIDEOUTS
    if seat == NONE or not (to_final or can_explore(table) or something_to_complete(table)):
        finish_game(state, End.OVER)
    elif limit_reached(table):
        finish_game(state, End.TRUNCATED)
    elif to_final:
        begin_final(state, seat)
    else:
        begin_turn(table, seat)
        table.phase = Phase.EXPLORE


@compiled
def begin_turn(table, seat):
    """Begin the turn of a seat; a Good Guy that lost a life gets full health (TB-18)."""
    table.active = seat
    if table.health[seat] == 0:
        table.health[seat] = table.max_health


@compiled
def next_seat_in(table):
    """Return the next seat clockwise that is in the game, or NONE."""
    for step in range(1, table.num_players + 1):
        p = np.int64((table.active + step) % table.num_players)
        if table.status[p] == Status.IN:
            return p
    return np.int64(NONE)


@compiled
def limit_reached(table):
    """Return whether the turn limit is reached (C-9)."""
    return 0 < table.max_turns <= table.turn


@compiled
def finish_game(state, end):
    state.table.end = end
    state.table.phase = Phase.OVER
    state.secret.mover = NOBODY


# --- after the final battle (TB-31)


@compiled
def ask_trailing_seat(state):
    """Ask the seat with the fewest points to play a stage or to stop. A seat without a stage to play has stopped."""
    table = state.table
    seat = trailing_seat(table)
    while seat != NONE and not can_play_some_stage(table, seat):
        table.status[seat] = Status.STOPPED
        seat = trailing_seat(table)
    if seat == NONE:
        finish_game(state, End.OVER)
    elif limit_reached(table):
        finish_game(state, End.TRUNCATED)
    else:
        begin_turn(table, seat)
        table.phase = Phase.PLAY_ON


@compiled
def trailing_seat(table):
    """Return the seat in the game with the fewest points; ties: the first clockwise from the winner of the final battle."""
    behind = np.int64(NONE)
    for step in range(table.num_players):
        p = np.int64((table.starter + step) % table.num_players)
        if table.status[p] == Status.IN and (behind == NONE or table.points[p] < table.points[behind]):
            behind = p
    return behind


@compiled
def can_play_some_stage(table, seat):
    for place in range(table.placed * STAGES_A_CARD):
        if may_play(table, np.int64(place), seat):
            return True
    return False


@compiled
def stop(state):
    state.table.status[state.table.active] = Status.STOPPED
    ask_trailing_seat(state)
