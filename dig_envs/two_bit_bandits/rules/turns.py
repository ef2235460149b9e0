"""Order the turns, end the game, and compute standings and rewards (TB-31…34)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rewards import score_margin, share_the_win
from dig_envs.core.seats import seat_clockwise
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Length
from dig_envs.two_bit_bandits.rules.final import begin_final
from dig_envs.two_bit_bandits.rules.holdings import count_held
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
    to_final = table.span == Length.EPIC and table.num_defeated == components.HIDEOUTS
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
        p = seat_clockwise(table, table.active, step)
        if table.status[p] == Status.IN:
            return p
    return NONE


@compiled
def limit_reached(table):
    """Return whether the turn limit is reached (C-9)."""
    return table.turn >= table.max_turns


@compiled
def finish_game(state, end):
    """End the game, over or truncated."""
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
    behind = NONE
    for step in range(table.num_players):
        p = seat_clockwise(table, table.starter, step)
        if table.status[p] == Status.IN and (behind == NONE or table.points[p] < table.points[behind]):
            behind = p
    return behind


@compiled
def can_play_some_stage(table, seat):
    """Return whether a Good Guy can reach and use a stage."""
    for place in range(table.placed * components.STAGES_A_CARD):
        if may_play(table, place, seat):
            return True
    return False


@compiled
def stop(state):
    """Let the active seat play no more stages."""
    state.table.status[state.table.active] = Status.STOPPED
    ask_trailing_seat(state)


# --- standings and rewards (TB-32…34)


@compiled
def standings(table, seats, out):
    """Write the points of each seat; health and pickups break ties, except in a solo game."""
    tie_break = components.TIE_BREAK if table.num_players > 1 else 0.0
    for p in range(table.num_players):
        out[p] = table.points[p] + tie_break * (table.health[p] + count_held(table, p))


@compiled
def rewards(table, points, out):
    """Write the reward of each seat: in a solo game by TB-33, otherwise by C-8."""
    if table.num_players == 1:
        out[0] = table.points[0] / components.SOLO_CONSTANT
    elif table.reward == Reward.WIN:
        share_the_win(points, table.num_players, out)
    else:
        score_margin(table.points, table.num_players, components.SCORE_CONSTANT, out)
