"""Count the points of score piles, and by how much the cards dug in this turn would raise them (LD-14)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.lets_dig_for_treasure.components import (
    BONUS,
    BONUS_KINDS,
    BONUSES_TOUCHED,
    END_EFFECT,
    IN_BONUS,
    MOST_TOUCHED,
    NUM_KINDS,
    PARTNER,
    POINTS,
    TICKET,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.piles import gained, held, kind_stolen, pile_of
from dig_envs.lets_dig_for_treasure.state import NONE

AS_IT_LIES = np.int64(0)  # how often the cards dug are counted with a pile
WITH_DUG = np.int64(1)


@compiled
def pile_points(table, seat, pile):
    """Count a pile's points with all effects of the end, as far as a seat knows its cards (LD-14)."""
    points = np.int64(table.points[pile])
    stolen = np.int64(seat.stolen)
    if stolen != NONE:
        points += gained(table, pile) * POINTS[kind_stolen(stolen)]
        kind = kind_stolen(stolen)
        points += bonuses_touched(table, stolen, pile, kind, AS_IT_LIES) - bonuses_touched(table, NONE, pile, kind, AS_IT_LIES)
    if table.end != End.RUNNING and table.ticket_turn == table.turn:
        points += BONUS[TICKET] * held(table, stolen, pile, TICKET)
    return points


@compiled
def bonus_points(table, stolen, pile, with_dug):
    """Count all bonuses of a pile but the Lottery Ticket's, which the end decides; with the cards dug if `with_dug` is 1."""
    points = np.int64(0)
    for kind in BONUS_KINDS:
        points += bonus_of(table, stolen, pile, kind, with_dug)
    return points


@compiled
def bonuses_touched(table, stolen, pile, kind, with_dug):
    """Count those bonuses of a pile that depend on how many cards of a kind there are, as `bonus_points` counts all."""
    points = np.int64(0)
    for k in range(MOST_TOUCHED):
        if BONUSES_TOUCHED[kind, k] == NUM_KINDS:
            break
        points += bonus_of(table, stolen, pile, BONUSES_TOUCHED[kind, k], with_dug)
    return points


@compiled
def bonus_of(table, stolen, pile, kind, with_dug):
    """Count the bonus that the cards of one kind bring to a pile."""
    count = held(table, stolen, pile, kind) + with_dug * table.dug[kind]
    if count <= 0:
        return np.int64(0)
    partners = held(table, stolen, pile, PARTNER[kind]) + with_dug * table.dug[PARTNER[kind]]
    return BONUS[kind] * times_bonus(table, pile, kind, count, partners)


@compiled
def times_bonus(table, pile, kind, count, partners):
    """Count how often so many cards of a kind bring their bonus in a pile with so many partners."""
    effect = END_EFFECT[kind]
    if effect == Effect.PAIR:
        return min(count, partners)
    if effect == Effect.EACH:
        return count * partners
    if effect == Effect.NEW_PLAYER:
        return count * (pile_of(table, np.int64(table.new_player)) == pile)
    if effect == Effect.OWNER:
        return count * (pile_of(table, np.int64(table.owner)) == pile)
    return np.int64(0)


# --- what is at stake


@compiled
def stake_of(table, stolen):
    """Count the points by which the active seat's pile would grow if all cards dug in this turn lay in it."""
    pile = pile_of(table, np.int64(table.active))
    points = bonus_points(table, stolen, pile, WITH_DUG) - bonus_points(table, stolen, pile, AS_IT_LIES)
    for kind in range(NUM_KINDS):
        points += table.dug[kind] * POINTS[kind]
    return points


@compiled
def stake_seen(table, seat):
    """Count what `stake_of` does as far as a seat knows the pile: a stolen card may have or be a partner."""
    stolen = np.int64(seat.stolen)
    if stolen != NONE and IN_BONUS[kind_stolen(stolen)]:
        return stake_of(table, stolen)
    return np.int64(table.stake)


@compiled
def count_dug(table, kind):
    """Add a card to those dug in this turn, and keep what is at stake up to date."""
    pile = pile_of(table, np.int64(table.active))
    before = bonuses_touched(table, NONE, pile, kind, WITH_DUG)
    table.dug[kind] += 1
    after = bonuses_touched(table, NONE, pile, kind, WITH_DUG)
    table.stake += POINTS[kind] + after - before
