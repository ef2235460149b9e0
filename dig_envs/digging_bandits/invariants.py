"""Check the invariants of a state of Digging Bandits between decisions.

Every number is checked to be in range before it is used as an index, whatever the bytes of the state. A state that passes
can be played on without errors.

| module | checks |
|---|---|
| `invariants_of_frames` | the stack of frames: nesting, seats, ranges of numbers |
| `invariants_of_pending` | whether the table allows each pending frame, and the asked seat its decision |
| `invariants_of_trade` | the offer of a TRADE and its answers |
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.digging_bandits.card_counts import clear_count, count_cell, count_hidden_cards, count_open_cards
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    BRIDGE,
    CABIN,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    DYNAMITE,
    HAND_KINDS,
    IS_LAND,
    KINDS,
    MAX_PLAYERS,
    ORACLE_CARDS,
    OUTLAW,
    PLACES,
    TECH,
    TIPPED,
    Back,
)
from dig_envs.digging_bandits.invariants_of_frames import frames_are_sound, is_flag
from dig_envs.digging_bandits.invariants_of_pending import pending_is_sound, seat_asked
from dig_envs.digging_bandits.invariants_of_trade import items_in_range, trade_is_sound
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of, toll_bridge
from dig_envs.digging_bandits.rules.frame_fields import cart_size, open_kind, seat_of
from dig_envs.digging_bandits.rules.kinds import is_immediate
from dig_envs.digging_bandits.rules.players import player_count, same_side
from dig_envs.digging_bandits.rules.town import one_side_left
from dig_envs.digging_bandits.state import EVERYONE, NONE, PUBLIC, FrameKind, Step


class Broken(IntEnum):
    """The invariants of Digging Bandits by number; 0 means that none is broken."""

    NONE = 0
    OPTIONS = 1  # number of players, teams, reward, end
    TURN = 2  # the seat to move, steps, the seat that is asked
    FRAMES = 3  # the nesting of frames, their seats and numbers
    PLAYERS = 4  # places, characters, eliminations
    BOARD = 5  # stacks, bridges, plot
    DECKS = 6  # sizes and cells agree; each deck has its own back
    HANDS = 7  # sizes agree; unused hands are empty
    KNOWLEDGE = 8  # all knowledge is true
    TRADE = 9  # the offer and its answers
    CARDS = 10  # every kind has its number of copies
    PENDING = 11  # each frame can be carried out, and the seat that is asked can decide


@compiled
def check(state):
    table = state.table
    if not options_in_range(table):
        return Broken.OPTIONS.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not players_are_sound(table):
        return Broken.PLAYERS.value
    if not board_is_sound(state):
        return Broken.BOARD.value
    if not decks_are_sound(state):
        return Broken.DECKS.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not frames_are_sound(table):
        return Broken.FRAMES.value
    if not items_in_range(state) or not trade_is_sound(state):
        return Broken.TRADE.value
    if not pending_is_sound(state):
        return Broken.PENDING.value
    if not knowledge_is_true(state):
        return Broken.KNOWLEDGE.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    return 0


@compiled
def options_in_range(table):
    return (
        2 <= table.num_players <= MAX_PLAYERS
        and 0 <= table.quick_play <= 1
        and 0 <= table.teams <= 1
        and (table.teams == 0 or table.num_players == MAX_PLAYERS)
        and table.reward == Reward.WIN
        and End.RUNNING <= table.end <= End.TRUNCATED
        and table.max_turns > 0
        and 0 <= table.turn <= table.max_turns
    )


@compiled
def turn_is_sound(state):
    table = state.table
    if not (0 <= table.active < table.num_players and Step.NONE <= table.step <= Step.WIN and state.secret.cursor == 0):
        return False
    if not (is_flag(table.landed) and is_flag(table.encore) and is_flag(table.arrested) and is_flag(table.bonus)):
        return False
    if not (0 <= table.dice[0] <= 6 and 0 <= table.dice[1] <= 6 and is_playing(np.int64(table.playing))):
        return False
    return mover_is_marked(state) and (table.depth == 0 or decision_is_due(table, seat_asked(state)))


@compiled
def mover_is_marked(state):
    """Return whether exactly the seat to move is marked as asked. After a forfeit the mark and the frames remain."""
    table = state.table
    mover = state.secret.mover
    marks = 0
    for p in range(MAX_PLAYERS):
        if not is_flag(state.seats[p].asked):
            return False
        marks += state.seats[p].asked
    if marks != (table.depth != 0):
        return False
    if table.end == End.RUNNING:
        return table.depth != 0 and mover == seat_asked(state)
    return mover == NOBODY and (table.depth == 0 or table.end == End.OVER)


@compiled
def decision_is_due(table, asked):
    """Return whether a seat may still decide in this turn: it is in the game, and the turn limit is not reached."""
    return asked < table.num_players and table.turn < table.max_turns and not table.out[asked] and not table.out[table.active]


@compiled
def is_playing(kind):
    """Return whether `table.playing` has a legal value: NONE, or a card that may be repeated within a step (DB-25)."""
    return kind in (NONE, BRIDGE, OUTLAW)


# --- players and board


@compiled
def players_are_sound(table):
    taken = 0
    for p in range(MAX_PLAYERS):
        flags = is_flag(table.owing[p]) and is_flag(table.out[p]) and is_flag(table.rescued[p]) and is_flag(table.winner[p])
        if not flags or not 0 <= table.place[p] < PLACES or not 0 <= table.tech[p] <= COPIES[TECH]:
            return False
        if p >= table.num_players:
            marks = table.place[p] + table.tech[p] + table.owing[p] + table.out[p] + table.rescued[p] + table.winner[p]
            if table.character[p] != NONE or marks != 0:
                return False
        else:
            if not 0 <= table.character[p] < len(CHARACTERS) or taken >> table.character[p] & 1:
                return False
            taken |= 1 << table.character[p]
            if table.owing[p] and not toll_bridge(table, np.int64(p), np.int64(table.place[p])):
                return False
            if table.out[p] and (table.tech[p] > 0 or table.owing[p]):
                return False
    return end_is_sound(table)


@compiled
def end_is_sound(table):
    """Return whether the game is over exactly if a side has cashed in or is the last (DB-54, DB-57), except after a forfeit."""
    still_in = 0
    winners = 0
    losers = 0
    for p in range(player_count(table)):
        for q in range(player_count(table)):
            if same_side(table, p, q):
                losers += table.winner[p] and not table.winner[q]
        winners += table.winner[p]
        still_in += not table.out[p]
    if losers > 0 or still_in == 0:
        return False
    if table.end != End.OVER or table.depth > 0:
        return winners == 0 and not one_side_left(table)
    return one_side_left(table) if winners == 0 else winners < table.num_players


@compiled
def board_is_sound(state):
    table = state.table
    cards = np.int64(0)
    for place in range(PLACES):
        height = table.height[place]
        owner = table.bridge[place]
        if height < 0 or not NONE <= owner < table.num_players:
            return False
        if not IS_LAND[place] and (height > 0 or owner != NONE):
            return False
        if owner != NONE and (height > 0 or table.out[owner]):
            return False
        cards += height
    for p in range(player_count(table)):
        if bridges_of(table, p) > bridge_limit(table):
            return False
    return cards <= DECK_CELLS and land_is_sound(state, cards) and plot_is_sound(table)


@compiled
def land_is_sound(state, cards):
    for at in range(DECK_CELLS):
        kind = state.secret.land[at]
        if not NONE <= kind < KINDS or (kind != NONE) != (at < cards):
            return False
        if kind != NONE and BACK_OF[kind] != Back.LAND:
            return False
        seen = np.int64(state.table.land_seen[at])
        if (seen >= 1 << state.table.num_players and seen != EVERYONE) or (kind == NONE and seen != 0):
            return False
    return True


@compiled
def plot_is_sound(table):
    if table.plot == NONE:
        return table.plot_owner == NONE
    if not (0 <= table.plot < CABIN and 0 <= table.plot_owner < table.num_players):
        return False
    return table.height[table.plot] > 0 and table.bridge[table.plot] == NONE and table.out[table.plot_owner] == 0


# --- cards


@compiled
def decks_are_sound(state):
    for back in range(BACKS):
        if not 0 <= state.table.deck_size[back] <= DECK_CELLS:
            return False
        for at in range(DECK_CELLS):
            kind = state.secret.deck[back][at]
            face = state.table.deck[back][at]
            if not NONE <= kind < KINDS or (kind != NONE) != (at < state.table.deck_size[back]):
                return False
            if (kind != NONE and BACK_OF[kind] != back) or (face != NONE and face != kind):
                return False
    if not 0 <= state.table.gone_dynamite <= (COPIES[DYNAMITE] if state.table.quick_play else 0):
        return False
    return first_draw_is_sound(state) and faces_are_counted(state)


@compiled
def first_draw_is_sound(state):
    """Return whether the first Draw card of the game is not immediate while it is on top (DB-10)."""
    table = state.table
    if table.opening_top == 0:
        return True
    lies_there = table.opening_top == 1 and table.deck_size[Back.DRAW] > 0
    return lies_there and not is_immediate(np.int64(state.secret.deck[Back.DRAW][0]))


@compiled
def faces_are_counted(state):
    clear_count(state)
    count = state.secret.count
    for back in range(BACKS):
        for at in range(DECK_CELLS):
            count_cell(count, state.table.deck[back][at])
    counted = True
    for kind in range(KINDS):
        counted &= count[kind] == state.table.faces[kind]
    clear_count(state)
    return counted


@compiled
def hands_are_sound(state):
    table = state.table
    for p in range(MAX_PLAYERS):
        for back in range(BACKS):
            size = 0
            for kind in range(HAND_KINDS):
                if not (0 <= state.seats[p].hand[kind] <= COPIES[kind] and 0 <= table.tools[kind] <= COPIES[kind]):
                    return False
                if BACK_OF[kind] == back:
                    size += state.seats[p].hand[kind]
            if size != table.backs[p][back] or (size > 0 and (p >= table.num_players or table.out[p])):
                return False
    return True


@compiled
def cards_are_conserved(state):
    clear_count(state)
    count_open_cards(state.table, state.secret.count)
    count_hidden_cards(state)
    conserved = True
    for kind in range(KINDS):
        conserved &= state.secret.count[kind] == COPIES[kind]
    clear_count(state)
    return conserved


# --- knowledge


@compiled
def knowledge_is_true(state):
    table = state.table
    for p in range(MAX_PLAYERS):
        for kind in range(HAND_KINDS):
            if not 0 <= table.known[p][kind] <= state.seats[p].hand[kind]:
                return False
            for observer in range(MAX_PLAYERS):
                known = state.seats[observer].known[p][kind]
                if observer == p or observer >= table.num_players or p >= table.num_players:
                    if known != 0:
                        return False
                elif not table.known[p][kind] <= known <= state.seats[p].hand[kind]:
                    return False
    for p in range(MAX_PLAYERS):
        if not seat_knows_truth(state, p):
            return False
    for at in range(DECK_CELLS):
        if table.land[at] != (state.secret.land[at] if table.land_seen[at] & PUBLIC else NONE):
            return False
    return True


@compiled
def seat_knows_truth(state, p):
    table = state.table
    seat = state.seats[p]
    for at in range(DECK_CELLS):
        sees = p < table.num_players and table.land_seen[at] >> p & 1
        if seat.land[at] != (state.secret.land[at] if sees else NONE):
            return False
    for k in range(ORACLE_CARDS):
        if not draw_top_is_sound(state, p, k):
            return False
    return cart_is_sound(table, seat, p)


@compiled
def draw_top_is_sound(state, p, k):
    """Return whether a seat knows a top Draw card for a valid reason: OUIJA ORACLE, or its own trap (DB-34)."""
    table = state.table
    known = np.int64(state.seats[p].draw_top[k])
    if table.oracle_seen[k] >> table.num_players != 0:
        return False
    if table.oracle_seen[k] >> p & 1:
        return known != NONE and known == state.secret.deck[Back.DRAW][k]
    if known == NONE:
        return True
    if p >= table.num_players:
        return False
    return k == 0 and known == state.secret.deck[Back.DRAW][0] and table.deck[Back.DRAW][0] == NONE and is_immediate(known)


@compiled
def cart_is_sound(table, seat, p):
    """Return whether only the player of a TIP CART holds its cards, and a public card is the first."""
    loaded = np.int64(0)
    open_card = np.int64(NONE)
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.what == FrameKind.TIP and seat_of(frame) == p:
            loaded = cart_size(frame)
            open_card = open_kind(frame)
    for k in range(TIPPED):
        kind = np.int64(seat.tipped[k])
        if (kind != NONE) != (k < loaded) or not NONE <= kind < KINDS or (kind != NONE and BACK_OF[kind] != Back.LAND):
            return False
    return open_card == NONE or open_card == seat.tipped[0]
