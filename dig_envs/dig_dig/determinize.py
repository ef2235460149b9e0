"""The state as a seat knows it, and whole states that agree with that knowledge: for search, pictures and the leak test."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, seed_generator, shuffle
from dig_envs.dig_dig.components import COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW
from dig_envs.dig_dig.rules import lowest_number, total
from dig_envs.dig_dig.state import NONE, Phase

TRIES = 200  # to find hands in which the opener holds the lowest number


@compiled
def forget_everything(state):
    """Remove all knowledge of hidden cards."""
    for at in range(NUM_CARDS):
        state.secret.deck[at] = NONE
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            state.secret.blind[p][k] = NONE
        for kind in range(NUM_KINDS):
            state.seats[p].hand[kind] = 0


@compiled
def known_state(table, seat, player, state):
    """Fill a zeroed state with the knowledge of a seat, or of an onlooker if `player` is NOBODY; unknown cards are missing."""
    state.table = table
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    forget_everything(state)
    for p in range(table.num_players):
        for kind in range(NUM_KINDS):
            state.seats[p].hand[kind] = seat.hand[kind] if p == player else table.known[p][kind]


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with the knowledge of a seat, and deal the missing cards at random."""
    known_state(table, seat, player, state)
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    deal_missing(state)
    tries = 1
    while tries < TRIES and not opener_is_right(state):
        known_state(table, seat, player, state)
        deal_missing(state)
        tries += 1


@compiled
def deal_missing(state):
    """Deal the missing cards into hands and blind cards; the rest is the deck."""
    table = state.table
    left = gather_missing(state)
    shuffle(state.secret.deck, left, state.secret.rng, Stream.DEAL)
    for p in range(table.num_players):
        for _ in range(table.hand_size[p] - total(state.seats[p].hand)):
            left -= 1
            state.seats[p].hand[take_last(state, left)] += 1
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            if table.blind[p][k]:
                left -= 1
                state.secret.blind[p][k] = take_last(state, left)


@compiled
def gather_missing(state):
    """Put all missing cards into the deck, in order of their kinds, and return their number."""
    size = 0
    for kind in range(NUM_KINDS):
        for _ in range(COPIES - copies_placed(state, kind)):
            state.secret.deck[size] = kind
            size += 1
    return size


@compiled
def copies_placed(state, kind):
    """Return the number of copies of a kind in hands, face-up rows, pile and compost."""
    table = state.table
    count = table.compost[kind] + table.in_pile[kind]
    for p in range(table.num_players):
        count += state.seats[p].hand[kind] + table.face_up[p][kind]
    return count


@compiled
def take_last(state, at):
    """Remove the card at a place of the deck and return its kind."""
    kind = state.secret.deck[at]
    state.secret.deck[at] = NONE
    return kind


@compiled
def opener_is_right(state):
    """Return whether no hand has a lower number than the opener's, before the first play (DD-4)."""
    table = state.table
    if table.phase != Phase.OPENING:
        return True
    for p in range(table.num_players):
        if lowest_number(state.seats[p].hand) < lowest_number(state.seats[table.active].hand):
            return False
    return True
