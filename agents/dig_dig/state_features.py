"""Describe the whole state of an unfinished game of Dig Dig for its estimate (`agents/search/estimates.py`).

One seat loses and all others win, so with `reward="win"` the network estimates each seat's chance to lose.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig_dig.components import COPIES, NUM_KINDS, ROW
from dig_envs.dig_dig.rules import blind_cards, cards_left, fits, is_ninja_on_top, total
from dig_envs.dig_dig.state import NONE, Phase


class Seat(IntEnum):
    """The features of a seat."""

    CARDS = 0  # in hand, face up and blind
    HAND_SIZE = 1
    NUM_FACE_UP = 2
    NUM_BLIND = 3
    IS_OUT = 4
    IS_ACTIVE = 5
    TURNS_TO_WAIT = 6
    CAN_PLAY = 7  # 1 if a card of the seat's source fits the pile: hand, else face up, else blind
    CANNOT_PLAY = 8  # 1 if no such card fits
    CAN_PLAY_NOW = 9  # CAN_PLAY if the seat is active, else 0
    PILE_TO_TAKE = 10  # cards that the active seat must pick up
    HELD = 11  # cards in hand by kind
    FACE_UP = HELD + NUM_KINDS  # face-up cards by kind
    BLIND = FACE_UP + NUM_KINDS  # blind cards by kind
    LAST = BLIND + NUM_KINDS  # HELD if the seat has no face-up and blind cards, else 0
    DRAWS = LAST + NUM_KINDS  # HELD if the deck has cards, else 0


class Table(IntEnum):
    """The features of the game."""

    DECK_SIZE = 0
    DECK_IS_EMPTY = 1
    PILE_SIZE = 2
    RUN = 3
    NINJA_ON_TOP = 4
    IS_SET_UP = 5
    IN_PLAY = 6  # seats that are not out
    TURN = 7
    TOP = 8  # one-hot: the kind to play against
    IN_PILE = TOP + NUM_KINDS  # cards by kind
    COMPOST = IN_PILE + NUM_KINDS  # cards by kind


NUM_SEAT_FEATURES = int(Seat.DRAWS) + NUM_KINDS
NUM_GAME_FEATURES = int(Table.COMPOST) + NUM_KINDS
ARE_LOSSES = True
# Scales, so that most features are below 1; the fit of the weights divides by spreads in any case.
CARDS, DECK, TURNS = 8.0, 30.0, 100.0


@compiled
def describe_seat(state, player, out):
    """Write the features of a seat into `out`, zeroed float32 (NUM_SEAT_FEATURES,)."""
    table, hand = state.table, state.seats[player].hand
    out[Seat.IS_OUT] = table.place[player] > 0
    if table.place[player] > 0:
        return
    out[Seat.CARDS] = cards_left(table, player) / CARDS
    out[Seat.HAND_SIZE] = table.hand_size[player] / CARDS
    out[Seat.NUM_FACE_UP] = total(table.face_up[player]) / ROW
    out[Seat.NUM_BLIND] = blind_cards(table, player) / ROW
    describe_turn(state, player, out)
    only = out[Seat.NUM_FACE_UP] == 0.0 and out[Seat.NUM_BLIND] == 0.0
    for kind in range(NUM_KINDS):
        held = hand[kind] / COPIES
        out[Seat.HELD + kind] = held
        out[Seat.FACE_UP + kind] = table.face_up[player][kind] / COPIES
        if only:
            out[Seat.LAST + kind] = held
        if table.deck_size > 0:
            out[Seat.DRAWS + kind] = held
    for k in range(ROW):
        if state.secret.blind[player][k] != NONE:
            out[Seat.BLIND + state.secret.blind[player][k]] += 1.0 / COPIES


@compiled
def describe_turn(state, player, out):
    """Write how many turns come before the seat's next one, and whether a card of its source fits the pile."""
    table = state.table
    can_play = has_card_that_fits(state, player)
    out[Seat.CAN_PLAY if can_play else Seat.CANNOT_PLAY] = 1.0
    if table.active == player:
        out[Seat.IS_ACTIVE] = 1.0
        if can_play:
            out[Seat.CAN_PLAY_NOW] = 1.0
        else:
            out[Seat.PILE_TO_TAKE] = table.pile_size / CARDS
    out[Seat.TURNS_TO_WAIT] = (player - table.active + table.num_players) % table.num_players


@compiled
def has_card_that_fits(state, player):
    """Return whether a card of the seat's source fits the pile: its hand, else its face-up cards, else a blind card."""
    table = state.table
    if table.hand_size[player] > 0:
        return fits_any(table, state.seats[player].hand)
    if total(table.face_up[player]) > 0:
        return fits_any(table, table.face_up[player])
    for k in range(ROW):
        if state.secret.blind[player][k] != NONE and fits(table, state.secret.blind[player][k]):
            return True
    return False


@compiled
def fits_any(table, counts):
    """Return whether any card fits the pile, given counts by kind."""
    for kind in range(NUM_KINDS):
        if counts[kind] > 0 and fits(table, kind):
            return True
    return False


@compiled
def describe_game(state, out):
    """Write the features of the game into `out`, zeroed float32 (NUM_GAME_FEATURES,)."""
    table = state.table
    out[Table.DECK_SIZE] = table.deck_size / DECK
    out[Table.DECK_IS_EMPTY] = table.deck_size == 0
    out[Table.PILE_SIZE] = table.pile_size / CARDS
    out[Table.RUN] = table.run / COPIES
    out[Table.NINJA_ON_TOP] = is_ninja_on_top(table)
    out[Table.IS_SET_UP] = table.phase == Phase.SET_UP
    out[Table.TURN] = table.turn / TURNS
    for p in range(table.num_players):
        out[Table.IN_PLAY] += table.place[p] == 0
    if table.top != NONE:
        out[Table.TOP + table.top] = 1.0
    for kind in range(NUM_KINDS):
        out[Table.IN_PILE + kind] = table.in_pile[kind] / COPIES
        out[Table.COMPOST + kind] = table.compost[kind] / COPIES


@compiled
def is_in_play(table, player):
    """Return whether a seat can still lose."""
    return table.place[player] == 0


@compiled
def chances_to_rewards(table, out):
    """Replace the chances to lose by the expected rewards (DD-19)."""
    count = np.int64(table.num_players)
    for p in range(count):
        out[p] = (1.0 - out[p] * count) / (count - 1)
