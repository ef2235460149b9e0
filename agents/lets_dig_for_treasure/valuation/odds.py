"""Count the possible top cards of a stack by a seat's knowledge, and the cards among them that bust."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, NUM_KINDS, STACKS
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left, known_at, places_known, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE, TOP


@compiled
def hidden_cards(table, seat):
    """Count the cards that the seat has not seen, including cards that were destroyed with a stack (LD-10)."""
    count = cards_left(table) + table.lost
    for stack in range(STACKS):
        count -= places_known(seat, stack)
    return count


@compiled
def would_bust(table, kind):
    """Return whether digging a card of a kind next ends the turn, without a Dog (LD-4)."""
    return busts(np.int64(DIG_EFFECT[kind]), np.int64(table.dug[kind] + 1))


@compiled
def bust_chance(table, seat, stack):
    """Return the chance that the top card of a non-empty stack ends the turn, without a Dog."""
    top = known_at(seat, stack, TOP)
    if top != NONE:
        return 1.0 * would_bust(table, top)
    count = 0.0
    for kind in range(NUM_KINDS):
        if would_bust(table, kind):
            count += unseen_by(table, seat, kind)
    return count / hidden_cards(table, seat)
