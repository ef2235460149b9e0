"""Exact odds of what lies on top of the stacks, from the cards that a seat has not seen."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import (
    BUST_KINDS,
    DIG_EFFECT,
    NUM_KINDS,
    STACKS,
    TOPS,
    WORMS,
)
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left, known_at, knows_tops, places_known
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def hidden_cards(table, seat):
    """Cards that have not come up and whose place the seat does not know, destroyed ones included."""
    return cards_left(table) + table.lost - places_known(table, seat)


@compiled
def hidden_busts(table, seat):
    """Those of them that would end the turn, Dogs left aside (LD-4)."""
    count = np.int64(table.unseen[WORMS]) if table.dug[WORMS] > 0 else np.int64(0)
    for kind in BUST_KINDS:
        count += table.unseen[kind]
    if knows_tops(table, seat):
        for stack in range(STACKS):
            for place in range(TOPS):
                card = known_at(seat, stack, place)
                count -= card != NONE and would_bust(table, card)
    return count


@compiled
def would_bust(table, kind):
    """Whether a card of this kind, dug next, ends the turn, Dogs left aside."""
    return busts(np.int64(DIG_EFFECT[kind]), np.int64(table.dug[kind] + 1))


@compiled
def hidden_worth(table, seat):
    """What they all would add to the points of whose turn it is, one by one."""
    worth = np.int64(0)
    for kind in range(NUM_KINDS):
        worth += table.unseen[kind] * table.worth[kind]
    if knows_tops(table, seat):
        for stack in range(STACKS):
            for place in range(TOPS):
                card = known_at(seat, stack, place)
                worth -= table.worth[card] if card != NONE else 0
    return worth
