"""Determinization: sample a full state that agrees with the knowledge of one seat, for search and for the leak test."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator
from dig_envs.digging_bandits.card_counts import clear_count, count_hidden_cards, count_open_cards
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    BLOCK,
    BRIBE_COINS,
    COIN,
    COPIES,
    COWBOY,
    DECK_CELLS,
    DOUBLE_TIME,
    HAND_KINDS,
    KINDS,
    ORACLE_CARDS,
    SHERIFF,
    SPOON,
    TRADE_ITEMS,
    Back,
)
from dig_envs.digging_bandits.hidden_cards import deal_decks_and_land, deal_hands, open_slots, sample_trap, show_trap
from dig_envs.digging_bandits.hidden_knowledge import sample_choice, sample_knowledge
from dig_envs.digging_bandits.rules.frame_fields import cart_size, has_accepted, open_kind, seat_of, target_of
from dig_envs.digging_bandits.rules.items import is_card, items_of
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.rules.promises import announced_trade, is_partner, promised
from dig_envs.digging_bandits.rules.reactions import may_answer_with
from dig_envs.digging_bandits.rules.setup import clear_secrets
from dig_envs.digging_bandits.rules.town import partner_outside
from dig_envs.digging_bandits.rules.trade import wanted_of_back
from dig_envs.digging_bandits.state import NONE, FrameKind

OUT_OF_TURN = np.array([COWBOY, BLOCK, SHERIFF], np.int64)


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with the knowledge of the player, and sample the rest from the unknown cards."""
    state.table = table
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    clear_secrets(state)
    state.seats[player] = seat
    place_known_cards(state, player)
    count_unplaced(state)
    state.secret.mover = NOBODY
    if table.end == End.RUNNING:
        keep_promises(state)
        choose_mover(state, player)
    deal_hands(state, player)
    setter = sample_trap(state, player)
    deal_decks_and_land(state, player)
    clear_count(state)
    for p in range(player_count(table)):
        if p != player:
            sample_knowledge(state, p)
            sample_choice(state, p)
    show_trap(state, setter)


# --- the knowledge of the player


@compiled
def place_known_cards(state, player):
    """Put every card whose position the player or everyone knows at that position."""
    table = state.table
    seat = state.seats[player]
    for at in range(DECK_CELLS):
        state.secret.land[at] = seat.land[at]
        for back in range(BACKS):
            state.secret.deck[back][at] = table.deck[back][at]
    for k in range(ORACLE_CARDS):
        if seat.draw_top[k] != NONE:
            state.secret.deck[Back.DRAW][k] = seat.draw_top[k]
    for p in range(player_count(table)):
        if p != player:
            for kind in range(HAND_KINDS):
                state.seats[p].hand[kind] = seat.known[p][kind]
    if table.depth > 0:
        place_open_tip(state, player)


@compiled
def place_open_tip(state, player):
    """Put the public card into another player's TIP CART (DB-61)."""
    frame = state.table.frames[state.table.depth - 1]
    if frame.what == FrameKind.TIP and cart_size(frame) > 0 and seat_of(frame) != player:
        state.seats[seat_of(frame)].tipped[0] = open_kind(frame)


@compiled
def count_unplaced(state):
    """Write the number of unplaced cards of each kind into `secret.count`. Later steps keep it up to date."""
    count = state.secret.count
    clear_count(state)
    count_open_cards(state.table, count)
    count_hidden_cards(state)
    for kind in range(KINDS):
        count[kind] = COPIES[kind] - count[kind]


# --- promised cards


@compiled
def keep_promises(state):
    """Give the seats of a TRADE the cards that they named or agreed to, which is public and binding (DB-29)."""
    table = state.table
    if table.give[0] == NONE:
        return
    reserve_items(state, np.int64(table.active), table.give)
    answer = table.frames[table.depth - 1]
    partners_left = announced_trade(table) == NONE
    for p in range(player_count(table)):
        accepts = answer.what == FrameKind.ANSWER and seat_of(answer) == p and has_accepted(answer) != 0
        if accepts or is_partner(table, p) or (partners_left and table.willing >> p & 1):
            reserve_items(state, p, table.want)


@compiled
def reserve_items(state, p, items):
    """Give a hand the cards that one side of an offer names."""
    for k in range(TRADE_ITEMS):
        kind = np.int64(items[k])
        if is_card(kind):
            reserve(state, p, kind, np.int64(items_of(items, kind)))


# --- the seat to move


@compiled
def choose_mover(state, player):
    """Choose the seat to move: the player if asked, the seat of the innermost frame, or a seat that could answer an event."""
    table = state.table
    frame = table.frames[table.depth - 1]
    mover = seat_of(frame)
    if state.seats[player].asked:
        mover = player
    elif frame.what == FrameKind.EVENT:
        mover = find_answering_seat(state, player)
    elif frame.what == FrameKind.BRIBE:
        reserve(state, mover, COIN, BRIBE_COINS)
    elif frame.what == FrameKind.ENCORE:
        reserve(state, mover, DOUBLE_TIME, np.int64(1))
    elif frame.what == FrameKind.TURN_IN:
        mover = partner_outside(table, target_of(frame))
        reserve(state, mover, SPOON, np.int64(1))
    state.secret.mover = mover
    state.seats[mover].asked = 1


@compiled
def find_answering_seat(state, player):
    """Choose another seat that may hold an answer to the event, and give it that card; NOBODY without such a seat."""
    table = state.table
    first = draw_below(state.secret.rng, Stream.PLAY, np.int64(table.num_players))
    for i in range(player_count(table)):
        p = np.int64((first + i) % table.num_players)
        for k in range(len(OUT_OF_TURN)):
            kind = OUT_OF_TURN[k]
            if p != player and may_answer_with(table, p, kind) and is_free(table, p, kind):
                needed = promised(table, state.seats[p], p, kind) + 1
                if could_hold(state, p, kind, needed):
                    reserve(state, p, kind, needed)
                    return p
    return np.int64(NOBODY)


@compiled
def is_free(table, p, kind):
    """Return whether a hand has room for a card of that kind besides the cards of its back promised in a trade."""
    back = BACK_OF[kind]
    return table.backs[p][back] > (wanted_of_back(table, back) if is_partner(table, p) else 0)


@compiled
def could_hold(state, p, kind, needed):
    """Return whether a hand has room for `needed` cards of a kind and enough copies are unplaced."""
    missing = needed - state.seats[p].hand[kind]
    return missing <= 0 or (missing <= state.secret.count[kind] and missing <= open_slots(state, p, BACK_OF[kind]))


@compiled
def reserve(state, p, kind, needed):
    """Fill a hand up to `needed` cards of a kind, before the rest is dealt."""
    while state.seats[p].hand[kind] < needed:
        state.seats[p].hand[kind] += 1
        state.secret.count[kind] -= 1
