"""Check the offer of a TRADE: its items exist, and players who said yes can give the wanted items (DB-29)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACK_OF,
    HAND_KINDS,
    ITEM_BACK,
    ITEM_BRIDGE,
    ITEM_PLOT,
    ITEM_TECH,
    ITEMS,
    MAX_PLAYERS,
    TRADE_ITEMS,
)
from dig_envs.digging_bandits.rules.board import bridge_limit
from dig_envs.digging_bandits.rules.exchange import GIVING, has_something
from dig_envs.digging_bandits.rules.frame_fields import event_of, has_accepted, offers_declined, partner_of, seat_of, side_of
from dig_envs.digging_bandits.rules.items import is_back, is_bridge, is_card, items_of
from dig_envs.digging_bandits.rules.players import anyone_exposed, exposed, outside
from dig_envs.digging_bandits.rules.trade import bridges_after, can_accept, next_choice, owned_by_other
from dig_envs.digging_bandits.state import NONE, Event, FrameKind

# --- ranges


@compiled
def items_in_range(state):
    """Return whether items are in range and without gaps, and cards are chosen only for wanted backs."""
    table = state.table
    if not 0 <= table.willing < 1 << table.num_players:
        return False
    if table.give[0] == NONE and (table.willing != 0 or table.want[0] != NONE):
        return False
    for k in range(TRADE_ITEMS):
        if not (NONE <= table.give[k] < ITEM_BACK and NONE <= table.want[k] < ITEMS):
            return False
        if k > 0 and (has_gap(table.give, k) or has_gap(table.want, k)):
            return False
        for p in range(MAX_PLAYERS):
            if not choice_is_sound(np.int64(state.seats[p].chosen[k]), np.int64(table.want[k])):
                return False
    return True


@compiled
def has_gap(items, k):
    """Return whether item k of a side follows an empty cell."""
    return items[k - 1] == NONE and items[k] != NONE


@compiled
def choice_is_sound(chosen, wanted):
    """Return whether a chosen card has the wanted back (DB-29); NONE while no card is chosen."""
    return chosen == NONE or (0 <= chosen < HAND_KINDS and wanted >= ITEM_BACK and BACK_OF[chosen] == wanted - ITEM_BACK)


# --- the offer


@compiled
def trade_is_sound(state):
    """Return whether an offer exists only in a TRADE, with the items and answers of its step."""
    table = state.table
    if table.depth < 2 or table.frames[1].what != FrameKind.OFFER:
        return table.give[0] == NONE and nobody_answered(state)
    offer = table.frames[1]
    trader = np.int64(table.active)
    if not (outside(table, trader) and anyone_exposed(table, trader) and given_items_are_owned(state, trader)):
        return False
    if side_of(offer) == GIVING:
        first = table.give[0] == NONE and offers_declined(offer) == 0
        composing = table.depth == 2 and table.want[0] == NONE and table.give[TRADE_ITEMS - 1] == NONE
        return composing and nobody_answered(state) and (not first or has_something(table, trader))
    if table.give[0] == NONE or not wanted_items_are_sound(table, trader):
        return False
    if table.depth == 2:
        return table.want[TRADE_ITEMS - 1] == NONE and nobody_answered(state)
    return table.want[0] != NONE and answers_are_sound(state, table.frames[2], trader)


@compiled
def nobody_answered(state):
    """Return whether no seat has said yes or chosen a card."""
    for p in range(MAX_PLAYERS):
        if not chose_nothing(state.seats[p]):
            return False
    return state.table.willing == 0


@compiled
def chose_nothing(seat):
    for k in range(TRADE_ITEMS):
        if seat.chosen[k] != NONE:
            return False
    return True


@compiled
def given_items_are_owned(state, trader):
    """Return whether the trader has all given items."""
    table = state.table
    for k in range(TRADE_ITEMS):
        item = np.int64(table.give[k])
        if is_card(item) and items_of(table.give, item) > state.seats[trader].hand[item]:
            return False
        if is_bridge(item) and (table.bridge[item - ITEM_BRIDGE] != trader or items_of(table.give, item) > 1):
            return False
    if items_of(table.give, ITEM_PLOT) > (table.plot_owner == trader):
        return False
    return items_of(table.give, ITEM_TECH) <= table.tech[trader]


@compiled
def wanted_items_are_sound(table, trader):
    """Return whether wanted bridges and plot belong to others, each is named once, and the trader may own them."""
    for k in range(TRADE_ITEMS):
        item = np.int64(table.want[k])
        if is_bridge(item):
            owner = np.int64(table.bridge[item - ITEM_BRIDGE])
            if not owned_by_other(table, trader, owner) or items_of(table.want, item) > 1:
                return False
    plots = items_of(table.want, ITEM_PLOT)
    if plots > 1 or (plots == 1 and not owned_by_other(table, trader, np.int64(table.plot_owner))):
        return False
    return bridges_after(table, trader, table.give, table.want) <= bridge_limit(table)


# --- the answers


@compiled
def answers_are_sound(state, frame, trader):
    """Return whether all seats that said yes can give the wanted items, as can the seat that is choosing cards."""
    table = state.table
    if frame.what == FrameKind.ANSWER:
        if not exposed(table, trader, seat_of(frame)):
            return False
    elif table.willing == 0 or (frame.what == FrameKind.EVENT and not table.willing >> partner_of(frame) & 1):
        return False
    for p in range(MAX_PLAYERS):
        if not answer_is_sound(state, frame, trader, np.int64(p)):
            return False
    return True


@compiled
def answer_is_sound(state, frame, trader, p):
    """Return whether the answer of a seat is possible: a seat that said yes can give, and other seats chose no cards."""
    table = state.table
    seat = state.seats[p]
    asked = frame.what == FrameKind.ANSWER and p == seat_of(frame)
    if table.willing >> p & 1:
        if asked or not exposed(table, trader, p):
            return False
        return not may_be_partner(frame, p) or (next_choice(table, seat) == NONE and can_keep_promise(table, seat, p))
    if asked and has_accepted(frame):
        return next_choice(table, seat) != NONE and can_keep_promise(table, seat, p)
    return chose_nothing(seat)


@compiled
def may_be_partner(frame, player):
    """Return whether a player who said yes may be the partner. Once a partner is picked, the others are not bound."""
    return frame.what != FrameKind.EVENT or event_of(frame) != Event.TRADE or partner_of(frame) == player


@compiled
def can_keep_promise(table, seat, player):
    """Return whether a player has all wanted items, including the cards that it chose."""
    if not can_accept(table, seat, player):
        return False
    for k in range(TRADE_ITEMS):
        kind = np.int64(seat.chosen[k])
        if is_back(np.int64(table.want[k])) and kind != NONE:
            if items_of(table.want, kind) + items_of(seat.chosen, kind) > seat.hand[kind]:
                return False
    return True
