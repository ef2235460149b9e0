"""Where every card is: counts by kind, for redeals and for checks."""

from dig_envs.core.compile import compiled
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
from dig_envs.digging_bandits.state import NONE, Event, What


@compiled
def clear_count(state):
    for kind in range(KINDS):
        state.secret.count[kind] = 0


@compiled
def count_open_cards(table, count):
    """Add the cards that lie open to all: TECH, the board, cards in play, cards out of the game."""
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
    count[LAND_WANTED + character] += 1
    count[DRAW_WANTED + character] += 1


@compiled
def count_in_frame(table, frame, count):
    """The cards that are in play as long as a frame lasts."""
    if frame.what == What.DESTINATION:
        count[WARP] += frame.x
    elif frame.what == What.SHUFFLE:
        count[SHUFFLE] += 1
    elif frame.what == What.STAKE:
        count[PLOT] += 1
    elif frame.what == What.TURN_IN:
        count_pair(count, table.character[frame.x])
    elif frame.what == What.BUILD or (frame.what == What.EVENT and frame.x == Event.BUILD):
        count[BRIDGE] += 1
        count[COIN] += BUILDING_COINS
    elif frame.what == What.EVENT and frame.x == Event.TOLL:
        count[COIN] += 1
    elif frame.what == What.EVENT and (frame.x == Event.WARP or (frame.x == Event.BONUS and frame.z == PLOT)):
        count[frame.z] += 1


@compiled
def count_single_cards(table, seat, out):
    """The Draw cards that I alone have seen, and what a TIP CART carries."""
    for k in range(ORACLE_CARDS):
        if table.deck[Back.DRAW][k] == NONE:
            count_cell(out, seat.draw_top[k])
    for k in range(TIPPED):
        count_cell(out, seat.tipped[k])
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.what == What.TIP and frame.x > 0 and seat.tipped[0] == NONE:
            count_cell(out, frame.z)


@compiled
def count_hidden_cards(state):
    """Add the cards in hands, in decks, in the land, and those that a TIP CART carries."""
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
    if kind != NONE:
        count[kind] += 1
