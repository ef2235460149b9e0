"""Count cards by kind, by location and by who has seen them, for observations, redeals and checks.

Each function adds to `count`, an array with a number per kind.
"""

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    BRIDGE,
    BUILDING_COINS,
    COIN,
    DECK_CELLS,
    DRAW_WANTED,
    DYNAMITE,
    HAND_KINDS,
    KINDS,
    LAND_WANTED,
    MAX_PLAYERS,
    ORACLE_CARDS,
    PLACES,
    PLOT,
    SHUFFLE,
    TECH,
    TIPPED,
    WARP,
    Back,
)
from dig_envs.digging_bandits.rules.frame_fields import card_played, cart_size, event_of, open_kind, target_of, warp_in_play
from dig_envs.digging_bandits.state import NONE, Event, FrameKind


@compiled
def clear_count(state):
    for kind in range(KINDS):
        state.secret.count[kind] = 0


# --- cards that a seat has seen


@compiled
def count_seen_cards(table, seat, count):
    """Add all cards whose kind this seat knows."""
    count_open_cards(table, count)
    count_single_cards(table, seat, count)
    for at in range(DECK_CELLS):
        count_cell(count, seat.land[at])
    count_hands_and_faces(table, seat, count)


@compiled
def count_hands_and_faces(table, seat, count):
    """Add the seat's hand, its known cards of other hands, and the public cards of the decks."""
    for kind in range(HAND_KINDS):
        known = seat.known[0][kind] + seat.known[1][kind] + seat.known[2][kind] + seat.known[3][kind]
        count[kind] += seat.hand[kind] + known
    for kind in range(KINDS):
        count[kind] += table.faces[kind]


@compiled
def count_open_cards(table, count):
    """Add the public cards outside hands and decks: TECH, bridges, plot, cards in play, cards out of the game."""
    for p in range(MAX_PLAYERS):
        count[TECH] += table.tech[p]
        if table.out[p]:
            count_pair(count, table.character[p])
    for place in range(PLACES):
        count[BRIDGE] += table.bridge[place] != NONE
    count[PLOT] += table.plot != NONE
    count[DYNAMITE] += table.gone_dynamite
    for kind in range(HAND_KINDS):
        count[kind] += table.tools[kind]
    for at in range(table.depth):
        count_in_frame(table, table.frames[at], count)


@compiled
def count_pair(count, character):
    """Add both WANTED cards of a character."""
    count[LAND_WANTED + character] += 1
    count[DRAW_WANTED + character] += 1


@compiled
def count_in_frame(table, frame, count):
    """Add the cards that are in play while a frame lasts."""
    if frame.what == FrameKind.DESTINATION:
        count[WARP] += warp_in_play(frame)
    elif frame.what == FrameKind.SHUFFLE:
        count[SHUFFLE] += 1
    elif frame.what == FrameKind.STAKE:
        count[PLOT] += 1
    elif frame.what == FrameKind.TURN_IN:
        count_pair(count, table.character[target_of(frame)])
    elif frame.what == FrameKind.BUILD:
        count_building(count)
    elif frame.what == FrameKind.EVENT:
        count_in_event(frame, event_of(frame), count)


@compiled
def count_building(count):
    """Add the cards that a bridge costs."""
    count[BRIDGE] += 1
    count[COIN] += BUILDING_COINS


@compiled
def count_in_event(frame, event, count):
    """Add the cards that are in play while an event waits for answers."""
    if event == Event.BUILD:
        count_building(count)
    elif event == Event.TOLL or event == Event.WARP or (event == Event.BONUS and card_played(frame) == PLOT):
        count[card_played(frame)] += 1


@compiled
def count_single_cards(table, seat, count):
    """Add the top Draw cards that this seat has seen in secret, and the cards of a TIP CART that it knows."""
    for k in range(ORACLE_CARDS):
        if table.deck[Back.DRAW][k] == NONE:
            count_cell(count, seat.draw_top[k])
    for k in range(TIPPED):
        count_cell(count, seat.tipped[k])
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.what == FrameKind.TIP and cart_size(frame) > 0 and seat.tipped[0] == NONE:
            count_cell(count, open_kind(frame))


# --- hidden cards


@compiled
def count_hidden_cards(state):
    """Add the cards in hands, decks, the land and TIP CARTs."""
    count = state.secret.count
    for p in range(MAX_PLAYERS):
        for kind in range(HAND_KINDS):
            count[kind] += state.seats[p].hand[kind]
        for k in range(TIPPED):
            count_cell(count, state.seats[p].tipped[k])
    for at in range(DECK_CELLS):
        count_cell(count, state.secret.land[at])
        for back in range(BACKS):
            count_cell(count, state.secret.deck[back][at])


@compiled
def count_cell(count, kind):
    """Add the card of a cell, unless the cell is empty or unknown."""
    if kind != NONE:
        count[kind] += 1
