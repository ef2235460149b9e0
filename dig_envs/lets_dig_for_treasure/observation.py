"""Encodes what a seat of Let's Dig for Treasure observes; `blocks.py` declares the blocks."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.core.game import End
from dig_envs.lets_dig_for_treasure.blocks import ASKING_KINDS, AT, LAYOUT, OMITTED, POINTS_RANGE
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DOG,
    LOOT,
    LOWEST_POINTS,
    MAX_PLAYERS,
    MOST_EXTRA_TURNS,
    NUM_CARDS,
    NUM_KINDS,
    SCORE_KINDS,
    STACK_CARDS,
    STACKS,
    TEAMS,
    TOPS,
    USED_DOG,
    WORMS,
)
from dig_envs.lets_dig_for_treasure.rules.piles import gained, held, kind_stolen, pile_of
from dig_envs.lets_dig_for_treasure.rules.points import pile_points, stake_seen
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_to_end, known_at, knows_tops
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

__all__ = ["LAYOUT", "OMITTED", "encode", "layout"]

SHARE = (1.0 / COPIES).astype(np.float32)  # the share of one card in the copies of its kind
LOOT_SHARE = (1.0 / np.append(COPIES, COPIES[DOG])).astype(np.float32)
ONE_DOG = SHARE[DOG]
HALF = np.float32(0.5)
ONE_PLACE = np.float32(1.0 / TOPS)
ONE_CARD = np.float32(1.0 / NUM_CARDS)
ONE_OF_STACK = np.float32(1.0 / STACK_CARDS)
ONE_POINT = np.float32(1.0 / POINTS_RANGE)
ONE_EXTRA_TURN = np.float32(1.0 / MOST_EXTRA_TURNS)


def layout(options):
    """Declare the blocks of an observation; the same under all options."""
    return LAYOUT


@inlined
def encode(table, seat, player, out):
    """Write what every position has, then what few have, each behind one branch."""
    encode_kinds(table, out)
    encode_stacks(table, out)
    encode_seats(table, player, out)
    encode_turn(table, player, out)
    if table.phase != Phase.DIG:
        encode_effect(table, out)
    if knows_tops(table, seat):
        encode_tops(table, seat, out)
        encode_knowers(table, player, out)
    if table.victim != NONE:
        encode_theft(table, player, out)
    if seat.stolen != NONE:
        encode_stolen(table, seat, player, out)
    if seat.stolen != NONE or table.end != End.RUNNING:
        encode_points(table, seat, player, out)


@inlined
def encode_kinds(table, out):
    """Write the cards by kind that all see."""
    for kind in range(NUM_KINDS):
        out[AT.dug + kind] = table.dug[kind] * SHARE[kind]
        out[AT.discard + kind] = table.discard[kind] * SHARE[kind]
        out[AT.unseen + kind] = table.unseen[kind] * SHARE[kind]


@inlined
def encode_stacks(table, out):
    """Write what all see of the stacks."""
    for stack in range(STACKS):
        out[AT.heights + stack] = table.stack_size[stack] * ONE_OF_STACK
        out[AT.destroyed + stack] = table.destroyed[stack]
    out[AT.lost] = table.lost * ONE_OF_STACK
    out[AT.to_end] = cards_to_end(table) * ONE_OF_STACK


@inlined
def encode_seats(table, player, out):
    """Write each seat's pile as all have seen it, clockwise from the observer; and whose pile that is.

    `shares` is on the stack, where nothing else writes, so that a whole row of a pile is computed at once.
    """
    shares = stack_floats(NUM_KINDS)
    for i in range(table.num_players):
        pile = np.uint8(pile_of(table, seat_at(table, player + i)))
        row = np.uint16(AT.piles + i * NUM_KINDS)  # unsigned: no index counts from the end
        for kind in range(NUM_KINDS):
            shares[kind] = table.known[pile][kind] * SHARE[kind]
        for kind in range(NUM_KINDS):
            out[row + kind] = shares[kind]
        out[AT.used_dogs + i] = table.used_dogs[pile] * ONE_DOG
        out[AT.sizes + i] = table.pile_size[pile] * ONE_CARD
        out[AT.points + i] = np.float32(table.points[pile] - LOWEST_POINTS) * ONE_POINT
    for i in range(MAX_PLAYERS):
        out[AT.seats + i] = np.float32(i < table.num_players)
        out[AT.mine + i] = np.float32(i == 0 or (i == TEAMS and table.teams))


@inlined
def encode_turn(table, player, out):
    """Write whose turn it is, and what has happened in it."""
    out[AT.owner + clockwise(table, player, table.owner)] = 1.0
    out[AT.new_player + clockwise(table, player, table.new_player)] = 1.0
    out[AT.to_move + clockwise(table, player, table.active)] = 1.0
    out[AT.decision + table.phase] = 1.0
    out[AT.digs] = table.digs * ONE_CARD
    out[AT.worms] = np.float32(table.dug[WORMS] > 0)
    out[AT.stake] = np.float32(table.stake - LOWEST_POINTS) * ONE_POINT
    out[AT.extra_turns] = table.extra_turns * ONE_EXTRA_TURN
    out[AT.turn] = np.float32(table.turn) * ONE_CARD
    out[AT.ticket_turn] = np.float32(table.ticket_turn) * ONE_CARD
    out[AT.ticket] = np.float32(table.ticket_turn == table.turn + 1)


@inlined
def seat_at(table, p):
    """Number a seat counted on past the last one; cheaper than a division."""
    return p - table.num_players if p >= table.num_players else p


@inlined
def clockwise(table, player, other):
    """Count how many seats clockwise from the player the other sits."""
    return other - player if other >= player else other - player + table.num_players


# --- what few positions have


@compiled
def encode_effect(table, out):
    """Write the effect that is being decided, and those that come after it."""
    for i in range(len(ASKING_KINDS)):
        out[AT.card + i] = table.card == ASKING_KINDS[i]
    for i in range(len(SCORE_KINDS)):
        out[AT.waiting + i] = table.waiting[i] * SHARE[SCORE_KINDS[i]]
        out[AT.urgent + i] = table.urgent == SCORE_KINDS[i]
    if table.stack != NONE:
        out[AT.looking + table.stack] = 1.0
    for place in range(table.placed):
        out[AT.placed + place] = 1.0


@compiled
def encode_tops(table, seat, out):
    """Write the cards that the seat knows in the stacks; they are no longer unseen to it."""
    for stack in range(STACKS):
        out[AT.skeleton + stack] = seat.skeleton == stack
        for place in range(TOPS):
            card = known_at(seat, stack, place)
            if card != NONE:
                out[AT.tops + (stack * TOPS + place) * NUM_KINDS + card] = 1.0
                unseen = np.int64(out[AT.unseen + card] * COPIES[card] + HALF)  # the count before this card, exactly
                out[AT.unseen + card] = (unseen - 1) * SHARE[card]


@compiled
def encode_knowers(table, player, out):
    """Write which seats know how many cards of each stack, as all have seen them looking."""
    for i in range(table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        for stack in range(STACKS):
            if table.looker[stack] == pile:
                out[AT.knowers + i * STACKS + stack] = table.looked[stack] * ONE_PLACE


@compiled
def encode_theft(table, player, out):
    """Write thief and victim, and what all know of the stolen card."""
    for i in range(table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        out[AT.thief + i] = table.thief == pile
        out[AT.victim + i] = table.victim == pile
    for loot in range(LOOT):
        out[AT.loot + loot] = table.loot[loot] * LOOT_SHARE[loot]


@compiled
def encode_stolen(table, seat, player, out):
    """Write the piles as they are for a seat that knows the stolen card, and what is at stake then."""
    stolen = np.int64(seat.stolen)
    kind = kind_stolen(stolen)
    out[AT.stolen + stolen] = 1.0
    for i in range(table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        out[AT.piles + i * NUM_KINDS + kind] = held(table, stolen, pile, kind) * SHARE[kind]
        if stolen == USED_DOG:
            out[AT.used_dogs + i] = (table.used_dogs[pile] + gained(table, pile)) * ONE_DOG
    out[AT.stake] = np.float32(stake_seen(table, seat) - LOWEST_POINTS) * ONE_POINT


@compiled
def encode_points(table, seat, player, out):
    """Write the points where they are not what all can tell: with the stolen card, and with the Lottery Ticket at the end."""
    for i in range(table.num_players):
        pile = pile_of(table, seat_at(table, player + i))
        out[AT.points + i] = np.float32(pile_points(table, seat, pile) - LOWEST_POINTS) * ONE_POINT
