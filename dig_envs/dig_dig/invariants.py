"""Check what must hold in every state of Dig Dig between decisions."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.dig_dig.components import COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW, Kind
from dig_envs.dig_dig.determinize import copies_placed
from dig_envs.dig_dig.rules.holdings import cards_left, total
from dig_envs.dig_dig.rules.pile import is_number
from dig_envs.dig_dig.state import NONE, Phase


class Broken(IntEnum):
    """The invariants of Dig Dig by number; 0 is a sound state."""

    NONE = 0
    OPTIONS = 1  # number of players, reward, end
    TURN = 2  # whose turn, phase, mover
    CARDS = 3  # each kind four times; nothing where nothing can lie
    HANDS = 4  # sizes agree; what is known of a hand is true
    ROWS = 5  # face-up and blind cards
    DECK = 6  # deck, pile and compost
    PLACES = 7  # the seats that are out, and their order


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    if not options_in_range(state.table):
        return Broken.OPTIONS.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not rows_are_sound(state):
        return Broken.ROWS.value
    if not deck_is_sound(state):
        return Broken.DECK.value
    for kind in range(NUM_KINDS):
        if copies_placed(state, kind) + copies_hidden(state, kind) != COPIES:
            return Broken.CARDS.value
    if not places_are_sound(state.table):
        return Broken.PLACES.value
    return 0


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
def options_in_range(table):
    """Return whether options, end and turn number are possible."""
    return (
        2 <= table.num_players <= MAX_PLAYERS
        and (table.reward == Reward.WIN or table.reward == Reward.RANK)
        and End.RUNNING <= table.end <= End.TRUNCATED
        and table.max_turns > 0
        and 0 <= table.turn <= table.max_turns
    )


@compiled
def turn_is_sound(state):
    """Return whether active seat, phase, choices and mover agree."""
    table = state.table
    if not (0 <= table.active < table.num_players and Phase.SET_UP <= table.phase <= Phase.PLAY and last_is_sound(table)):
        return False
    if table.end != End.RUNNING:
        return state.secret.mover == NOBODY
    if table.phase == Phase.SET_UP:
        if total(table.picks) >= ROW or not picks_are_held(state):
            return False
    elif total(table.picks) != 0:
        return False
    return state.secret.mover == table.active and cards_left(table, np.int64(table.active)) > 0


@compiled
def picks_are_held(state):
    """Return whether the active seat has, in its hand and face-up row, all that it has chosen in the set-up so far."""
    table = state.table
    for kind in range(NUM_KINDS):
        if table.picks[kind] > state.seats[table.active].hand[kind] + table.face_up[table.active][kind]:
            return False
    return True


@compiled
def last_is_sound(table):
    """Return whether the last play is one that can have been made."""
    kind_in_range = NONE <= table.last_kind < NUM_KINDS
    return kind_in_range and NONE <= table.last_seat < table.num_players and 0 <= table.last_count <= COPIES


@compiled
def hands_are_sound(state):
    """Return whether hand sizes agree with the hands, and what is known of them is true."""
    table = state.table
    for p in range(MAX_PLAYERS):
        size = 0
        for kind in range(NUM_KINDS):
            held = state.seats[p].hand[kind]
            if not 0 <= held <= COPIES or not 0 <= table.known[p][kind] <= held:
                return False
            if p == table.active and table.picks[kind] > held + table.face_up[p][kind]:
                return False
            size += held
        if size != table.hand_size[p]:
            return False
        in_play = p < table.num_players and table.place[p] == 0
        if in_play and table.deck_size > 0 and size < ROW:
            return False
    return True


@compiled
def rows_are_sound(state):
    """Return whether face-up and blind cards are possible."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for kind in range(NUM_KINDS):
            if not 0 <= table.face_up[p][kind] <= ROW or not 0 <= table.picks[kind] <= ROW:
                return False
        for k in range(ROW):
            kind = state.secret.blind[p][k]
            if not NONE <= kind < NUM_KINDS or table.blind[p][k] != (1 if kind != NONE else 0):
                return False
        if p >= table.num_players and cards_left(table, p) != 0:
            return False
    return True


@compiled
def deck_is_sound(state):
    """Return whether deck, pile and compost are possible, and what is derived from the pile agrees with it."""
    table = state.table
    if not (0 <= table.deck_size <= NUM_CARDS and 0 <= table.pile_size <= NUM_CARDS):
        return False
    for at in range(NUM_CARDS):
        card = state.secret.deck[at]
        played = table.pile[at]
        if not (NONE <= card < NUM_KINDS and NONE <= played < NUM_KINDS):
            return False
        if (card != NONE) != (at < table.deck_size) or (played != NONE) != (at < table.pile_size):
            return False
    for kind in range(NUM_KINDS):
        if not 0 <= table.compost[kind] <= COPIES or table.in_pile[kind] != copies_in_pile(table, kind):
            return False
    return table.top == top_of_pile(table) and table.run == run_on_top(table)


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
def places_are_sound(table):
    """Return whether seats went out in order, those without cards are out, and at least two are in while the game goes on."""
    num_players = np.int64(table.num_players)
    out = 0
    for p in range(num_players):
        out += table.place[p] > 0
        if (table.place[p] > 0) != (cards_left(table, p) == 0):
            return False
    for p in range(num_players, MAX_PLAYERS):
        if table.place[p] != 0:
            return False
    for place in range(1, out + 1):
        holders = 0
        for p in range(num_players):
            holders += table.place[p] == place
        if holders != 1:
            return False
    return out < num_players - 1 or (out == num_players - 1 and table.end == End.OVER)
