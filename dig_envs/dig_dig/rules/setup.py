"""Dealing, choosing the face-up cards, and who begins (DD-2 to DD-4)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.dig_dig.components import COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, NUMBERS, ROW
from dig_envs.dig_dig.rules.holdings import lowest_number, take_top, total
from dig_envs.dig_dig.state import NONE, Phase


@compiled
def deal(state):
    """Deal three blind, three face-up and three hand cards each; the rest is the deck (DD-2). Seat 0 chooses first (DD-3)."""
    table = state.table
    deck = state.secret.deck
    for card in range(NUM_CARDS):
        deck[card] = card // COPIES
        table.pile[card] = NONE
    shuffle(deck, np.int64(NUM_CARDS), state.secret.rng, Stream.DEAL)
    table.deck_size = NUM_CARDS
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            state.secret.blind[p][k] = NONE
    for p in range(table.num_players):
        for k in range(ROW):
            state.secret.blind[p][k] = take_top(state)
            table.blind[p][k] = 1
            table.face_up[p][take_top(state)] += 1
            state.seats[p].hand[take_top(state)] += 1
        table.hand_size[p] = ROW
    table.top = NONE
    table.last_seat = NONE
    table.last_kind = NONE
    state.secret.mover = 0


@compiled
def lay_face_up(state, kind):
    """Lay a card face up, one of the three choices of the active seat (DD-3)."""
    table = state.table
    player = np.int64(table.active)
    table.picks[kind] += 1
    table.known[player][kind] = max(0, table.picks[kind] - table.face_up[player][kind])  # DD-21: the rest is in its hand
    if total(table.picks) == ROW:
        change_rows(state, player)
        if table.active + 1 < table.num_players:
            table.active += 1
            state.secret.mover = table.active
        else:
            find_opener(state)


@compiled
def change_rows(state, player):
    """Make the chosen cards the face-up row and the others the hand. Cards that lay open are known there (DD-21)."""
    table = state.table
    hand = state.seats[player].hand
    for kind in range(NUM_KINDS):
        lay = table.face_up[player][kind]
        picked = table.picks[kind]
        table.known[player][kind] = max(0, lay - picked)
        hand[kind] += lay - picked
        table.face_up[player][kind] = picked
        table.picks[kind] = 0


@compiled
def find_opener(state):
    """Let the holder of the lowest number begin, one of several at random; without numbers anybody (DD-4)."""
    table = state.table
    lowest = np.int64(NUMBERS)
    for p in range(table.num_players):
        lowest = min(lowest, lowest_number(state.seats[p].hand))
    holders = np.int64(0)
    for p in range(table.num_players):
        holders += lowest_number(state.seats[p].hand) == lowest
    chosen = draw_below(state.secret.rng, Stream.DEAL, holders)
    for p in range(table.num_players):
        if lowest_number(state.seats[p].hand) == lowest:
            if chosen == 0:
                table.active = p
            chosen -= 1
    table.phase = Phase.OPENING
    state.secret.mover = table.active
