"""Check the invariants of a state of Digging Bandits between decisions, after the range of each field (`core/fields.py`)."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back
from dig_envs.digging_bandits.rules.cards import clear_count, count_hidden_cards, count_open_cards
from dig_envs.digging_bandits.rules.flow import EVENTS
from dig_envs.digging_bandits.rules.frames import detail_of, event_of, numbers_in_range, numbers_of, open_kind, seat_of
from dig_envs.digging_bandits.rules.trade import items_of
from dig_envs.digging_bandits.state import DEPTH, EVERYONE, NONE, Event, FrameKind

DETAIL_RANGES = np.array([(EVENTS[event].detail.start, EVENTS[event].detail.stop) for event in Event], np.int64)


class Broken(IntEnum):
    """The invariants of Digging Bandits by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # whose turn, the seat that is asked
    BOARD = 2  # characters, bridges, plot
    DECKS = 3  # decks and Land: cells, sizes and public cards agree
    HANDS = 4  # hands and their sizes agree
    FRAMES = 5  # seats and numbers of frames, and the offer of a TRADE
    CARDS = 6  # every kind as often as it is printed
    KNOWLEDGE = 7  # knowledge of seats is true


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not board_is_sound(state.table):
        return Broken.BOARD.value
    if not (decks_are_sound(state) and land_is_sound(state)):
        return Broken.DECKS.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not (frames_are_sound(state) and offer_is_sound(state)):
        return Broken.FRAMES.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    for p in range(components.MAX_PLAYERS):
        if not (knows_true_hands(state, p) and knows_true_cards(state, p)):
            return Broken.KNOWLEDGE.value
    return Broken.NONE.value


@compiled
def turn_is_sound(state):
    """Return whether turn, end and mover agree, and one seat is marked as asked until the end.

    A game that a forfeit has ended keeps its frames and the mark of the asked seat.
    """
    table, mover = state.table, state.secret.mover
    marks = 0
    for p in range(components.MAX_PLAYERS):
        marks += state.seats[p].asked
    if table.active >= table.num_players or marks != (table.depth > 0):
        return False
    if table.turn > table.max_turns or (table.end == End.TRUNCATED) != (table.turn == table.max_turns):
        return False
    if table.end != End.RUNNING:
        return mover == NOBODY
    return is_in_game(table, mover) and state.seats[mover].asked == 1


@compiled
def is_in_game(table, player):
    """Return whether a number is the seat of a player who is not out."""
    return 0 <= player < table.num_players and not table.out[player]


@compiled
def board_is_sound(table):
    """Return whether players have different characters, bridges are on free LAND spaces, and bridges and plot have owners."""
    taken = 0
    for p in range(components.MAX_PLAYERS):
        character = table.character[p]
        if (character != NONE) != (p < table.num_players) or (character != NONE and taken >> character & 1):
            return False
        taken |= 1 << max(character, 0)
    for place in range(components.PLACES):
        cards, owner = table.height[place], table.bridge[place]
        if cards > 0 and (owner != NONE or not components.IS_LAND[place]):
            return False
        if owner != NONE and not (components.IS_LAND[place] and is_in_game(table, owner)):
            return False
    return (table.plot == NONE) == (table.plot_owner == NONE) and (table.plot == NONE or is_in_game(table, table.plot_owner))


# --- cards


@compiled
def decks_are_sound(state):
    """Return whether each deck has its size and its own back, and the public cards are those that lie there."""
    table = state.table
    for back in range(components.BACKS):
        for at in range(components.DECK_CELLS):
            kind, face = state.secret.deck[back][at], table.deck[back][at]
            if (kind != NONE) != (at < table.deck_size[back]) or (kind != NONE and components.BACK_OF[kind] != back):
                return False
            if face != NONE and face != kind:
                return False
    for kind in range(components.KINDS):
        faces = 0
        for at in range(components.DECK_CELLS):
            faces += table.deck[components.BACK_OF[kind]][at] == kind
        if faces != table.faces[kind]:
            return False
    return True


