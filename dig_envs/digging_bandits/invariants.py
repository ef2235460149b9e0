"""Check the invariants of a state of Digging Bandits between decisions, after the ranges (`core/fields.py`)."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    COPIES,
    DECK_CELLS,
    END_OF_BACK,
    FIRST_OF_BACK,
    HAND_KINDS,
    IS_LAND,
    KINDS,
    MAX_PLAYERS,
    ORACLE_CARDS,
    PLACES,
    TRADE_ITEMS,
    Back,
    Card,
    is_immediate,
)
from dig_envs.digging_bandits.rules.cards import clear_count, count_hidden_cards, count_open_cards
from dig_envs.digging_bandits.rules.flow import EVENTS, FRAMES, TURN
from dig_envs.digging_bandits.rules.frames import (
    detail_of,
    event_of,
    numbers_in_range,
    numbers_of,
    seat_of,
)
from dig_envs.digging_bandits.rules.move import toll_bridge
from dig_envs.digging_bandits.rules.trade import items_of
from dig_envs.digging_bandits.state import DEPTH, EVERYONE, NONE, Event, FrameKind


class Broken(IntEnum):
    """The invariants of Digging Bandits by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # options, whose turn, the seat that is asked
    BOARD = 2  # characters, bridges, plot
    DECKS = 3  # decks and Land: cells, sizes and public cards agree
    HANDS = 4  # hands and their sizes agree
    FRAMES = 5  # the nesting of frames, their seats and numbers
    TRADE = 6  # an offer exists only in a TRADE
    CARDS = 7  # every kind as often as it is printed
    KNOWLEDGE = 8  # knowledge of seats is true


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    table = state.table
    asked = seat_asked(state)
    if not turn_is_sound(state, asked):
        return Broken.TURN.value
    if not (players_are_sound(table) and board_is_sound(table)):
        return Broken.BOARD.value
    if not (decks_are_sound(state) and land_is_sound(state)):
        return Broken.DECKS.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not frames_are_sound(state):
        return Broken.FRAMES.value
    if not trade_is_sound(state):
        return Broken.TRADE.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not knowledge_is_true(state):
        return Broken.KNOWLEDGE.value
    return Broken.NONE.value


# --- the turn


@compiled
def turn_is_sound(state, asked):
    """Return whether options, turn, end and mover agree, and the active and the asked seat are in the game.

    A game that a forfeit has ended keeps its frames and the mark of the asked seat.
    """
    table = state.table
    n = table.num_players
    if n < 2 or (table.teams and n != MAX_PLAYERS) or table.turn > table.max_turns:
        return False
    if (table.end == End.TRUNCATED) != (table.turn == table.max_turns) or table.active >= n:
        return False
    if table.depth == 0:
        return table.end != End.RUNNING and state.secret.mover == NOBODY and asked == NONE
    if asked == NONE or asked >= n or table.out[asked] or table.out[table.active]:
        return False
    if not (table.playing == NONE or table.playing == Card.BRIDGE or table.playing == Card.OUTLAW):
        return False
    return state.secret.mover == (asked if table.end == End.RUNNING else NOBODY)


@compiled
def seat_asked(state):
    """Return the seat that is marked as asked; NONE if no seat is marked, and MAX_PLAYERS if several are."""
    asked = NONE
    for p in range(MAX_PLAYERS):
        if state.seats[p].asked:
            asked = p if asked == NONE else MAX_PLAYERS
    return asked


# --- players and board


@compiled
def players_are_sound(table):
    """Return whether each player has its own character and owes only where it must pay; other seats have nothing."""
    taken = 0
    for p in range(MAX_PLAYERS):
        if p >= table.num_players:
            marks = table.place[p] + table.owing[p] + table.out[p] + table.rescued[p] + table.winner[p] + table.tech[p]
            if table.character[p] != NONE or marks != 0:
                return False
        else:
            if table.character[p] == NONE or taken >> table.character[p] & 1:
                return False
            if table.owing[p] and not toll_bridge(table, p, table.place[p]):
                return False
            taken |= 1 << table.character[p]
    return True


@compiled
def board_is_sound(table):
    """Return whether Land cards and bridges are on LAND spaces, and bridges and plot belong to players in the game."""
    cards = 0
    for place in range(PLACES):
        cards += table.height[place]
        if not IS_LAND[place] and (table.height[place] > 0 or table.bridge[place] != NONE):
            return False
        if table.bridge[place] != NONE and (table.height[place] > 0 or not is_in_game(table, table.bridge[place])):
            return False
    if (table.plot == NONE) != (table.plot_owner == NONE):
        return False
    return cards <= DECK_CELLS and (table.plot == NONE or is_in_game(table, table.plot_owner))


@compiled
def is_in_game(table, player):
    """Return whether a seat, which is not NONE, is that of a player who is not out."""
    return player < table.num_players and not table.out[player]


# --- cards


@compiled
def decks_are_sound(state):
    """Return whether each deck has its size and its own back, and the public cards are those that lie there."""
    table = state.table
    for back in range(BACKS):
        for at in range(DECK_CELLS):
            kind, face = state.secret.deck[back][at], table.deck[back][at]
            if (kind != NONE) != (at < table.deck_size[back]) or (kind != NONE and BACK_OF[kind] != back):
                return False
            if face != NONE and face != kind:
                return False
    for kind in range(KINDS):
        faces = 0
        for at in range(DECK_CELLS):
            faces += table.deck[BACK_OF[kind]][at] == kind
        if faces != table.faces[kind]:
            return False
    top = state.secret.deck[Back.DRAW][0]
    return not table.opening_top or (top != NONE and not is_immediate(top))  # DB-10


