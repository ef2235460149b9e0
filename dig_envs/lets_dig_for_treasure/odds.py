"""Exact odds of what lies on top of the stacks, from the cards that a seat has not seen."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import BUST_KINDS, DIG_EFFECT, WORMS
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left, known_at, places_known, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE, TOP


@compiled
def hidden_cards(table, seat):
    """Cards that have not come up and whose place the seat does not know, destroyed ones included."""
    return cards_left(table) + table.lost - places_known(table, seat)


@compiled
def hidden_busts(table, seat):
    """Those of them that would end the turn, Dogs left aside (LD-4)."""
    count = np.int64(0)
    for kind in BUST_KINDS:
        count += unseen_by(table, seat, kind)
    return count + unseen_by(table, seat, WORMS) if table.dug[WORMS] > 0 else count


@compiled
def bust_chance(table, seat, stack, blind):
    """The chance that the top card of a stack ends the turn, Dogs left aside; `blind` is that of an unknown card."""
    top = known_at(seat, stack, TOP)
    if table.stack_size[stack] == 0:
        return 0.0
    if top == NONE:
        return blind
    return 1.0 if busts(np.int64(DIG_EFFECT[top]), np.int64(table.dug[top] + 1)) else 0.0


@compiled
def blind_chance(table, seat):
    """The chance that an unknown card ends the turn."""
    hidden = hidden_cards(table, seat)
    return hidden_busts(table, seat) / hidden if hidden > 0 else 0.0
