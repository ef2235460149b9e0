"""The encoder that writes what a seat of Digging Bandits observes; see `blocks.py`."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.scratch import room
from dig_envs.digging_bandits.blocks import (
    ACTOR_AT,
    ANSWERED_ACTOR_AT,
    ANSWERED_AT,
    ANSWERED_VICTIM_AT,
    BACKS_AT,
    BRIDGES_AT,
    CHARACTERS_AT,
    DECISION_AT,
    DECK_SIZES_AT,
    DECLINED_AT,
    DICE_AT,
    DIG_TOP_AT,
    DOODAD_AT,
    DOODAD_TOP_AT,
    DRAW_TOP_AT,
    DRAWS,
    EVENT_AT,
    FLAGS_AT,
    GIVE_AT,
    HAND_AT,
    HEIGHTS_AT,
    HIGH,
    IN_PLAY_AT,
    KNOWN_HANDS_AT,
    LAND_KNOWN_AT,
    LAND_TOPS_AT,
    LANDFILL_AT,
    LANDS,
    LAYOUT,
    LEFT_AT,
    LOOT_AT,
    PLACES_AT,
    PLOT_AT,
    PLOT_OWNER_AT,
    SHIELDED_AT,
    SPACES,
    SPOT_AT,
    STEP_AT,
    TECH_AT,
    TIPPED_AT,
    TO_MOVE_AT,
    TURN_AT,
    TURNS_AT,
    UNSEEN_AT,
    VICTIM_AT,
    WANT_AT,
    WANTING_AT,
    WILLING_AT,
)
from dig_envs.digging_bandits.census import count_open_cards, count_single_cards
from dig_envs.digging_bandits.components import (
    BACKS,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    HAND_KINDS,
    KINDS,
    LAND_PLACES,
    MAX_PLAYERS,
    NUMBER_IN_BACK,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    TRADE_ITEMS,
    Back,
)
from dig_envs.digging_bandits.events import aimed_at
from dig_envs.digging_bandits.outlook import encode_outlook
from dig_envs.digging_bandits.rules.players import player_count, seat_clockwise
from dig_envs.digging_bandits.rules.trade import WANTING
from dig_envs.digging_bandits.state import NONE, Event, What

OF_KIND = COPIES.astype(np.float32)
SHARE_OF_KIND = (1.0 / COPIES).astype(np.float32)
UP_TO_HIGH = (np.minimum(np.arange(DECK_CELLS + 1), HIGH) / HIGH).astype(np.float32)
OF_DECK = (np.arange(DECK_CELLS + 1) / DECK_CELLS).astype(np.float32)
OF_TECH = (np.arange(COPIES[-1] + 1) / COPIES[-1]).astype(np.float32)
UP_TO_12 = (np.minimum(np.arange(128), 12) / 12).astype(np.float32)
ONE = np.float32(1.0)
OF_ITEM = np.float32(1.0 / TRADE_ITEMS)


def layout(options):
    """The blocks of an observation; the same under all options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    unseen = room(KINDS)
    encode_board(table, seat, player, out)
    encode_cards(table, seat, player, unseen, out)
    encode_players(table, player, out)
    encode_decks(table, seat, out)
    encode_turn(table, out)
    if table.give[0] != NONE:
        encode_trade(table, player, out)
    if seat.asked:
        encode_decision(table, seat, player, out)
    encode_outlook(table, seat, player, unseen, out)


@compiled
def clockwise(table, player, other):
    """How many seats clockwise from me another one sits."""
    away = other - player
    return away + table.num_players if away < 0 else away


# --- cards


