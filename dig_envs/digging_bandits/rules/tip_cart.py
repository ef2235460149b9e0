"""TIP: move Land cards from the Landfill to LAND spaces: choose their number, the next card, and its place (DB-35)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import PLACES, TIPPED, Back
from dig_envs.digging_bandits.rules.actions import LAY, PLACE, TAKE
from dig_envs.digging_bandits.rules.board import may_tip_at
from dig_envs.digging_bandits.rules.decks import lay_on_top, take_top
from dig_envs.digging_bandits.rules.frame_fields import (
    cart_size,
    next_in_cart,
    open_kind,
    set_cart_size,
    set_next_in_cart,
    set_open_kind,
)
from dig_envs.digging_bandits.rules.frames import pop
from dig_envs.digging_bandits.state import EVERYONE, NONE


@compiled
def legal_tip(table, mask):
    """Write the choices of the next step: the number of cards, the next card, or its place (DB-35)."""
    frame = table.frames[table.depth - 1]
    if cart_size(frame) == 0:
        for number in range(1, min(TIPPED, table.deck_size[Back.LAND]) + 1):
            mask[TAKE + number - 1] = 1
    elif next_in_cart(frame) == NONE:
        for k in range(TIPPED):
            mask[LAY + k] = 1
    else:
        for place in range(PLACES):
            mask[PLACE + place] = may_tip_at(table, place)


@compiled
def decide_tip(state, player, action):
    """Take the cards, choose the next card, or put it down."""
    table = state.table
    frame = table.frames[table.depth - 1]
    if cart_size(frame) == 0:
        load_cart(state, player, action - TAKE + 1)
    elif next_in_cart(frame) == NONE:
        set_next_in_cart(frame, action - LAY)
    else:
        tip_out(state, player, action - PLACE)


@compiled
def load_cart(state, player, number):
    """Take cards off the Landfill. A single public card stays public; of two, others know neither (DB-35, DB-61)."""
    frame = state.table.frames[state.table.depth - 1]
    set_cart_size(frame, number)
    if number == 1:
        set_next_in_cart(frame, np.int64(0))
        set_open_kind(frame, np.int64(state.table.deck[Back.LAND][0]))
    for k in range(number):
        state.seats[player].tipped[k] = take_top(state, np.int64(Back.LAND))


@compiled
def tip_out(state, player, place):
    """Put the next card of the cart on a place; after the last card, pop the frame (DB-35)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    tipped = state.seats[player].tipped
    seen = EVERYONE if open_kind(frame) != NONE else 1 << player
    number = cart_size(frame)
    lay_on_top(state, place, np.int64(tipped[next_in_cart(frame)]), seen)
    tipped[next_in_cart(frame)] = tipped[number - 1]
    tipped[number - 1] = NONE
    if number > 1:
        set_cart_size(frame, number - 1)
        set_next_in_cart(frame, np.int64(0))
    else:
        pop(state)
