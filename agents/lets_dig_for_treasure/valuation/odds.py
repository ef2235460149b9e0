"""Counts the cards that may lie on top of a stack, and those of them that bust, as far as a seat knows."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, NUM_KINDS, STACKS
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left, known_at, places_known, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE, TOP


@compiled
def hidden_cards(table, seat):
    """Count the cards that have not come up and that the seat does not know in a stack; some may be gone with one (LD-10)."""
    count = cards_left(table) + table.lost
    for stack in range(STACKS):
        count -= places_known(seat, stack)
    return count


@compiled
def would_bust(table, kind):
    """Tell whether a card of this kind, dug next, ends the turn, Dogs left aside (LD-4)."""
    return busts(np.int64(DIG_EFFECT[kind]), np.int64(table.dug[kind] + 1))


@compiled
def bust_chance(table, seat, stack):
    """Give the chance, from 0 to 1, that the top card of a stack with cards ends the turn, Dogs left aside."""
    top = known_at(seat, stack, TOP)
    if top != NONE:
        return 1.0 * would_bust(table, top)
    count = 0.0
    for kind in range(NUM_KINDS):
        if would_bust(table, kind):
            count += unseen_by(table, seat, kind)
    return count / hidden_cards(table, seat)