@compiled
def land_is_sound(state):
    """Return whether the stacks have Land cards up to their heights, and the public ones are those that lie there."""
    table = state.table
    cards = 0
    for place in range(components.PLACES):
        cards += table.height[place]
    for at in range(components.DECK_CELLS):
        kind, seen = state.secret.land[at], table.land_seen[at]
        if (kind != NONE) != (at < cards) or (kind != NONE and components.BACK_OF[kind] != Back.LAND):
            return False
        if (seen >> table.num_players != 0 and seen != EVERYONE) or (kind == NONE and seen != 0):
            return False
        if table.land[at] != (kind if seen == EVERYONE else NONE):
            return False
    return cards <= components.DECK_CELLS


@compiled
def hands_are_sound(state):
    """Return whether the public sizes agree with the hands; seats that do not play have none."""
    for p in range(components.MAX_PLAYERS):
        for back in range(components.BACKS):
            size = 0
            for kind in range(components.FIRST_OF_BACK[back], components.END_OF_BACK[back]):
                size += state.seats[p].hand[kind]
            if size != state.table.backs[p][back] or (size > 0 and p >= state.table.num_players):
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
    for kind in range(components.KINDS):
        conserved &= count[kind] == components.COPIES[kind]
    clear_count(state)
    return conserved


# --- frames


@compiled
def frames_are_sound(state):
    """Return whether all frames are sound, and cells without a frame are blank."""
    table, below = state.table, state.table.active
    for at in range(DEPTH):
        frame = table.frames[at]
        if at < table.depth:
            if not frame_is_sound(state, frame, below):
                return False
            below = seat_of(frame)
        elif frame.kind != FrameKind.NOTHING or seat_of(frame) != 0 or numbers_of(frame) != (0, 0, 0):
            return False
    return True


@compiled
def frame_is_sound(state, frame, below):
    """Return whether seat and numbers are in their ranges, a public card is true, and another seat than `below` may answer."""
    kind, player = frame.kind, seat_of(frame)
    if player >= state.table.num_players or not numbers_in_range(frame):
        return False
    if kind == FrameKind.TIP and open_kind(frame) != NONE and open_kind(frame) != state.seats[player].tipped[0]:
        return False
    if kind != FrameKind.EVENT:
        return player == below or kind == FrameKind.BRIBE or kind == FrameKind.ANSWER
    event = event_of(frame)
    if not DETAIL_RANGES[event, 0] <= detail_of(frame) < DETAIL_RANGES[event, 1]:
        return False
    return player == below or event == Event.COWBOY or event == Event.SHERIFF or event == Event.RESCUE


@compiled
def offer_is_sound(state):
    """Return whether there is an offer only in a TRADE; without an offer, nobody wants, has promised or has chosen anything."""
    table = state.table
    if table.give[0] != NONE:
        return table.depth > 1 and table.frames[1].kind == FrameKind.OFFER and table.willing >> table.num_players == 0
    for p in range(components.MAX_PLAYERS):
        if items_of(state.seats[p].chosen, NONE) != components.TRADE_ITEMS:
            return False
    return table.willing == 0 and items_of(table.give, NONE) + items_of(table.want, NONE) == 2 * components.TRADE_ITEMS


# --- knowledge


@compiled
def knows_true_hands(state, observer):
    """Return whether public knowledge of hands is true, and a player's knowledge is true and includes the public one."""
    table = state.table
    for p in range(components.MAX_PLAYERS):
        for kind in range(components.HAND_KINDS):
            public, known, held = table.known[p][kind], state.seats[observer].known[p][kind], state.seats[p].hand[kind]
            if public > held or (p == observer and known != 0):
                return False
            if p != observer and observer < table.num_players and not public <= known <= held:
                return False
    return True


@compiled
def knows_true_cards(state, p):
    """Return whether a player knows exactly the Land cards and top Draw cards that it has seen."""
    table, seat = state.table, state.seats[p]
    for at in range(components.DECK_CELLS):
        if seat.land[at] != (state.secret.land[at] if p < table.num_players and table.land_seen[at] >> p & 1 else NONE):
            return False
    for k in range(components.ORACLE_CARDS):
        known, top = seat.draw_top[k], state.secret.deck[Back.DRAW][k]
        if table.oracle_seen[k] >> p & 1:
            if known == NONE or known != top:
                return False
        elif known != NONE and (known != top or table.deck[Back.DRAW][k] != NONE):
            return False
    return True
