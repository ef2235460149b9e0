"""Put cards into score piles and take them out, openly. Points and sizes of piles are kept up to date."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import END_EFFECT, NUM_KINDS, POINTS, TICKET, Effect
from dig_envs.lets_dig_for_treasure.rules.points import AS_IT_LIES, bonuses_touched
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def put_in(table, pile, kind):
    """Put a card into a pile openly."""
    move_card(table, pile, kind, np.int64(1))


@compiled
def take_out(table, pile, kind):
    """Take a card out of a pile openly."""
    move_card(table, pile, kind, np.int64(-1))


@compiled
def move_card(table, pile, kind, step):
    """Add a card to a pile, or take it away (`step` -1), and count the pile's points anew."""
    before = bonuses_touched(table, NONE, pile, kind, AS_IT_LIES)
    table.known[pile][kind] += step
    table.pile_size[pile] += step
    after = bonuses_touched(table, NONE, pile, kind, AS_IT_LIES)
    table.points[pile] += step * POINTS[kind] + after - before


@compiled
def score_card(table, pile, kind):
    """Score one card (LD-5); the Lottery Ticket remembers the turn (LD-14)."""
    put_in(table, pile, kind)
    if END_EFFECT[kind] == Effect.LAST_TURN:
        table.ticket_turn = table.turn + 1


@compiled
def score_dug(table, pile):
    """Score all cards dug in this turn (LD-5)."""
    table.points[pile] += table.stake
    table.stake = 0
    if table.dug[TICKET] > 0:
        table.ticket_turn = table.turn + 1
    cards = np.int64(0)
    for kind in range(NUM_KINDS):
        cards += table.dug[kind]
    for kind in range(NUM_KINDS):
        table.known[pile][kind] += table.dug[kind]
        table.dug[kind] = 0
    table.pile_size[pile] += cards
