"""Determinization: draw a whole state that agrees with all that one seat knows, for search and for the leak test."""

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
from dig_envs.digging_bandits.hidden_cards import deal_decks_and_land, deal_hands, imagine_trap, open_slots, show_trap
from dig_envs.digging_bandits.hidden_knowledge import imagine_choice, imagine_knowledge
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
    """Fill a zeroed state with what the player knows; draw the rest from the cards that it can't account for."""
    state.table = table
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    clear_secrets(state)
    state.seats[player] = seat
    place_known_cards(state, player)
    count_unplaced(state)
    state.secret.mover = NOBODY
    if table.end == End.RUNNING:
        keep_promises(state)
        seat_mover(state, player)
    deal_hands(state, player)
    setter = imagine_trap(state, player)
    deal_decks_and_land(state, player)
    clear_count(state)
    for p in range(player_count(table)):
        if p != player:
            imagine_knowledge(state, p)
            imagine_choice(state, p)
    show_trap(state, setter)


# --- what the player knows


@compiled
def place_known_cards(state, player):
    """Put every card that the player or everyone knows where it is known to be."""
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
    """Put the card that everyone knows into another player's TIP CART (DB-61)."""
    frame = state.table.frames[state.table.depth - 1]
    if frame.what == FrameKind.TIP and cart_size(frame) > 0 and seat_of(frame) != player:
        state.seats[seat_of(frame)].tipped[0] = open_kind(frame)


@compiled
def count_unplaced(state):
    """Count the cards that are still to be placed, by kind, in `secret.count`, where they stay counted from here on."""
    count = state.secret.count
    clear_count(state)
    count_open_cards(state.table, count)
    count_hidden_cards(state)
    for kind in range(KINDS):
        count[kind] = COPIES[kind] - count[kind]


# --- what was promised


@compiled
def keep_promises(state):
    """Give the seats of a TRADE the cards that they named or said yes to, which all have heard and which is binding (DB-29)."""
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


# --- who must decide


@compiled
def seat_mover(state, player):
    """Choose who must decide: the player, if asked; else the innermost frame's seat, or one that could answer an event."""
    table = state.table
    frame = table.frames[table.depth - 1]
    mover = seat_of(frame)
    if state.seats[player].asked:
        mover = player
    elif frame.what == FrameKind.EVENT:
        mover = find_reactor(state, player)
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
def find_reactor(state, player):
    """Choose another seat that may hold an answer to the event, and give it that card; NOBODY if there is none."""
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
    """Return whether a hand can hold a card of that kind beside all cards of its back that a trade has promised."""
    back = BACK_OF[kind]
    return table.backs[p][back] > (wanted_of_back(table, back) if is_partner(table, p) else 0)


@compiled
def could_hold(state, p, kind, needed):
    """Return whether a hand could hold so many of a kind, by the cards and the places in it that are left."""
    missing = needed - state.seats[p].hand[kind]
    return missing <= 0 or (missing <= state.secret.count[kind] and missing <= open_slots(state, p, BACK_OF[kind]))


@compiled
def reserve(state, p, kind, needed):
    """Give a hand so many of a kind before the rest is dealt."""
    while state.seats[p].hand[kind] < needed:
        state.seats[p].hand[kind] += 1
        state.secret.count[kind] -= 1
