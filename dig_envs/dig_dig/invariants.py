"""Check what must hold in every state of Dig Dig between decisions."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import is_generator
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, NUMBERS, ROW, Kind
from dig_envs.dig_dig.determinize import copies_placed
from dig_envs.dig_dig.rules.holdings import blind_cards, cards_left, total
from dig_envs.dig_dig.rules.pile import is_number
from dig_envs.dig_dig.state import NONE, Phase


class Broken(IntEnum):
    """The invariants of Dig Dig by number; 0 is a sound state."""

    NONE = 0
    OPTIONS = 1  # number of players, reward, turn limit
    TURN = 2  # whose turn, end, mover, the last play
    CARDS = 3  # each kind four times; nothing where nothing can lie
    HANDS = 4  # sizes agree; what is known of a hand is true
    ROWS = 5  # face-up and blind cards
    DECK = 6  # deck, pile and compost
    PLACES = 7  # the seats that are out, and their order
    RANGES = 8  # each seat, kind and count by itself; tested first, for the others look up with them
    PHASE = 9  # what each phase begins with, until the first play has been followed


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks. It reads within bounds, whatever the state."""
    if not options_in_range(state.table):
        return Broken.OPTIONS.value
    if not (table_in_range(state.table) and seats_in_range(state) and piles_in_range(state)):
        return Broken.RANGES.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not rows_are_sound(state):
        return Broken.ROWS.value
    if not deck_is_sound(state):
        return Broken.DECK.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not places_are_sound(state.table):
        return Broken.PLACES.value
    if not phase_is_sound(state):
        return Broken.PHASE.value
    return 0


# --- each field by itself


@compiled
def options_in_range(table):
    """Return whether options are possible."""
    return (
        2 <= table.num_players <= MAX_PLAYERS
        and (table.reward == Reward.WIN or table.reward == Reward.RANK)
        and table.max_turns > 0
    )


@compiled
def table_in_range(table):
    """Return whether turn, seats, phase and the last play are possible."""
    return (
        End.RUNNING <= table.end <= End.TRUNCATED
        and 0 <= table.turn <= table.max_turns
        and 0 <= table.active < table.num_players
        and Phase.SET_UP <= table.phase <= Phase.PLAY
        and NONE <= table.last_seat < table.num_players
        and NONE <= table.last_kind < NUM_KINDS
        and 0 <= table.last_count <= COPIES
    )


@compiled
def seats_in_range(state):
    """Return whether hands, rows and places of all seats are possible."""
    table = state.table
    for p in range(MAX_PLAYERS):
        if not 0 <= table.place[p] < (table.num_players if p < table.num_players else 1):
            return False
        for kind in range(NUM_KINDS):
            if not 0 <= table.known[p][kind] <= state.seats[p].hand[kind] <= COPIES or not 0 <= table.face_up[p][kind] <= ROW:
                return False
        for k in range(ROW):
            if not NONE <= state.secret.blind[p][k] < NUM_KINDS:
                return False
    return True


@compiled
def piles_in_range(state):
    """Return whether deck, pile, compost and choices of the set-up are possible; mover and generator too."""
    table = state.table
    for at in range(NUM_CARDS):
        if not (NONE <= state.secret.deck[at] < NUM_KINDS and NONE <= table.pile[at] < NUM_KINDS):
            return False
    for kind in range(NUM_KINDS):
        if not (0 <= table.compost[kind] <= COPIES and 0 <= table.in_pile[kind] <= COPIES and 0 <= table.picks[kind] < ROW):
            return False
    return (
        0 <= table.deck_size <= NUM_CARDS
        and 0 <= table.pile_size <= NUM_CARDS
        and NOBODY <= state.secret.mover < MAX_PLAYERS
        and is_generator(state.secret.rng)
    )


# --- how they go together


@compiled
def turn_is_sound(state):
    """Return whether end, active seat and mover agree. A game may end at any decision, by a forfeit."""
    table = state.table
    if (table.end == End.TRUNCATED) != (table.turn == table.max_turns) or not last_is_sound(table):
        return False
    if table.end != End.RUNNING:
        return state.secret.mover == NOBODY
    return state.secret.mover == table.active and table.place[table.active] == 0


@compiled
def last_is_sound(table):
    """Return whether the last play is one that can have been made: nobody plays nothing, and picking up names no kind."""
    if table.last_seat == NONE and table.last_kind != NONE:
        return False
    return table.last_count <= (0 if table.last_kind == NONE else (COPIES if table.last_kind < NUMBERS else 1))


