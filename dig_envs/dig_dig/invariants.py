"""Check the invariants of a state of Dig Dig between decisions. `core/fields.py` checks the range of each field before."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.dig_dig.components import COPIES, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW, Card
from dig_envs.dig_dig.determinize import copies_placed
from dig_envs.dig_dig.rules import cards_left, is_number, total
from dig_envs.dig_dig.state import NONE, Phase


class Broken(IntEnum):
    """The invariants of Dig Dig by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # whose turn, end, mover
    CARDS = 2  # each kind four times
    HANDS = 3  # sizes agree, the known cards are in the hands, and the cards chosen in the set-up are known
    ROWS = 4  # face-up and blind cards
    PILES = 5  # deck and pile
    PLACES = 6  # the seats that are out, and their order


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    if not turn_is_sound(state):
        return Broken.TURN.value
    for p in range(MAX_PLAYERS):
        if not hand_is_sound(state, p):
            return Broken.HANDS.value
        if not row_is_sound(state, p):
            return Broken.ROWS.value
    if not piles_are_sound(state):
        return Broken.PILES.value
    for kind in range(NUM_KINDS):
        if copies_placed(state, kind) + copies_hidden(state, kind) != COPIES:
            return Broken.CARDS.value
    return Broken.NONE.value if places_are_sound(state.table) else Broken.PLACES.value


@compiled
def turn_is_sound(state):
    """Return whether turn, end, active seat, last seat and mover agree. A forfeit may end a game at any decision."""
    table = state.table
    if table.num_players < 2 or table.active >= table.num_players or table.last_seat >= table.num_players:
        return False
    if table.turn > table.max_turns or (table.end == End.TRUNCATED) != (table.turn == table.max_turns):
        return False
    if table.end != End.RUNNING:
        return state.secret.mover == NOBODY
    return state.secret.mover == table.active and table.place[table.active] == 0


@compiled
def hand_is_sound(state, p):
    """Return whether the hand has its size and its known cards, among them those chosen in the set-up (DD-21)."""
    table, hand = state.table, state.seats[p].hand
    for kind in range(NUM_KINDS):
        chosen = table.picks[kind] - table.face_up[p][kind] if p == table.active else 0
        if not chosen <= table.known[p][kind] <= hand[kind]:
            return False
    picks = total(table.picks)
    if picks > 0 and (table.phase != Phase.SET_UP or picks >= table.row):
        return False
    return total(hand) == table.hand_size[p]


@compiled
def row_is_sound(state, p):
    """Return whether blind cards lie where all players see them, and seats that do not play have no cards."""
    table = state.table
    for k in range(ROW):
        if table.blind[p][k] != (state.secret.blind[p][k] != NONE):
            return False
    if (
        table.phase == Phase.SET_UP
        and p < table.num_players
        and table.hand_size[p] + total(table.face_up[p]) != table.row + table.hand
    ):
        return False  # there is a card to choose
    return total(table.face_up[p]) <= table.row and (p < table.num_players or cards_left(table, p) == 0)


@compiled
def piles_are_sound(state):
    """Return whether deck and pile have their sizes, and the fields derived from the pile agree with it."""
    table = state.table
    for at in range(NUM_CARDS):
        if (state.secret.deck[at] != NONE) != (at < table.deck_size) or (table.pile[at] != NONE) != (at < table.pile_size):
            return False
    for kind in range(NUM_KINDS):
        count = 0
        for at in range(table.pile_size):
            count += table.pile[at] == kind
        if table.in_pile[kind] != count:
            return False
    return table.top == top_of_pile(table) and table.run == run_on_top(table) and table.in_pile[Card.BOOM] == 0


@compiled
def top_of_pile(table):
    """Return the kind that the next card is played against, from the pile itself (DD-15)."""
    for at in range(table.pile_size - 1, -1, -1):
        if table.pile[at] != Card.NINJA:
            return table.pile[at] + 0
    return NONE


@compiled
def run_on_top(table):
    """Return the number of cards of that number on top, from the pile itself (DD-10)."""
    number = top_of_pile(table)
    run = 0
    if is_number(number):
        for at in range(table.pile_size - 1, -1, -1):
            if table.pile[at] == number:
                run += 1
            elif table.pile[at] != Card.NINJA:
                break
    return run


@compiled
def copies_hidden(state, kind):
    """Return the number of copies of a kind in the deck and among the blind cards."""
    count = 0
    for at in range(NUM_CARDS):
        count += state.secret.deck[at] == kind
    for p in range(MAX_PLAYERS):
        for k in range(ROW):
            count += state.secret.blind[p][k] == kind
    return count


@compiled
def places_are_sound(table):
    """Return whether seats without cards are out, in an order without gaps, and at least two are in play until the end."""
    out = 0
    for p in range(table.num_players):
        out += table.place[p] > 0
        if (table.place[p] > 0) != (cards_left(table, p) == 0):
            return False
    for place in range(1, out + 1):
        holders = 0
        for p in range(table.num_players):
            holders += table.place[p] == place
        if holders != 1:
            return False
    return out < table.num_players - 1 or (out == table.num_players - 1 and table.end == End.OVER)
