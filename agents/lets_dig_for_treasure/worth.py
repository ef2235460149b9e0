"""What cards are worth to a seat of Let's Dig for Treasure: points with all bonuses, and the use of effects in points."""

import numpy as np

from dig_envs.core.compile import compiled
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
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, unseen_by
from dig_envs.lets_dig_for_treasure.rules.theft import in_loot

EXTRA_TURN = 8.0  # about what a turn brings
MAP = 5.0  # about the best of three cards
LOOK = 1.0
FETCHED = 0.5
GUARD = 1.5  # a Dog that has not been used


@compiled
def stake(table, seat, player):
    """What it would bring to stop now."""
    total = np.float64(points_dug(table, seat, pile_of(table, player)))
    for kind in range(NUM_KINDS):
        if table.dug[kind] > 0:
            total += table.dug[kind] * use(table, seat, player, kind)
    return total


@compiled
def worth_digging(table, seat, player, kind):
    """What one more card of a kind brings, if it does not end the turn and is scored in the end."""
    if DIG_EFFECT[kind] == Effect.HELP:
        return POINTS[kind] * (1.0 if table.teams else -harm(table))
    return worth_scoring(table, seat, player, kind)


@compiled
def worth_scoring(table, seat, player, kind):
    """The same for a card that a Map scores."""
    return gain(table, seat, pile_of(table, player), kind, 1) + use(table, seat, player, kind)


@compiled
def use(table, seat, player, kind):
    """What the effect of a scored card is worth beyond its points."""
    effect = SCORE_EFFECT[kind]
    if effect == Effect.GIVE:
        return -POINTS[kind] * (1.0 + harm(table))
    if effect == Effect.STEAL:
        return best_theft(table, seat, player)
    if effect == Effect.MAP:
        return MAP
    if a_stack_is_empty(table):
        return 0.0
    if effect == Effect.EXTRA_TURN:
        return EXTRA_TURN
    if effect == Effect.LOOK:
        return LOOK
    return prospects(table, seat, player, kind) + (GUARD if kind == DOG else 0.0)


@compiled
def harm(table):
    """What a point less for another player is worth: of a lead over all others, its share."""
    return 1.0 if table.teams else 1.0 / (table.num_players - 1)


# --- what may come


@compiled
def prospects(table, seat, player, kind):
    """Bonuses that a card may yet bring with cards that have not come up."""
    points = 0.0
    for other in BONUS_KINDS:
        if PARTNER[other] == kind:
            points += BONUS[other] * chances(table, seat, player, other, kind, np.int64(other))
        elif other == kind:
            points += BONUS[other] * chances(table, seat, player, other, kind, PARTNER[other])
    return points


@compiled
def chances(table, seat, player, bonus_kind, kind, wanted):
    """How many bonuses one more card of a kind may bring with cards wanted for it."""
    coming = FETCHED * harm(table) * unseen_by(table, seat, wanted)
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
    """By how much the pile would grow if all that was dug were scored."""
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
def gain(table, seat, pile, kind, step):
    """How the points of a pile change when a card of a kind comes to it, or goes (`step` -1). What is dug counts as scored."""
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
    """Cards of a kind in a pile; for that of the player at turn, with those dug."""
    count = held(table, np.int64(seat.stolen), pile, kind)
    return count + table.dug[kind] if pile == pile_of(table, np.int64(table.active)) else count


@compiled
def bonuses(table, pile, kind, own, partners):
    """How often so many cards of a kind bring their bonus in a pile with so many partners."""
    effect = END_EFFECT[kind]
    if effect == Effect.PAIR:
        return min(own, partners)
    if effect == Effect.EACH:
        return own * partners
    if effect == Effect.NEW_PLAYER:
        return own * (pile_of(table, np.int64(table.new_player)) == pile)
    if effect == Effect.OWNER:
        return own * (pile_of(table, np.int64(table.owner)) == pile)
    return own * a_stack_is_empty(table)


# --- theft


@compiled
def best_theft(table, seat, player):
    """The worth of the best card that could be stolen."""
    best = 0.0
    for other in range(table.num_players):
        if other != player and can_rob(table, other):
            best = max(best, best_loot(table, seat, player, pile_of(table, other)))
    return best


@compiled
def best_loot(table, seat, player, victim):
    """The worth of the best card of a pile."""
    best = 0.0
    for loot in range(LOOT):
        if in_loot(table, victim, loot) > 0:
            best = max(best, worth_stealing(table, seat, player, victim, loot))
    return best


@compiled
def worth_stealing(table, seat, player, victim, loot):
    """What the thief gains and the victim loses."""
    kind = np.int64(kind_stolen(loot))
    won = gain(table, seat, pile_of(table, player), kind, 1)
    return won - harm(table) * gain(table, seat, victim, kind, -1) + (GUARD if loot == DOG else 0.0)
