"""Encode the pending frames in an observation: the decision, events and their answers, an offer."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    COPIES,
    DECK_CELLS,
    EXCHANGED,
    ITEM_BRIDGE,
    ITEM_PLOT,
    ITEMS,
    OFFERS,
    PICKAXE,
    TIPPED,
    TRADE_ITEMS,
)
from dig_envs.digging_bandits.events import aimed_at, announced, comes_to_town, exchange_partner, is_exchange
from dig_envs.digging_bandits.hidden_frames import is_hidden
from dig_envs.digging_bandits.observation_board import mark_card, mark_seat, mark_seats, steps_away
from dig_envs.digging_bandits.observation_layout import AT, CODES, LANDS, MOST_BREAKS, MOST_STEPS, OFFERED
from dig_envs.digging_bandits.rules.dig import clears_stack
from dig_envs.digging_bandits.rules.frame_fields import (
    bribed_loot,
    card_played,
    cards_left,
    cart_size,
    event_of,
    has_accepted,
    loot_of,
    next_in_cart,
    offers_declined,
    open_kind,
    place_of,
    seat_of,
    shielded_from,
    side_of,
    steps_left,
    stones_left,
    target_of,
    thief_of,
    victim_of,
    warp_in_play,
)
from dig_envs.digging_bandits.rules.items import is_bridge
from dig_envs.digging_bandits.state import LAST_TURN_FRAME, NONE, Event, FrameKind

CODE = np.float32(1.0 / CODES)
SHARE_OF_STEPS = np.float32(1.0 / MOST_STEPS)
SHARE_OF_CELLS = np.float32(1.0 / DECK_CELLS)
SHARE_OF_AXES = np.float32(1.0 / COPIES[PICKAXE])
SHARE_OF_BREAKS = np.float32(1.0 / MOST_BREAKS)
SHARE_OF_CACHE = np.float32(1.0 / EXCHANGED)
SHARE_OF_CART = np.float32(1.0 / TIPPED)
SHARE_OF_ITEMS = np.float32(1.0 / TRADE_ITEMS)
SHARE_OF_OFFERS = np.float32(1.0 / OFFERS)
# The cell of each item in the counts of an offer; all bridges share one cell.
NUMBERS = np.arange(ITEMS, dtype=np.int64)
CELL_OF_ITEM = np.minimum(NUMBERS, ITEM_BRIDGE) + np.maximum(0, NUMBERS - ITEM_PLOT + 1)
assert CELL_OF_ITEM[-1] == OFFERED - 1 and CELL_OF_ITEM[ITEM_PLOT] == OFFERED - 1 - BACKS


@compiled
def encode_decision(table, out):
    """Write the decision of the observer, which is asked."""
    out[AT.decision + table.frames[table.depth - 1].what] = 1.0


# --- pending frames


@compiled
def encode_frames(table, seat, player, out):
    """Write all frames that the observer may know. `rules/flow.py` explains how frames nest."""
    depth = np.int64(table.depth)
    if depth == 0:
        return
    top = table.frames[depth - 1]
    if is_hidden(top, seat):
        depth -= 1
        encode_replacement(table, player, top, out)
    elif top.what == FrameKind.EVENT:
        encode_event(table, player, out)
    for at in range(depth):
        frame = table.frames[at]
        frame_kind = np.int64(frame.what)
        out[AT.begun + frame_kind] = 1.0
        if frame_kind == FrameKind.TRAVEL:
            out[AT.steps_left] = steps_left(frame) * SHARE_OF_STEPS
        elif frame_kind == FrameKind.DESTINATION:
            out[AT.by_warp] = warp_in_play(frame)
        elif frame_kind > LAST_TURN_FRAME:
            encode_frame(table, seat, player, frame, frame_kind, out)


@compiled
def encode_replacement(table, player, frame, out):
    """Write what a seat sees instead of a frame that is hidden from it (`hidden_frames.py`)."""
    if frame.what == FrameKind.ENCORE:
        out[AT.begun + FrameKind.ACTION] = 1.0
    elif frame.what == FrameKind.BRIBE:
        out[AT.begun + FrameKind.EVENT] = 1.0
        out[AT.event + Event.OUTLAW] = 1.0
        out[AT.loot + bribed_loot(frame)] = 1.0
        mark_seat(table, player, thief_of(frame), out, AT.actor)
        mark_seat(table, player, seat_of(frame), out, AT.victim)


@compiled
def encode_frame(table, seat, player, frame, frame_kind, out):
    """Write the numbers of a frame above the turn. An EVENT has none here, since only the innermost may be answered."""
    if frame_kind == FrameKind.DIGGING:
        out[AT.dig_left] = cards_left(frame) * SHARE_OF_CELLS
        if clears_stack(table):
            out[AT.breaks_left + 1] = stones_left(frame) * SHARE_OF_BREAKS
        else:
            out[AT.breaks_left] = stones_left(frame) * SHARE_OF_AXES
    elif frame_kind == FrameKind.OUTLAW or frame_kind == FrameKind.BOUNTY or frame_kind == FrameKind.TURN_IN:
        mark_seat(table, player, target_of(frame), out, AT.named)
    elif frame_kind == FrameKind.BRIBE:
        mark_seat(table, player, seat_of(frame), out, AT.considering)
        out[AT.loot + bribed_loot(frame)] = 1.0
    elif frame_kind == FrameKind.DISCARD or frame_kind == FrameKind.TAKE:
        out[AT.cache_left] = cards_left(frame) * SHARE_OF_CACHE
    elif frame_kind == FrameKind.OFFER:
        out[AT.wanting] = side_of(frame)
        out[AT.declined] = offers_declined(frame) * SHARE_OF_OFFERS
    elif frame_kind == FrameKind.ANSWER:
        mark_seat(table, player, seat_of(frame), out, AT.considering)
        out[AT.accepted] = has_accepted(frame)
    elif frame_kind == FrameKind.TIP:
        encode_cart(seat, frame, out)


@compiled
def encode_cart(seat, frame, out):
    """Write the TIP CART; other seats than its player see only a public card."""
    out[AT.cart] = cart_size(frame) * SHARE_OF_CART
    if next_in_cart(frame) != NONE:
        out[AT.cart_next + next_in_cart(frame)] = 1.0
    out[AT.cart_open] = open_kind(frame) != NONE
    for k in range(TIPPED):
        mark_card(out, AT.tipped + k * LANDS, np.int64(seat.tipped[k]))
    if seat.tipped[0] == NONE:
        mark_card(out, AT.tipped, open_kind(frame))


# --- events


@compiled
def encode_event(table, player, out):
    """Write the event that may be answered and the COWBOYs on it. Each COWBOY answers the one before, so the last is enough."""
    at, cowboys = announced(table)
    frame = table.frames[at]
    event = event_of(frame)
    out[AT.event + event] = 1.0
    mark_seat(table, player, seat_of(frame), out, AT.actor)
    mark_seat(table, player, aimed_at(frame), out, AT.victim)
    if cowboys > 0:
        last = table.frames[table.depth - 1]
        out[AT.cowboys + cowboys - 1] = 1.0
        mark_seat(table, player, seat_of(last), out, AT.blocker)
        mark_seat(table, player, victim_of(last), out, AT.blocked)
    if event == Event.ROLL or event == Event.SHERIFF:
        out[AT.to_town] = comes_to_town(table, np.int64(table.active))
    elif is_exchange(event):
        mark_seat(table, player, exchange_partner(table, player, frame), out, AT.exchange)
    encode_detail(table, player, frame, event, out)


@compiled
def encode_detail(table, player, frame, event, out):
    """Write the detail of an event."""
    if event == Event.OUTLAW:
        out[AT.loot + loot_of(frame)] = 1.0
    elif event == Event.BUILD:
        out[AT.site + steps_away(table, player, place_of(frame))] = 1.0
    elif event == Event.HEIST:
        mark_seats(table, player, shielded_from(frame), out, AT.shielded)
    elif event == Event.BONUS:
        mark_card(out, AT.doodad, card_played(frame))


# --- a trade


@compiled
def encode_trade(table, seat, player, out):
    """Write an offer: counts of its items, their order, and the players who said yes."""
    for k in range(TRADE_ITEMS):
        encode_item(table, player, np.int64(table.give[k]), out, AT.offer + k, AT.give)
        encode_item(table, player, np.int64(table.want[k]), out, AT.offer + TRADE_ITEMS + k, AT.want)
        if seat.chosen[k] != NONE:
            out[AT.chosen_for + k] = np.float32(seat.chosen[k]) * CODE + CODE
            out[AT.chosen + seat.chosen[k]] += SHARE_OF_ITEMS
    mark_seats(table, player, np.int64(table.willing), out, AT.willing)


@compiled
def encode_item(table, player, item, out, named, counts):
    """Write one item of an offer at `named`, and count it in the block that begins at `counts`; NONE writes nothing."""
    if item != NONE:
        out[named] = np.float32(item) * CODE + CODE
        out[counts + CELL_OF_ITEM[item]] += SHARE_OF_ITEMS
        if is_bridge(item):
            out[AT.dealt_bridges + steps_away(table, player, item - ITEM_BRIDGE)] = 1.0