@compiled
def land_is_sound(state):
    """Return whether the stacks have Land cards up to their heights, and the public ones are those that lie there."""
    table = state.table
    cards = 0
    for place in range(PLACES):
        cards += table.height[place]
    for at in range(DECK_CELLS):
        kind, seen = state.secret.land[at], table.land_seen[at]
        if (kind != NONE) != (at < cards) or (kind != NONE and BACK_OF[kind] != Back.LAND):
            return False
        if (seen >> table.num_players != 0 and seen != EVERYONE) or (kind == NONE and seen != 0):
            return False
        if table.land[at] != (kind if seen == EVERYONE else NONE):
            return False
    return True


@compiled
def hands_are_sound(state):
    """Return whether the public sizes agree with the hands; seats that do not play have none."""
    for p in range(MAX_PLAYERS):
        for back in range(BACKS):
            size = 0
            for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
                size += state.seats[p].hand[kind]
            if size != state.table.backs[p][back] or (size > 0 and p >= state.table.num_players):
                return False
        if p >= state.table.num_players and (state.seats[p].tipped[0] != NONE or state.seats[p].tipped[1] != NONE):
            return False
    return True


@compiled
def cards_are_conserved(state):
    """Return whether every kind is in the game as often as it is printed."""
    count = state.secret.count
    clear_count(state)
    count_open_cards(state.table, count)
    count_hidden_cards(state)
    conserved = True
    for kind in range(KINDS):
        conserved &= count[kind] == COPIES[kind]
    clear_count(state)
    return conserved


# --- frames

IS_TURN = np.array([kind in FRAMES and FRAMES[kind].on == TURN for kind in FrameKind], np.bool_)
MAY_BE_ON = np.array([[frame in FRAMES[kind].on if kind in FRAMES else False for frame in FrameKind] for kind in FrameKind])
EVENT_MAY_BE_ON = np.array([[frame in EVENTS[event].on for frame in FrameKind] for event in Event])
DETAIL_RANGES = np.array([(EVENTS[event].detail.start, EVENTS[event].detail.stop) for event in Event], np.int64)


@compiled
def frames_are_sound(state):
    """Return whether each frame is on a frame that can push it, and its seat and its numbers are in their ranges."""
    table = state.table
    for at in range(DEPTH):
        frame = table.frames[at]
        if at >= table.depth:
            if frame.kind != FrameKind.NOTHING or seat_of(frame) != 0 or numbers_of(frame) != (0, 0, 0):
                return False
        elif seat_of(frame) >= table.num_players or not numbers_in_range(frame):
            return False
        elif at == 0:
            if not IS_TURN[frame.kind] or seat_of(frame) != table.active:
                return False
        elif not fits(frame, table.frames[at - 1].kind):
            return False
    return True


@compiled
def fits(frame, below):
    """Return whether a frame can be on a frame of the kind `below`."""
    if frame.kind != FrameKind.EVENT:
        return MAY_BE_ON[frame.kind, below]
    event = event_of(frame)
    return EVENT_MAY_BE_ON[event, below] and DETAIL_RANGES[event, 0] <= detail_of(frame) < DETAIL_RANGES[event, 1]


# --- the offer of a TRADE


@compiled
def trade_is_sound(state):
    """Return whether an offer and its answers exist only in a TRADE (DB-29)."""
    table = state.table
    if table.depth >= 2 and table.frames[1].kind == FrameKind.OFFER:
        return True
    return is_empty(table.give) and is_empty(table.want) and nobody_answered(state)


@compiled
def is_empty(items):
    return items_of(items, NONE) == TRADE_ITEMS


@compiled
def nobody_answered(state):
    """Return whether no player has said yes or chosen a card."""
    for p in range(state.table.num_players):
        if not is_empty(state.seats[p].chosen):
            return False
    return state.table.willing == 0


# --- knowledge


@compiled
def knowledge_is_true(state):
    """Return whether what all players know, and what each player knows, is true."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for kind in range(HAND_KINDS):
            if table.known[p][kind] > state.seats[p].hand[kind]:
                return False
    for p in range(table.num_players):
        if not (knows_true_hands(state, p) and knows_true_cards(state, p)):
            return False
    for k in range(ORACLE_CARDS):
        if table.oracle_seen[k] >> table.num_players != 0:
            return False
    return True


@compiled
def knows_true_hands(state, observer):
    """Return whether a player's knowledge of the other hands is true, and includes the public knowledge."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for kind in range(HAND_KINDS):
            known = state.seats[observer].known[p][kind]
            if p == observer:
                if known != 0:
                    return False
            elif not table.known[p][kind] <= known <= state.seats[p].hand[kind]:
                return False
    return True


@compiled
def knows_true_cards(state, p):
    """Return whether a player knows the Land cards and top Draw cards that it has seen, and has a cart only in a TIP."""
    table, seat = state.table, state.seats[p]
    for at in range(DECK_CELLS):
        if seat.land[at] != (state.secret.land[at] if table.land_seen[at] >> p & 1 else NONE):
            return False
    for k in range(ORACLE_CARDS):
        known, top = seat.draw_top[k], state.secret.deck[Back.DRAW][k]
        if table.oracle_seen[k] >> p & 1:
            if known == NONE or known != top:
                return False
        elif known != NONE and (known != top or table.deck[Back.DRAW][k] != NONE):
            return False
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.kind == FrameKind.TIP and seat_of(frame) == p:
            return True
    return seat.tipped[0] == NONE and seat.tipped[1] == NONE