@compiled
def encode_cards(table, seat, player, unseen, out):
    """Counts what is seen in the first block, to which the land was added, then turns it into what is unseen.

    That is written into `unseen`, float32 (KINDS,), in cards too.
    """
    count_open_cards(table, out)
    count_single_cards(table, seat, out)
    for i in range(1, player_count(table)):
        known = seat.known[np.uint8(seat_clockwise(table, player, i))]
        at = KNOWN_HANDS_AT + (i - 1) * HAND_KINDS
        for kind in range(HAND_KINDS):
            out[at + kind] = known[kind] * SHARE_OF_KIND[kind]
    for kind in range(HAND_KINDS):
        out[HAND_AT + kind] = seat.hand[kind] * SHARE_OF_KIND[kind]
        out[IN_PLAY_AT + kind] = table.tools[kind] * SHARE_OF_KIND[kind]
    for kind in range(HAND_KINDS):
        known = seat.known[0][kind] + seat.known[1][kind] + seat.known[2][kind] + seat.known[3][kind]
        out[UNSEEN_AT + kind] += np.float32(seat.hand[kind] + known)
    for kind in range(KINDS):
        unseen[kind] = OF_KIND[kind] - out[UNSEEN_AT + kind] - np.float32(table.faces[kind])
        out[UNSEEN_AT + kind] = unseen[kind] * SHARE_OF_KIND[kind]


# --- players


@compiled
def encode_players(table, player, out):
    for i in range(player_count(table)):
        p = np.uint8(seat_clockwise(table, player, i))
        for back in range(BACKS):
            out[BACKS_AT + i * BACKS + back] = UP_TO_HIGH[np.uint8(table.backs[p][back])]
        out[TECH_AT + i] = OF_TECH[np.uint8(table.tech[p])]
        out[PLACES_AT + i * PLACES + table.place[p]] = 1.0
        out[CHARACTERS_AT + i * len(CHARACTERS) + table.character[p]] = 1.0
        out[FLAGS_AT + i * 4] = 1.0
        out[FLAGS_AT + i * 4 + 1] = table.owing[p]
        out[FLAGS_AT + i * 4 + 2] = table.out[p]
        out[FLAGS_AT + i * 4 + 3] = table.rescued[p]
    out[TO_MOVE_AT + clockwise(table, player, np.int64(table.active))] = 1.0


# --- board and decks


@compiled
def encode_board(table, seat, player, out):
    """Also counts the land that I know among what is seen."""
    at = 0
    for space in range(SPACES):
        place = LAND_PLACES[space]
        height = table.height[place]
        out[HEIGHTS_AT + space] = UP_TO_HIGH[np.uint8(height)]
        for cell in range(at, at + height):
            kind = seat.land[cell]
            if kind != NONE:
                out[LAND_KNOWN_AT + space * LANDS + NUMBER_IN_BACK[kind]] += UP_TO_HIGH[1]
                out[UNSEEN_AT + kind] += ONE
        at += height
        if height > 0 and seat.land[at - 1] != NONE:
            out[LAND_TOPS_AT + space * LANDS + NUMBER_IN_BACK[seat.land[at - 1]]] = 1.0
        if table.bridge[place] != NONE:
            out[BRIDGES_AT + space * MAX_PLAYERS + clockwise(table, player, np.int64(table.bridge[place]))] = 1.0
        if table.plot == place:
            out[PLOT_AT + space] = 1.0
            out[PLOT_OWNER_AT + clockwise(table, player, np.int64(table.plot_owner))] = 1.0


@compiled
def encode_decks(table, seat, out):
    for back in range(BACKS):
        out[DECK_SIZES_AT + back] = OF_DECK[np.uint8(table.deck_size[back])]
    for k in range(TIPPED):
        mark_card(out, LANDFILL_AT + k * LANDS, np.int64(table.deck[Back.LAND][k]))
    for k in range(ORACLE_CARDS):
        known = np.int64(table.deck[Back.DRAW][k])
        mark_card(out, DRAW_TOP_AT + k * DRAWS, np.int64(seat.draw_top[k]) if known == NONE else known)
    mark_card(out, DIG_TOP_AT, np.int64(table.deck[Back.DIG][0]))
    mark_card(out, DOODAD_TOP_AT, np.int64(table.deck[Back.DOODAD][0]))


