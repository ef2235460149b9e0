"""A whole state that agrees with all that one seat knows: for search, and for the leak test."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator
from dig_envs.dig_dig.components import COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW
from dig_envs.dig_dig.rules import lowest_number, total
from dig_envs.dig_dig.state import NONE, Phase

TRIES = 200  # to find hands in which the opener holds the lowest number


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with what the player knows; draw the rest from the cards it has not seen."""
    state.table = table
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    state.seats[player] = seat
    deal_hands(state, player)
    tries = 1
    while tries < TRIES and not opener_is_right(state):
        deal_hands(state, player)
        tries += 1
    deal_blind(state, player)
    deal_deck(state, player)


@compiled
def deal_hands(state, player):
    """The others' hands: what all saw going in, then unseen cards."""
    table = state.table
    clear_secrets(state)
    for p in range(table.num_players):
        if p != player:
            for kind in range(NUM_KINDS):
                state.seats[p].hand[kind] = table.known[p][kind]
    for p in range(table.num_players):
        if p != player:
            for _ in range(table.hand_size[p] - total(table.known[p])):
                state.seats[p].hand[draw_unseen(state)] += 1


@compiled
def clear_secrets(state):
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            state.secret.blind[p][k] = NONE
    for at in range(NUM_CARDS):
        state.secret.deck[at] = NONE


@compiled
def opener_is_right(state):
    """DD-4: until the first play, nobody holds a lower number than the opener."""
    table = state.table
    if table.phase != Phase.OPENING:
        return True
    for p in range(table.num_players):
        if lowest_number(state.seats[p].hand) < lowest_number(state.seats[table.active].hand):
            return False
    return True


@compiled
def deal_blind(state, player):
    table = state.table
    for p in range(table.num_players):
        for k in range(ROW):
            if table.blind[p][k]:
                state.secret.blind[p][k] = draw_unseen(state)


@compiled
def deal_deck(state, player):
    for at in range(state.table.deck_size):
        state.secret.deck[at] = draw_unseen(state)


@compiled
def draw_unseen(state):
    """A random one of the cards that this redeal has not placed yet."""
    left = np.int64(0)
    for kind in range(NUM_KINDS):
        left += copies_left(state, kind)
    chosen = draw_below(state.secret.rng, Stream.DEAL, left)
    for kind in range(NUM_KINDS):
        chosen -= copies_left(state, kind)
        if chosen < 0:
            return kind
    return NONE


@compiled
def copies_left(state, kind):
    return COPIES - copies_placed(state, kind)


@compiled
def copies_placed(state, kind):
    """Copies of a kind in hands, rows, pile, compost and deck, as far as they are laid."""
    table = state.table
    count = np.int64(table.compost[kind])
    for p in range(table.num_players):
        count += state.seats[p].hand[kind] + table.face_up[p][kind]
        for k in range(ROW):
            count += state.secret.blind[p][k] == kind
    for at in range(NUM_CARDS):
        count += (table.pile[at] == kind) + (state.secret.deck[at] == kind)
    return count
