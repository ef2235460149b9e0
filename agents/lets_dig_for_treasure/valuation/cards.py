"""Values cards for a seat, in points: what they count with all bonuses, and what their effects are good for."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import (
    BONUS,
    BONUS_KINDS,
    DIG_EFFECT,
    DOG,
    END_EFFECT,
    LOOT,
    NUM_KINDS,
    PARTNER,
    POINTS,
    SCORE_EFFECT,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.effects import can_rob
from dig_envs.lets_dig_for_treasure.rules.piles import held, kind_stolen, pile_of
from dig_envs.lets_dig_for_treasure.rules.points import times_bonus
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, unseen_by
from dig_envs.lets_dig_for_treasure.rules.theft import in_loot

EXTRA_TURN = 8.0  # points, about what a turn brings
MAP = 5.0  # points, about the best of three cards
LOOK = 1.0
FETCHED = 0.5
GUARD = 1.5  # a Dog that has not been used


@compiled
def value_at_stake(table, seat, player):
    """Value stopping now, in points for the player."""
    total = np.float64(points_dug(table, seat, pile_of(table, player)))
    for kind in range(NUM_KINDS):
        if table.dug[kind] > 0:
            total += table.dug[kind] * value_of_effect(table, seat, player, kind)
    return total


@compiled
def value_of_digging(table, seat, player, kind):
    """Value one more card of a kind, if it does not end the turn and is scored in the end."""
    if DIG_EFFECT[kind] == Effect.HELP:
        return POINTS[kind] * (1.0 if table.teams else -worth_of_harm(table))
    return value_of_scoring(table, seat, player, kind)


@compiled
def value_of_scoring(table, seat, player, kind):
    """Value a card of a kind that a Map scores."""
    return points_gained(table, seat, pile_of(table, player), kind, 1) + value_of_effect(table, seat, player, kind)


@compiled
def value_of_effect(table, seat, player, kind):
    """Value the effect of a scored card beyond its points."""
    effect = SCORE_EFFECT[kind]
    if effect == Effect.GIVE:
        return -POINTS[kind] * (1.0 + worth_of_harm(table))
    if effect == Effect.STEAL:
        return value_of_best_theft(table, seat, player)
    if effect == Effect.MAP:
        return MAP
    if a_stack_is_empty(table):
        return 0.0
    if effect == Effect.EXTRA_TURN:
        return EXTRA_TURN
    if effect == Effect.LOOK:
        return LOOK
    return value_of_prospects(table, seat, player, kind) + (GUARD if kind == DOG else 0.0)


@compiled
def worth_of_harm(table):
    """Value one point less for another player, in own points: its share in a lead over all others."""
    return 1.0 if table.teams else 1.0 / (table.num_players - 1)


# --- what may come


@compiled
def value_of_prospects(table, seat, player, kind):
    """Value the bonuses that a card may yet bring with cards that have not come up."""
    points = 0.0
    for other in BONUS_KINDS:
        if PARTNER[other] == kind:
            points += BONUS[other] * bonuses_to_come(table, seat, player, other, kind, np.int64(other))
        elif other == kind:
            points += BONUS[other] * bonuses_to_come(table, seat, player, other, kind, PARTNER[other])
    return points


@compiled
def bonuses_to_come(table, seat, player, bonus_kind, kind, wanted):
    """Estimate how many bonuses one more card of a kind may bring with cards wanted for it."""
    coming = FETCHED * worth_of_harm(table) * unseen_by(table, seat, wanted)
    effect = END_EFFECT[bonus_kind]
    if effect == Effect.EACH:
        return coming
    if effect != Effect.PAIR:
        return 0.0
    pile = pile_of(table, player)
    alone = to_be_held(table, seat, pile, kind) - to_be_held(table, seat, pile, wanted)
    return min(1.0, max(0.0, coming - alone)) if alone >= 0 else 0.0


# --- points


@compiled
def points_dug(table, seat, pile):
    """Count the points by which the pile would grow if all cards dug were scored."""
    points = np.int64(0)
    for kind in range(NUM_KINDS):
        points += table.dug[kind] * POINTS[kind]
    for kind in BONUS_KINDS:
        own = held(table, np.int64(seat.stolen), pile, kind)
        partners = held(table, np.int64(seat.stolen), pile, PARTNER[kind])
        after = bonuses(table, pile, kind, own + table.dug[kind], partners + table.dug[PARTNER[kind]])
        points += BONUS[kind] * (after - bonuses(table, pile, kind, own, partners))
    return points


@compiled
def points_gained(table, seat, pile, kind, step):
    """Count how the points of a pile change when a card of a kind comes to it, or goes (`step` -1), the cards dug scored."""
    points = step * POINTS[kind]
    for other in BONUS_KINDS:
        if other == kind or PARTNER[other] == kind:
            own = to_be_held(table, seat, pile, other)
            partners = to_be_held(table, seat, pile, PARTNER[other])
            after = bonuses(table, pile, other, own + step * (other == kind), partners + step * (PARTNER[other] == kind))
            points += BONUS[other] * (after - bonuses(table, pile, other, own, partners))
    return points


@compiled
def to_be_held(table, seat, pile, kind):
    """Count the cards of a kind in a pile; those dug count with the pile of the active seat."""
    count = held(table, np.int64(seat.stolen), pile, kind)
    return count + table.dug[kind] if pile == pile_of(table, np.int64(table.active)) else count


@compiled
def bonuses(table, pile, kind, own, partners):
    """Count how often cards of a kind bring their bonus with so many partners, if the game ends with this turn where it can."""
    if END_EFFECT[kind] == Effect.LAST_TURN:
        return own * a_stack_is_empty(table)
    return times_bonus(table, pile, kind, own, partners)


# --- theft


@compiled
def value_of_best_theft(table, seat, player):
    """Value the best card that could be stolen."""
    best = 0.0
    for other in range(table.num_players):
        if other != player and can_rob(table, other):
            best = max(best, value_of_best_loot(table, seat, player, pile_of(table, other)))
    return best


@compiled
def value_of_best_loot(table, seat, player, victim):
    """Value the best card that could be stolen from a pile."""
    best = 0.0
    for loot in range(LOOT):
        if in_loot(table, victim, loot) > 0:
            best = max(best, value_of_stealing(table, seat, player, victim, loot))
    return best


@compiled
def value_of_stealing(table, seat, player, victim, loot):
    """Value a theft: what the thief gains and the victim loses."""
    kind = np.int64(kind_stolen(loot))
    won = points_gained(table, seat, pile_of(table, player), kind, 1)
    return won - worth_of_harm(table) * points_gained(table, seat, victim, kind, -1) + (GUARD if loot == DOG else 0.0)
