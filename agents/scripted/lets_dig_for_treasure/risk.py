"""The heart of the expert: what one more card is worth, by the exact odds of the cards that it has not seen.

To stop now is worth what was dug. To dig is worth the mean of that over the cards that may come up: nothing after a bust,
and more by the card's worth otherwise. As what is at stake grows with every card, and the odds of a bust do not fall, it is
best to stop as soon as one more card does not pay.
"""

import numpy as np

from agents.scripted.lets_dig_for_treasure.worth import GUARD, worth_digging
from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, NUM_KINDS, TOPS, Effect
from dig_envs.lets_dig_for_treasure.odds import hidden_cards
from dig_envs.lets_dig_for_treasure.rules.digging import busts
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.stacks import known_at, unseen_by
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def hope(table, seat, player, at_stake, stack, blind):
    """What the turn is worth after a dig from a stack; `blind` is that of an unknown card."""
    if known_at(seat, stack, np.int64(0)) == NONE:
        return blind
    return known_hope(table, seat, player, at_stake, stack)


@compiled
def blind_hope(table, seat, player, at_stake):
    """What it is worth after an unknown card, on average."""
    hidden = hidden_cards(table, seat)
    total = 0.0
    for kind in range(NUM_KINDS):
        count = unseen_by(table, seat, kind)
        if count > 0:
            total += count * worth_after(table, seat, player, at_stake, kind, np.int64(1))
    return total / hidden if hidden > 0 else 0.0


@compiled
def known_hope(table, seat, player, at_stake, stack):
    """What it is worth after the best number of the cards known to lie on top."""
    best = 0.0
    worth = at_stake
    for place in range(TOPS):
        kind = known_at(seat, stack, place)
        if kind == NONE or worth == 0.0 and place > 0:
            break
        worth = worth_after(table, seat, player, worth, kind, copies_to(seat, stack, place))
        best = max(best, worth)
    return best


@compiled
def copies_to(seat, stack, place):
    """How many cards of the kind known to lie at a place lie there and above."""
    copies = np.int64(0)
    for above in range(place + 1):
        copies += known_at(seat, stack, above) == known_at(seat, stack, place)
    return copies


@compiled
def worth_after(table, seat, player, at_stake, kind, copies):
    """What the turn is worth with so many copies of a kind dug, the last of them now, if it then stops."""
    effect = np.int64(DIG_EFFECT[kind])
    if not busts(effect, np.int64(table.dug[kind] + copies)):
        return at_stake + worth_digging(table, seat, player, kind)
    if effect == Effect.BUST and unused_dogs(table, seat, pile_of(table, player)) > 0:
        return max(0.0, at_stake - GUARD)
    return 0.0