@compiled
def mark_card(out, at, kind):
    """One-hot among the kinds of its back; nothing for a card that is not known."""
    if kind != NONE:
        out[at + NUMBER_IN_BACK[kind]] = 1.0


# --- the turn


@compiled
def encode_turn(table, out):
    for die in range(2):
        if table.dice[die] > 0:
            out[DICE_AT + die * 6 + table.dice[die] - 1] = 1.0
    out[TURN_AT] = table.landed
    out[TURN_AT + 1] = table.encore
    out[TURN_AT + 2] = table.arrested
    out[TURN_AT + 3] = table.bonus
    out[STEP_AT + table.step] = 1.0
    out[TURNS_AT] = table.turn / table.max_turns


@compiled
def encode_trade(table, player, out):
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            out[GIVE_AT + table.give[k]] += OF_ITEM
        if table.want[k] != NONE:
            out[WANT_AT + table.want[k]] += OF_ITEM
    for p in range(player_count(table)):
        if table.willing >> p & 1:
            out[WILLING_AT + clockwise(table, player, p)] = 1.0


# --- the decision


@compiled
def encode_decision(table, seat, player, out):
    frame = table.frames[table.depth - 1]
    out[DECISION_AT + frame.what] = 1.0
    if frame.what == What.EVENT:
        encode_event(table, player, out)
    elif frame.what == What.OUTLAW or frame.what == What.BOUNTY or frame.what == What.TURN_IN:
        mark_seat(table, player, np.int64(frame.x), out, VICTIM_AT)
    elif frame.what == What.BRIBE:
        mark_seat(table, player, np.int64(frame.x), out, ACTOR_AT)
        out[LOOT_AT + frame.y] = 1.0
    elif frame.what == What.OFFER:
        out[DECLINED_AT] = frame.y * OF_ITEM
        out[WANTING_AT] = frame.x == WANTING
    else:
        out[LEFT_AT] = UP_TO_12[np.uint8(frame.x)]
        out[LEFT_AT + 1] = UP_TO_12[np.uint8(max(0, frame.y))]
    for k in range(TIPPED):
        mark_card(out, TIPPED_AT + k * LANDS, np.int64(seat.tipped[k]))


@compiled
def mark_seat(table, player, other, out, at):
    if other != NONE:
        out[at + clockwise(table, player, other)] = 1.0


@compiled
def encode_event(table, player, out):
    """What is announced; for a COWBOY or SHERIFF, what it answers is read from the event below."""
    at = table.depth - 1
    out[EVENT_AT + table.frames[at].x] = 1.0
    mark_parties(table, player, table.frames[at], out, ACTOR_AT, VICTIM_AT)
    while table.frames[at].x == Event.COWBOY or table.frames[at].x == Event.SHERIFF:
        at -= 1
        out[ANSWERED_AT + table.frames[at].x] = 1.0
    if at < table.depth - 1:
        mark_parties(table, player, table.frames[at], out, ANSWERED_ACTOR_AT, ANSWERED_VICTIM_AT)
    encode_detail(table, player, at, out)


@compiled
def mark_parties(table, player, frame, out, actor_at, victim_at):
    mark_seat(table, player, np.int64(frame.who), out, actor_at)
    mark_seat(table, player, aimed_at(frame), out, victim_at)


@compiled
def encode_detail(table, player, at, out):
    """What an event is about."""
    event = table.frames[at].x
    detail = np.int64(table.frames[at].z)
    if event == Event.OUTLAW:
        out[LOOT_AT + detail] = 1.0
    elif event == Event.BRIBE:
        out[LOOT_AT + table.frames[at - 1].y] = 1.0
    elif event == Event.BUILD:
        out[SPOT_AT + detail] = 1.0
    elif event == Event.HEIST:
        for p in range(player_count(table)):
            out[SHIELDED_AT + clockwise(table, player, p)] = detail >> p & 1
    elif event == Event.BONUS or event == Event.WARP or event == Event.ENCORE or event == Event.SPOON:
        mark_card(out, DOODAD_AT, detail)
