"""Move cards of decks, Landfill and Land stacks, together with the knowledge of their positions (DB-12, DB-61)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import BACK_OF, DECK_CELLS, ORACLE_CARDS, Back
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import EVERYONE, NONE

# --- decks and Landfill


@compiled
def discard(state, kind):
    """Put a card under its deck, in public (DB-12)."""
    back = BACK_OF[kind]
    at = state.table.deck_size[back]
    state.secret.deck[back][at] = kind
    state.table.deck[back][at] = kind
    state.table.faces[kind] += 1
    state.table.deck_size[back] = at + 1


@compiled
def mix_bottom(state, back, start):
    """Shuffle the cards from cell `start` down, which were discarded together. Hide their order unless all are of one kind."""
    size = state.table.deck_size[back]
    deck = state.secret.deck[back]
    mixed = False
    for at in range(start + 1, size):
        mixed |= deck[at] != deck[start]
    if mixed:
        shuffle_from(state, back, start, Stream.RESHUFFLE)
        for at in range(start, size):
            forget_face(state.table, back, at)


@compiled
def forget_face(table, back, at):
    """Hide a card of a deck that everyone knew."""
    kind = table.deck[back][at]
    if kind != NONE:
        table.faces[kind] -= 1
        table.deck[back][at] = NONE


@compiled
def shuffle_from(state, back, start, stream):
    """Shuffle the cards of a deck from cell `start` down."""
    deck = state.secret.deck[back]
    for last in range(state.table.deck_size[back] - 1, start, -1):
        other = start + draw_below(state.secret.rng, stream, last - start + 1)
        deck[last], deck[other] = deck[other], deck[last]


@compiled
def take_top(state, back):
    """Take the top card off a deck and return its kind. The deck must not be empty."""
    table = state.table
    deck = state.secret.deck[back]
    faces = table.deck[back]
    kind = np.int64(deck[0])
    forget_face(table, back, np.int64(0))
    for at in range(DECK_CELLS - 1):  # a constant number of cells is faster to move than `deck_size` of them
        deck[at] = deck[at + 1]
    for at in range(DECK_CELLS - 1):
        faces[at] = faces[at + 1]
    deck[DECK_CELLS - 1] = NONE
    faces[DECK_CELLS - 1] = NONE
    table.deck_size[back] -= 1
    if back == Back.DRAW:
        forget_draw_top(state)
    return kind


@compiled
def forget_draw_top(state):
    """Shift the knowledge of the top Draw cards by one, after the first was taken."""
    table = state.table
    table.opening_top = 0
    for k in range(ORACLE_CARDS - 1):
        table.oracle_seen[k] = table.oracle_seen[k + 1]
    table.oracle_seen[ORACLE_CARDS - 1] = 0
    for p in range(player_count(table)):
        top = state.seats[p].draw_top
        for k in range(ORACLE_CARDS - 1):
            top[k] = top[k + 1]
        top[ORACLE_CARDS - 1] = NONE


@compiled
def forget_draw_order(state):
    """Clear all knowledge of the order of the Draw deck, after a shuffle (DB-61)."""
    table = state.table
    for _ in range(ORACLE_CARDS):
        forget_draw_top(state)
    for at in range(DECK_CELLS):
        forget_face(table, np.int64(Back.DRAW), at)


@compiled
def seats_knowing_top(state, back):
    """Return the seats that know the top card of a deck, a bit per seat; EVERYONE if the card is public."""
    if state.table.deck[back][0] != NONE:
        return EVERYONE
    seen = 0
    if back == Back.DRAW:
        for p in range(player_count(state.table)):
            if state.seats[p].draw_top[0] != NONE:
                seen |= 1 << p
    return seen


# --- stacks of Land


@compiled
def stack_start(table, place):
    """Return the cell of the bottom card of a stack."""
    start = 0
    for other in range(place):
        start += table.height[other]
    return start


@compiled
def lift_top(state, place):
    """Take the top card off a stack and return its kind. The stack must not be empty."""
    table = state.table
    table.height[place] -= 1
    at = stack_start(table, place) + table.height[place]
    kind = state.secret.land[at]
    close_gap(state.secret.land, at)
    close_gap(table.land, at)
    for p in range(player_count(table)):
        close_gap(state.seats[p].land, at)
    for cell in range(at, DECK_CELLS - 1):
        table.land_seen[cell] = table.land_seen[cell + 1]
    table.land_seen[DECK_CELLS - 1] = 0
    return kind


@compiled
def close_gap(cells, at):
    """Shift the cells behind `at` forward by one, over the removed card."""
    for cell in range(at, DECK_CELLS - 1):
        cells[cell] = cells[cell + 1]
    cells[DECK_CELLS - 1] = NONE


@compiled
def lay_on_top(state, place, kind, seen):
    """Put a card on top of a stack. `seen` holds the seats that know the card, a bit per seat."""
    table = state.table
    at = stack_start(table, place) + table.height[place]
    table.height[place] += 1
    open_gap(state.secret.land, at)
    open_gap(table.land, at)
    for p in range(player_count(table)):
        open_gap(state.seats[p].land, at)
    for cell in range(DECK_CELLS - 1, at, -1):
        table.land_seen[cell] = table.land_seen[cell - 1]
    table.land_seen[at] = 0
    state.secret.land[at] = kind
    show_land(state, at, seen)


@compiled
def open_gap(cells, at):
    """Shift the cells from `at` backward by one, and write NONE into cell `at`."""
    for cell in range(DECK_CELLS - 1, at, -1):
        cells[cell] = cells[cell - 1]
    cells[at] = NONE


@compiled
def show_land(state, at, seen):
    """Show the card in a cell of the land to the seats of the bits `seen`."""
    table = state.table
    table.land_seen[at] = table.land_seen[at] | seen
    kind = state.secret.land[at]
    if seen == EVERYONE:
        table.land[at] = kind
    for p in range(player_count(table)):
        if seen >> p & 1:
            state.seats[p].land[at] = kind
