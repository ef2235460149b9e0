"""What cards add to the points of whose turn it is: kept up to date, for it is looked at far more often than it changes.

As all can tell: a stolen card counts where it was seen last, and the Lottery Ticket as if its turn were not the last.
"""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.lets_dig_for_treasure.components import (
    BONUS,
    DIG_EFFECT,
    END_EFFECT,
    IN_BONUS,
    NUM_KINDS,
    PARTNER,
    POINTS,
    SCORE_EFFECT,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of

FOR_OTHERS = (DIG_EFFECT == Effect.HELP) | (SCORE_EFFECT == Effect.GIVE)
FACE_WORTH = np.where(FOR_OTHERS, -POINTS, POINTS).astype(np.int16)  # cards that go to others count the other way
PAIRS = np.flatnonzero(END_EFFECT == Effect.PAIR)
EACH = np.flatnonzero(END_EFFECT == Effect.EACH)
NEW_PLAYERS = np.flatnonzero(END_EFFECT == Effect.NEW_PLAYER)
OWNERS = np.flatnonzero(END_EFFECT == Effect.OWNER)


@compiled
def count_dug(table, kind):
    """A card comes up."""
    table.dug[kind] += 1
    table.stake += table.worth[kind]
    if IN_BONUS[kind]:
        appraise(table)


@compiled
def appraise(table):
    """What one more card of each kind would add: its face, and bonuses with what lies in the pile or has been dug."""
    for kind in range(NUM_KINDS):
        table.worth[kind] = FACE_WORTH[kind]
    pile = np.uint8(pile_of(table, np.int64(table.active)))
    for kind in PAIRS:
        surplus = coming(table, pile, PARTNER[kind]) - coming(table, pile, kind)
        table.worth[kind] += BONUS[kind] * (surplus > 0)
        table.worth[PARTNER[kind]] += BONUS[kind] * (surplus < 0)
    for kind in EACH:
        table.worth[kind] += BONUS[kind] * coming(table, pile, PARTNER[kind])
        table.worth[PARTNER[kind]] += BONUS[kind] * coming(table, pile, kind)
    for kind in NEW_PLAYERS:
        table.worth[kind] += BONUS[kind] * (pile_of(table, np.int64(table.new_player)) == pile)
    for kind in OWNERS:
        table.worth[kind] += BONUS[kind] * (pile_of(table, np.int64(table.owner)) == pile)


@inlined
def coming(table, pile, kind):
    """Cards of a kind in a pile, once what was dug lies there."""
    return table.known[pile][np.uint8(kind)] + table.dug[np.uint8(kind)]