@compiled
def hands_are_sound(state):
    """Return whether hand sizes agree with the hands, which are drawn up while the deck lasts (DD-8)."""
    table = state.table
    for p in range(MAX_PLAYERS):
        if total(state.seats[p].hand) != table.hand_size[p]:
            return False
        in_play = p < table.num_players and table.place[p] == 0
        if in_play and table.deck_size > 0 and table.hand_size[p] < ROW:
            return False
    return True


@compiled
def rows_are_sound(state):
    """Return whether blind cards lie where all see them, no row is too long, and seats that don't play have no cards."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            if table.blind[p][k] != (1 if state.secret.blind[p][k] != NONE else 0):
                return False
        if total(table.face_up[p]) > ROW or (p >= table.num_players and cards_left(table, p) != 0):
            return False
    return True


@compiled
def deck_is_sound(state):
    """Return whether deck and pile are as long as they should be, and what is derived from the pile agrees with it."""
    table = state.table
    for at in range(NUM_CARDS):
        if (state.secret.deck[at] != NONE) != (at < table.deck_size) or (table.pile[at] != NONE) != (at < table.pile_size):
            return False
    for kind in range(NUM_KINDS):
        if table.in_pile[kind] != copies_in_pile(table, kind):
            return False
    if table.top != top_of_pile(table) or table.run != run_on_top(table):
        return False
    return table.run < CLEARING_RUN and table.in_pile[Kind.BOOM] == 0  # what clears a pile does not lie on it


@compiled
def top_of_pile(table):
    """Return the kind that the next card is played against, found anew (DD-15)."""
    for at in range(table.pile_size - 1, -1, -1):
        if table.pile[at] != Kind.NINJA:
            return np.int64(table.pile[at])
    return np.int64(NONE)


@compiled
def run_on_top(table):
    """Return how many cards of that number lie on top, found anew (DD-10)."""
    number = top_of_pile(table)
    run = 0
    if is_number(number):
        for at in range(table.pile_size - 1, -1, -1):
            if table.pile[at] == number:
                run += 1
            elif table.pile[at] != Kind.NINJA:
                break
    return run


@compiled
def copies_in_pile(table, kind):
    """Return how many copies of a kind are in the pile."""
    count = 0
    for at in range(table.pile_size):
        count += table.pile[at] == kind
    return count


@compiled
def cards_are_conserved(state):
    """Return whether each kind is there four times."""
    for kind in range(NUM_KINDS):
        if copies_placed(state, kind) + copies_hidden(state, kind) != COPIES:
            return False
    return True


@compiled
def copies_hidden(state, kind):
    """Return how many copies of a kind are in the deck and among the blind cards."""
    count = 0
    for at in range(NUM_CARDS):
        count += state.secret.deck[at] == kind
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            count += state.secret.blind[p][k] == kind
    return count


@compiled
def places_are_sound(table):
    """Return whether seats went out in order, those without cards are out, and at least two are in while the game goes on."""
    num_players = np.int64(table.num_players)
    out = 0
    for p in range(num_players):
        out += table.place[p] > 0
        if (table.place[p] > 0) != (cards_left(table, p) == 0):
            return False
    for place in range(1, out + 1):
        holders = 0
        for p in range(num_players):
            holders += table.place[p] == place
        if holders != 1:
            return False
    return out < num_players - 1 or (out == num_players - 1 and table.end == End.OVER)


# --- the phases


@compiled
def phase_is_sound(state):
    """Return whether the phase is one that the cards can be in: the set-up (DD-3), the first play, the second, or later."""
    table = state.table
    if table.phase == Phase.SET_UP:
        return nothing_is_played(table) and picks_are_sound(state)
    if total(table.picks) != 0:
        return False
    if table.phase == Phase.OPENING:
        return nothing_is_played(table)
    return table.phase != Phase.FOLLOWING or table.pile_size == table.run > 0  # DD-5: on the opener's number


@compiled
def nothing_is_played(table):
    """Return whether all cards lie as they were dealt: three in each hand and row, the rest in the deck (DD-2)."""
    for p in range(table.num_players):
        if table.hand_size[p] != ROW or total(table.face_up[p]) != ROW or blind_cards(table, np.int64(p)) != ROW:
            return False
    return table.turn == 0 and table.pile_size == 0 and total(table.compost) == 0 and table.last_seat == NONE


@compiled
def picks_are_sound(state):
    """Return whether the active seat has the cards that it has chosen, fewer than a row, and all know those from its hand."""
    table = state.table
    for p in range(table.active, table.num_players):
        for kind in range(NUM_KINDS):
            picked = np.int64(table.picks[kind]) if p == table.active else np.int64(0)
            from_hand = max(0, picked - table.face_up[p][kind])
            if from_hand > state.seats[p].hand[kind] or table.known[p][kind] != from_hand:
                return False
    return total(table.picks) < ROW
