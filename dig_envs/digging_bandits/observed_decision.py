"""Write the part of an observation that is about what has been begun: the decision, events and their answers, an offer."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.blocks import AT, CODES, LANDS, MOST_BREAKS, MOST_STEPS
from dig_envs.digging_bandits.components import COPIES, DECK_CELLS, EXCHANGED, OFFERS, PICKAXE, TIPPED, TRADE_ITEMS
from dig_envs.digging_bandits.events import aimed_at, announced, comes_to_town, exchange_partner, is_exchange
from dig_envs.digging_bandits.observed_board import mark_card, mark_seat, mark_seats, steps_away
from dig_envs.digging_bandits.rules.dig import clears_stack
from dig_envs.digging_bandits.state import NONE, Event, What

CODE = np.float32(1.0 / CODES)
SHARE_OF_STEPS = np.float32(1.0 / MOST_STEPS)
SHARE_OF_CELLS = np.float32(1.0 / DECK_CELLS)
SHARE_OF_AXES = np.float32(1.0 / COPIES[PICKAXE])
SHARE_OF_BREAKS = np.float32(1.0 / MOST_BREAKS)
SHARE_OF_CACHE = np.float32(1.0 / EXCHANGED)
SHARE_OF_CART = np.float32(1.0 / TIPPED)
SHARE_OF_ITEMS = np.float32(1.0 / TRADE_ITEMS)
SHARE_OF_OFFERS = np.float32(1.0 / OFFERS)


@compiled
def encode_decision(table, out):
    """Write what the observer, who is asked, must decide."""
    out[AT.decision + table.frames[table.depth - 1].what] = 1.0


# --- what has been begun


@compiled
def encode_frames(table, seat, player, out):
    """Write all frames, which are open to everyone. `rules/flow.py` tells how they nest, and what x, y and z are in each."""
    for at in range(table.depth):
        frame = table.frames[at]
        what = np.int64(frame.what)
        out[AT.begun + what] = 1.0
        if what == What.TRAVEL:
            out[AT.steps_left] = frame.x * SHARE_OF_STEPS
        elif what == What.DESTINATION:
            out[AT.by_warp] = frame.x
        elif what > What.EVENT:
            encode_frame(table, seat, player, frame, what, out)
    if table.depth > 0 and table.frames[table.depth - 1].what == What.EVENT:
        encode_event(table, player, out)


@compiled
def encode_frame(table, seat, player, frame, what, out):
    """Write what one frame above the turn holds."""
    if what == What.DIGGING:
        out[AT.dig_left] = frame.x * SHARE_OF_CELLS
        if clears_stack(table):
            out[AT.breaks_left + 1] = frame.y * SHARE_OF_BREAKS
        else:
            out[AT.breaks_left] = frame.y * SHARE_OF_AXES
    elif what == What.OUTLAW or what == What.BOUNTY or what == What.TURN_IN:
        mark_seat(table, player, np.int64(frame.x), out, AT.named)
    elif what == What.BRIBE:
        mark_seat(table, player, np.int64(frame.who), out, AT.considering)
        out[AT.loot + frame.y] = 1.0
    elif what == What.DISCARD or what == What.TAKE:
        out[AT.cache_left] = frame.x * SHARE_OF_CACHE
    elif what == What.OFFER:
        out[AT.wanting] = frame.x
        out[AT.declined] = frame.y * SHARE_OF_OFFERS
    elif what == What.ANSWER:
        mark_seat(table, player, np.int64(frame.who), out, AT.considering)
        out[AT.accepted] = frame.x
    elif what == What.TIP:
        encode_cart(seat, frame, out)


@compiled
def encode_cart(seat, frame, out):
    """Write the TIP CART: to others than its player only a card that everyone knows."""
    out[AT.cart] = frame.x * SHARE_OF_CART
    if frame.y != NONE:
        out[AT.cart_next + frame.y] = 1.0
    out[AT.cart_open] = frame.z != NONE
    for k in range(TIPPED):
        mark_card(out, AT.tipped + k * LANDS, np.int64(seat.tipped[k]))
    if seat.tipped[0] == NONE:
        mark_card(out, AT.tipped, np.int64(frame.z))


# --- events


@compiled
def encode_event(table, player, out):
    """Write the event that may be answered and the COWBOYs on it. Those between follow: each answers the one before."""
    at, cowboys = announced(table)
    frame = table.frames[at]
    event = np.int64(frame.x)
    out[AT.event + event] = 1.0
    mark_seat(table, player, np.int64(frame.who), out, AT.actor)
    mark_seat(table, player, aimed_at(frame), out, AT.victim)
    if cowboys > 0:
        last = table.frames[table.depth - 1]
        out[AT.cowboys + cowboys - 1] = 1.0
        mark_seat(table, player, np.int64(last.who), out, AT.blocker)
        mark_seat(table, player, np.int64(last.y), out, AT.blocked)
    if event == Event.ROLL or event == Event.SHERIFF:
        out[AT.to_town] = comes_to_town(table, np.int64(table.active))
    elif is_exchange(event):
        mark_seat(table, player, exchange_partner(table, player, frame), out, AT.exchange)
    encode_detail(table, player, event, np.int64(frame.z), out)


@compiled
def encode_detail(table, player, event, detail, out):
    """Write what else an event is about."""
    if event == Event.OUTLAW:
        out[AT.loot + detail] = 1.0
    elif event == Event.BUILD:
        out[AT.site + steps_away(table, player, detail)] = 1.0
    elif event == Event.HEIST:
        mark_seats(table, player, detail, out, AT.shielded)
    elif event == Event.BONUS:
        mark_card(out, AT.doodad, detail)


# --- a trade


@compiled
def encode_trade(table, seat, player, out):
    """Write an offer: counts of its items, their order, and who said yes."""
    for k in range(TRADE_ITEMS):
        out[AT.offer + k] = np.float32(table.give[k]) * CODE + CODE
        out[AT.offer + TRADE_ITEMS + k] = np.float32(table.want[k]) * CODE + CODE
        out[AT.chosen_for + k] = np.float32(seat.chosen[k]) * CODE + CODE
        if table.give[k] != NONE:
            out[AT.give + table.give[k]] += SHARE_OF_ITEMS
        if table.want[k] != NONE:
            out[AT.want + table.want[k]] += SHARE_OF_ITEMS
        if seat.chosen[k] != NONE:
            out[AT.chosen + seat.chosen[k]] += SHARE_OF_ITEMS
    mark_seats(table, player, np.int64(table.willing), out, AT.willing)
