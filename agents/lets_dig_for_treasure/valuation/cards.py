"""Value cards for a seat in points: their points with all bonuses, and estimates of their effects."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure import components
from dig_envs.lets_dig_for_treasure.components import Effect
from dig_envs.lets_dig_for_treasure.rules.effects import can_rob
from dig_envs.lets_dig_for_treasure.rules.piles import held, kind_stolen, pile_of, stake_seen, times_bonus
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, unseen_by
from dig_envs.lets_dig_for_treasure.rules.theft import in_loot

EXTRA_TURN = 8.0  # points: about the mean gain of a turn
MAP = 5.0  # points: about the best of three cards
LOOK = 1.0  # points
FETCHED = 0.5  # the share of unseen partner cards that come up and are scored
GUARD = 1.5  # points of an unused Dog


@compiled
def value_at_stake(table, seat, player):
    """Return the value of stopping now for the active seat, in points."""
    ticket = table.dug[components.TICKET] * a_stack_is_empty(table)  # its bonus, if the game ends with this turn
    total = np.float64(stake_seen(table, seat) + components.BONUS[components.TICKET] * ticket)
    for kind in range(components.NUM_KINDS):
        if table.dug[kind] > 0:
            total += table.dug[kind] * value_of_effect(table, seat, player, kind)
    return total


@compiled
def value_of_digging(table, seat, player, kind):
    """Return the value of digging a card of a kind that does not end the turn."""
    if components.DIG_EFFECT[kind] == Effect.HELP:
        return components.POINTS[kind] * (1.0 if table.teams else -worth_of_harm(table))
    return value_of_scoring(table, seat, player, kind)


@compiled
def value_of_scoring(table, seat, player, kind):
    """Return the value of scoring a card of a kind."""
    return points_gained(table, seat, pile_of(table, player), kind, 1) + value_of_effect(table, seat, player, kind)


@compiled
def temptation(table, seat, player, place):
    """Rate a card for the next digger: cards that bust are the worst, then Worms."""
    kind = np.int64(seat.tops[table.stack][place])
    effect = components.DIG_EFFECT[kind]
    if effect == Effect.BUST or effect == Effect.DOOM:
        return -100.0
    return -50.0 if effect == Effect.SECOND_BUSTS else value_of_scoring(table, seat, player, kind)


@compiled
def value_of_effect(table, seat, player, kind):
    """Return the value of a scored card's effect, without its points."""
    effect = components.SCORE_EFFECT[kind]
    if effect == Effect.GIVE:
        return -components.POINTS[kind] * (1.0 + worth_of_harm(table))
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
    return value_of_prospects(table, seat, player, kind) + (GUARD if kind == components.DOG else 0.0)


@compiled
def worth_of_harm(table):
    """Return the value of a point that another player loses, in own points."""
    return 1.0 if table.teams else 1.0 / (table.num_players - 1)


# --- bonuses to come


@compiled
def value_of_prospects(table, seat, player, kind):
    """Return the expected value of a card's bonuses with cards that have not come up."""
    points = 0.0
    for other in components.BONUS_KINDS:
        if components.PARTNER[other] == kind:
            points += components.BONUS[other] * bonuses_to_come(table, seat, player, other, kind, np.int64(other))
        elif other == kind:
            points += components.BONUS[other] * bonuses_to_come(table, seat, player, other, kind, components.PARTNER[other])
    return points


@compiled
def bonuses_to_come(table, seat, player, bonus_kind, kind, wanted):
    """Estimate the number of bonuses that a card of a kind will get with partner cards of kind `wanted`."""
    coming = FETCHED * worth_of_harm(table) * unseen_by(table, seat, wanted)
    effect = components.END_EFFECT[bonus_kind]
    if effect == Effect.EACH:
        return coming
    if effect != Effect.PAIR:
        return 0.0
    pile = pile_of(table, player)
    alone = to_be_held(table, seat, pile, kind) - to_be_held(table, seat, pile, wanted)
    return min(1.0, max(0.0, coming - alone)) if alone >= 0 else 0.0


# --- points


@compiled
def points_gained(table, seat, pile, kind, step):
    """Return the change of a pile's points by one more card of a kind, or one less (`step` -1), with the cards dug scored."""
    points = step * components.POINTS[kind]
    for other in components.BONUS_KINDS:
        if other == kind or components.PARTNER[other] == kind:
            own = to_be_held(table, seat, pile, other)
            partners = to_be_held(table, seat, pile, components.PARTNER[other])
            after = bonuses(
                table, pile, other, own + step * (other == kind), partners + step * (components.PARTNER[other] == kind)
            )
            points += components.BONUS[other] * (after - bonuses(table, pile, other, own, partners))
    return points


@compiled
def to_be_held(table, seat, pile, kind):
    """Count the cards of a kind in a pile. The cards dug count for the pile of the active seat."""
    count = held(table, np.int64(seat.stolen), pile, kind)
    return count + table.dug[kind] if pile == pile_of(table, np.int64(table.active)) else count


@compiled
def bonuses(table, pile, kind, own, partners):
    """Count the bonuses of `own` cards of a kind with `partners` partner cards, if the game ends this turn where it can."""
    if components.END_EFFECT[kind] == Effect.LAST_TURN:
        return own * a_stack_is_empty(table)
    return times_bonus(table, pile, kind, own, partners)


# --- theft


@compiled
def value_of_best_theft(table, seat, player):
    """Return the value of the best possible theft."""
    best = 0.0
    for other in range(table.num_players):
        if other != player and can_rob(table, other):
            best = max(best, value_of_best_loot(table, seat, player, pile_of(table, other)))
    return best


@compiled
def value_of_best_loot(table, seat, player, victim):
    """Return the value of the best possible theft from a pile."""
    best = 0.0
    for loot in range(components.LOOT):
        if in_loot(table, victim, loot) > 0:
            best = max(best, value_of_stealing(table, seat, player, victim, loot))
    return best


@compiled
def value_of_stealing(table, seat, player, victim, loot):
    """Return the value of a theft: the thief's gain and the victim's loss."""
    kind = np.int64(kind_stolen(loot))
    won = points_gained(table, seat, pile_of(table, player), kind, 1)
    return (
        won - worth_of_harm(table) * points_gained(table, seat, victim, kind, -1) + (GUARD if loot == components.DOG else 0.0)
    )
