"""Carry out one decision, and what follows from it: where to begin reading."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, NUM_KINDS, NUMBERS, Kind
from dig_envs.dig_dig.rules.actions import BLIND, LAY, PICK_UP, POWER
from dig_envs.dig_dig.rules.holdings import cards_left, draw_up
from dig_envs.dig_dig.rules.pile import clear_pile, empty_pile, fits, top_the_pile
from dig_envs.dig_dig.rules.setup import lay_face_up
from dig_envs.dig_dig.state import NONE, Phase


@compiled
def apply(state, action):
    """Carry out one decision, and go on to the next or to the end."""
    player = np.int64(state.table.active)
    if action >= LAY:
        lay_face_up(state, action - LAY)
    elif action == PICK_UP:
        pick_up(state, player)
        end_turn(state)
    elif action >= BLIND:
        turn_blind(state, player, action - BLIND)
    elif action >= POWER:
        play(state, player, NUMBERS + action - POWER, np.int64(1))
    else:
        play(state, player, action // COPIES, 1 + action % COPIES)


@compiled
def play(state, player, kind, count):
    """Play cards from the hand (DD-6), or from the face-up cards if there is none (DD-17)."""
    table = state.table
    if table.hand_size[player] > 0:
        state.seats[player].hand[kind] -= count
        table.hand_size[player] -= count
        table.known[player][kind] = max(0, table.known[player][kind] - count)  # DD-21
    else:
        table.face_up[player][kind] -= count
    put_on_pile(state, player, kind, count)


@compiled
def turn_blind(state, player, k):
    """Turn over a blind card: it is played if it fits, else taken in hand with the pile (DD-18)."""
    table = state.table
    kind = np.int64(state.secret.blind[player][k])
    state.secret.blind[player][k] = NONE
    table.blind[player][k] = 0
    if fits(table, kind):
        put_on_pile(state, player, kind, np.int64(1))
    else:
        state.seats[player].hand[kind] += 1
        table.hand_size[player] += 1
        table.known[player][kind] += 1  # DD-21
        pick_up(state, player)
        remember(table, player, kind, np.int64(0))
        end_turn(state)


@compiled
def put_on_pile(state, player, kind, count):
    """Put cards on the pile, and see what follows: a cleared pile, drawn cards, a player out, the next turn."""
    table = state.table
    for _ in range(count):
        table.pile[table.pile_size] = kind
        table.pile_size += 1
    table.in_pile[kind] += count
    top_the_pile(table, kind, count)
    remember(table, player, kind, count)
    table.phase = Phase.FOLLOWING if table.phase == Phase.OPENING and kind < NUMBERS else Phase.PLAY
    cleared = kind == Kind.BOOM or table.run >= CLEARING_RUN
    if cleared:
        clear_pile(table)
    draw_up(state, player)
    if cards_left(table, player) == 0:
        go_out(state, player)
    elif cleared:
        state.secret.mover = player  # DD-11: plays again
    else:
        end_turn(state)


@compiled
def pick_up(state, player):
    """Take the whole pile in hand, which may be nothing (DD-9). All have seen it, and know it there (DD-21)."""
    table = state.table
    for kind in range(NUM_KINDS):
        state.seats[player].hand[kind] += table.in_pile[kind]
        table.known[player][kind] += table.in_pile[kind]
    table.hand_size[player] += table.pile_size
    empty_pile(table)
    table.phase = Phase.PLAY
    remember(table, player, np.int64(NONE), np.int64(0))


@compiled
def remember(table, player, kind, count):
    """Note the last play."""
    table.last_seat = player
    table.last_kind = kind
    table.last_count = count


# --- the end of a turn, of the game


@compiled
def go_out(state, player):
    """Let a player without cards go out; the last with cards loses (DD-19)."""
    table = state.table
    out = 0
    for p in range(table.num_players):
        out += table.place[p] > 0
    table.place[player] = out + 1
    if out + 2 == table.num_players:
        finish_game(state, End.OVER)
    else:
        end_turn(state)


@compiled
def end_turn(state):
    """Go on to the next seat that has cards, or to the turn limit."""
    table = state.table
    table.turn += 1
    if table.max_turns > 0 and table.turn >= table.max_turns:
        finish_game(state, End.TRUNCATED)  # DD-20
    else:
        table.active = next_in(table, table.active)
        state.secret.mover = table.active


@compiled
def next_in(table, player):
    """Return the next seat clockwise that still has cards."""
    p = (player + 1) % table.num_players
    while table.place[p] > 0:
        p = (p + 1) % table.num_players
    return p


@compiled
def finish_game(state, end):
    """End the game; nobody moves any more."""
    state.table.end = end
    state.secret.mover = NOBODY
