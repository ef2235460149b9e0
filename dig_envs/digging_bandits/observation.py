"""Encode the observation of a seat in Digging Bandits: all facts that it may know, in the blocks of `observation_layout.py`."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.engine.sparse_rows import BITS, sections
from dig_envs.digging_bandits.card_counts import count_hands_and_faces, count_open_cards, count_single_cards
from dig_envs.digging_bandits.components import (
    BACKS,
    BRIDGE,
    CHARACTERS,
    COPIES,
    DYNAMITE,
    HAND_KINDS,
    KINDS,
    OUTLAW,
    PLACES,
    TECH,
)
from dig_envs.digging_bandits.hidden_frames import clear_hidden
from dig_envs.digging_bandits.observation_board import encode_board, encode_decks, seats_away, steps_away
from dig_envs.digging_bandits.observation_decision import encode_decision, encode_frames, encode_trade
from dig_envs.digging_bandits.observation_layout import AT, END, FLAGS, IN_HAND, KNOWN, LAYOUT, OPEN, PENDING, RARE, STARTS
from dig_envs.digging_bandits.rules.players import player_count, seat_clockwise
from dig_envs.digging_bandits.state import NONE

__all__ = ["OMITTED", "clear_hidden", "encode", "layout"]

OMITTED: dict[str, str] = {}  # all fields not in the blocks accompany every observation or are options of all games

COPIES_OF_KIND = COPIES.astype(np.float32)
SHARE_OF_KIND = (1.0 / COPIES).astype(np.float32)
SHARE_OF_BACK = (1.0 / np.array(IN_HAND)).astype(np.float32)
SHARE_OF_TECH = SHARE_OF_KIND[TECH]
DIGIT = np.float32(1.0 / OPEN)
SHARE_OF_LOST = SHARE_OF_KIND[DYNAMITE]


def layout(options):
    """Return the blocks of an observation, which are the same under all options."""
    return LAYOUT


@sections(*STARTS)
@compiled
def encode(table, seat, player, out):
    """Write the seat's observation into `out` (float32, zeroed). Returns the end of the written part of each section."""
    encode_board(table, seat, player, out)
    encode_cards(table, seat, player, out)
    encode_players(table, player, out)
    encode_decks(table, seat, player, out)
    encode_turn(table, player, out)
    encode_frames(table, seat, player, out)
    if seat.asked:
        encode_decision(table, out)
    if table.give[0] != NONE:
        encode_trade(table, seat, player, out)
    return extents_of(table)


@inlined
def extents_of(table):
    """Return the end of the written part of each section, as bits of one int64."""
    extents = np.int64(AT.cache_left) << (BITS * KNOWN)
    if table.depth > 0 or table.give[0] != NONE:
        extents |= np.int64(AT.tops) << (BITS * PENDING) | np.int64(END) << (BITS * RARE)
    return extents


# --- cards


@compiled
def encode_cards(table, seat, player, out):
    """Write hands, cards in play and unseen cards. The block `unseen` first counts the seen cards; the board added some."""
    count_open_cards(table, out)
    count_single_cards(table, seat, out)
    count_hands_and_faces(table, seat, out)
    for kind in range(KINDS):
        out[AT.unseen + kind] = (COPIES_OF_KIND[kind] - out[AT.unseen + kind]) * SHARE_OF_KIND[kind]
    for kind in range(HAND_KINDS):
        out[AT.hand + kind] = seat.hand[kind] * SHARE_OF_KIND[kind]
        out[AT.in_play + kind] = table.tools[kind] * SHARE_OF_KIND[kind]
    me = np.uint8(player)
    for kind in range(HAND_KINDS):
        out[AT.shown + kind] = table.known[me][kind] * SHARE_OF_KIND[kind]
    digit = DIGIT
    for i in range(1, player_count(table)):
        p = np.uint8(seat_clockwise(table, player, i))
        at = AT.known_hands + (i - 1) * HAND_KINDS
        for kind in range(HAND_KINDS):
            out[at + kind] = seat.known[p][kind] * SHARE_OF_KIND[kind]
        for kind in range(HAND_KINDS):
            out[AT.open_hands + kind] += table.known[p][kind] * digit
        digit *= DIGIT


# --- players


@compiled
def encode_players(table, player, out):
    """Write the public facts of each player, clockwise from the observer."""
    out[AT.my_place + table.place[player]] = 1.0
    for i in range(player_count(table)):
        p = np.uint8(seat_clockwise(table, player, i))
        for back in range(BACKS):
            out[AT.backs + i * BACKS + back] = table.backs[p][back] * SHARE_OF_BACK[back]
        out[AT.tech + i] = table.tech[p] * SHARE_OF_TECH
        out[AT.characters + i * len(CHARACTERS) + table.character[p]] = 1.0
        at = AT.flags + i * len(FLAGS)
        out[at] = 1.0
        out[at + 1] = table.owing[p]
        out[at + 2] = table.out[p]
        out[at + 3] = table.rescued[p]
        out[at + 4] = table.winner[p]
        if i > 0:
            out[AT.places + (i - 1) * PLACES + steps_away(table, player, np.int64(table.place[p]))] = 1.0


# --- the turn


@compiled
def encode_turn(table, player, out):
    """Write the options, the dice and the progress of the turn."""
    out[AT.to_move + seats_away(table, player, np.int64(table.active))] = 1.0
    out[AT.options] = table.teams
    out[AT.options + 1] = table.quick_play
    for die in range(2):
        if table.dice[die] > 0:
            out[AT.dice + die * 6 + table.dice[die] - 1] = 1.0
    out[AT.turn] = table.landed
    out[AT.turn + 1] = table.encore
    out[AT.turn + 2] = table.arrested
    out[AT.turn + 3] = table.bonus
    out[AT.step + table.step] = 1.0
    out[AT.playing] = table.playing == BRIDGE
    out[AT.playing + 1] = table.playing == OUTLAW
    out[AT.turns] = table.turn / table.max_turns
    out[AT.first_draw] = table.opening_top
    out[AT.gone_dynamite] = table.gone_dynamite * SHARE_OF_LOST
