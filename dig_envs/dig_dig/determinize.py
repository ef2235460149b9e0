"""Determinization: build a whole state that agrees with all that one seat knows, for search and for the leak test."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, seed_generator, shuffle
from dig_envs.dig_dig.components import COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW
from dig_envs.dig_dig.rules.holdings import lowest_number, total
from dig_envs.dig_dig.state import NONE, Phase

TRIES = 200  # to find hands in which the opener holds the lowest number


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with what the player knows; deal the rest from the cards it has not seen."""
    state.table = table
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    state.seats[player] = seat
    deal_unseen(state, player)
    tries = 1
    while tries < TRIES and not opener_is_right(state):
        deal_unseen(state, player)
        tries += 1


@compiled
def deal_unseen(state, player):
    """Deal the others' hands, beyond what all saw going in, and the blind cards; what is left is the deck."""
    table = state.table
    for p in range(table.num_players):
        if p != player:
            for kind in range(NUM_KINDS):
                state.seats[p].hand[kind] = sure_in_hand(table, p, kind)
    left = gather_unseen(state)
    shuffle(state.secret.deck, left, state.secret.rng, Stream.DEAL)
    for p in range(table.num_players):
        if p != player:
            for _ in range(table.hand_size[p] - total(state.seats[p].hand)):
                left -= 1
                state.seats[p].hand[take_last(state, left)] += 1
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            state.secret.blind[p][k] = NONE
            if table.blind[p][k]:
                left -= 1
                state.secret.blind[p][k] = take_last(state, left)


@compiled
def sure_in_hand(table, p, kind):
    """Count the copies of a kind surely in a seat's hand: seen going in, or chosen in the set-up and not from its row."""
    if p == table.active:
        return max(np.int64(table.known[p][kind]), np.int64(table.picks[kind]) - table.face_up[p][kind])
    return np.int64(table.known[p][kind])


@compiled
def gather_unseen(state):
    """Lay all cards that the redeal has not placed into the deck, in order; return how many they are."""
    size = np.int64(0)
    for kind in range(NUM_KINDS):
        for _ in range(COPIES - copies_placed(state, kind)):
            state.secret.deck[size] = kind
            size += 1
    for at in range(size, NUM_CARDS):
        state.secret.deck[at] = NONE
    return size


@compiled
def copies_placed(state, kind):
    """Return how many copies of a kind are in hands, face-up rows, pile and compost."""
    table = state.table
    count = np.int64(table.compost[kind]) + table.in_pile[kind]
    for p in range(table.num_players):
        count += state.seats[p].hand[kind] + table.face_up[p][kind]
    return count


@compiled
def take_last(state, at):
    """Take a card off the deck, and return its kind."""
    kind = state.secret.deck[at]
    state.secret.deck[at] = NONE
    return kind


@compiled
def opener_is_right(state):
    """Return whether nobody holds a lower number than the opener, which holds until the first play (DD-4)."""
    table = state.table
    if table.phase != Phase.OPENING:
        return True
    for p in range(table.num_players):
        if lowest_number(state.seats[p].hand) < lowest_number(state.seats[table.active].hand):
            return False
    return True
