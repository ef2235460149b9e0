"""Encode the board and the decks in an observation: stacks, bridges, the plot, known cards in order."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.digging_bandits.components import (
    BACKS,
    CABIN,
    DECK_CELLS,
    IS_TOWN,
    LAND_PLACES,
    LOOP,
    MAX_PLAYERS,
    NUMBER_IN_BACK,
    ORACLE_CARDS,
    TIPPED,
    Back,
)
from dig_envs.digging_bandits.observation_layout import AT, CODES, DOODADS, DRAWS, LANDS
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import EVERYONE, NONE, PUBLIC

SPACES = len(LAND_PLACES)
CODE = np.float32(1.0 / CODES)
SHARE_OF_CELLS = np.float32(1.0 / DECK_CELLS)
TOWNS_FROM = np.array([[IS_TOWN[(start + step) % LOOP] for step in range(LOOP)] for start in range(LOOP)], np.float32)


def _other_knowers(num_players: int, player: int, bits: int) -> float:
    """Return the value of the block `land_seen` for a card that the seats of these bits know."""
    if bits & PUBLIC:
        return 1.0
    others = [bits >> (player + i) % num_players & 1 for i in range(1, num_players)]
    return sum(4 / 2**i * knows for i, knows in enumerate(others)) / 8


# Values of the block `land_seen`, by number of players - 1, observer, and bits of `table.land_seen`.
OTHER_KNOWERS = np.array(
    [
        [[_other_knowers(players, player, bits) for bits in range(EVERYONE + 1)] for player in range(MAX_PLAYERS)]
        for players in range(1, MAX_PLAYERS + 1)
    ],
    np.float32,
)


# --- positions relative to the observer


@inlined
def seats_away(table, player, other):
    """Return the number of seats clockwise from the observer to another player."""
    away = other - player
    return away + table.num_players if away < 0 else away


@inlined
def origin_of(table, player):
    """Return the origin of the observer's loop: its place, or in the cabin the place before space 0."""
    place = np.int64(table.place[player])
    return place if place < LOOP else np.int64(LOOP - 1)


@inlined
def steps_from(origin, place):
    """Return the number of steps clockwise from one place of the loop to another."""
    away = place - origin
    return away + LOOP if away < 0 else away


@compiled
def steps_away(table, player, place):
    """Return the number of steps clockwise from the observer's origin to a place; CABIN for the cabin."""
    return steps_from(origin_of(table, player), place) if place < LOOP else np.int64(CABIN)


# --- the board


@compiled
def encode_board(table, seat, player, out):
    """Write the loop from the observer's place, and count the Land cards that it knows in the block `unseen`."""
    origin = origin_of(table, player)
    for step in range(LOOP):
        out[AT.towns + step] = TOWNS_FROM[origin, step]
    at = np.int64(0)
    start = np.int64(0)
    for space in range(SPACES):
        place = LAND_PLACES[space]
        step = steps_from(origin, place)
        height = np.int64(table.height[place])
        out[AT.heights + step] = height * SHARE_OF_CELLS
        at += height
        if height == 0:
            mark_seat(table, player, np.int64(table.bridge[place]), out, AT.bridges + step * MAX_PLAYERS)
        else:
            mark_card(out, AT.tops + step * LANDS, np.int64(seat.land[np.uint8(at - 1)]))
        start += height if place < origin else 0
    if table.plot != NONE:
        out[AT.plot + steps_from(origin, np.int64(table.plot))] = 1.0
        out[AT.plot_owner + seats_away(table, player, np.int64(table.plot_owner))] = 1.0
    write_land(table, seat, player, start, at, out)


@compiled
def write_land(table, seat, player, start, cards, out):
    """Write the Land cards that any seat knows, and the knowers, from cell `start`; count the cards that the observer knows."""
    for at in range(cards):
        seen = table.land_seen[at]
        if seen != 0:
            to = at - start if at >= start else at - start + cards
            out[AT.land_seen + to] = OTHER_KNOWERS[table.num_players - 1, player, seen]
            kind = np.int64(seat.land[at])
            if kind != NONE:
                out[AT.unseen + kind] += 1.0
                out[AT.land + to] = np.float32(kind) * CODE + CODE


# --- decks


@compiled
def encode_decks(table, seat, player, out):
    """Write the public cards of the decks from the top, and the next cards that the observer knows."""
    for back in range(BACKS):
        out[AT.deck_sizes + back] = table.deck_size[back] * SHARE_OF_CELLS
    for back in range(Back.DOODAD):
        for k in range(DECK_CELLS):
            out[AT.decks + back * DECK_CELLS + k] = np.float32(table.deck[back][k]) * CODE + CODE
    for k in range(DOODADS):
        out[AT.doodads + k] = np.float32(table.deck[Back.DOODAD][k]) * CODE + CODE
    for k in range(TIPPED):
        mark_card(out, AT.landfill + k * LANDS, np.int64(table.deck[Back.LAND][k]))
    for k in range(ORACLE_CARDS):
        known = np.int64(table.deck[Back.DRAW][k])
        mark_card(out, AT.draw_top + k * DRAWS, np.int64(seat.draw_top[k]) if known == NONE else known)
        if table.oracle_seen[k]:
            mark_seats(table, player, np.int64(table.oracle_seen[k]), out, AT.oracle + k * MAX_PLAYERS)
    mark_card(out, AT.dig_top, np.int64(table.deck[Back.DIG][0]))
    mark_card(out, AT.doodad_top, np.int64(table.deck[Back.DOODAD][0]))


# --- one-hot rows


@inlined
def mark_card(out, at, kind):
    """Mark a card among the kinds of its back; an unknown card marks nothing."""
    if kind != NONE:
        out[at + NUMBER_IN_BACK[kind]] = 1.0


@compiled
def mark_seat(table, player, other, out, at):
    """Mark a seat, counted clockwise from the observer; NONE marks nothing."""
    if other != NONE:
        out[at + seats_away(table, player, other)] = 1.0


@compiled
def mark_seats(table, player, bits, out, at):
    """Mark the seats of these bits, counted clockwise from the observer."""
    for p in range(player_count(table)):
        if bits >> p & 1:
            out[at + seats_away(table, player, p)] = 1.0
