"""Decides for the expert of Let's Dig for Treasure how the effects of its cards are used."""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.choices import best_to_score, best_to_steal
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import value_of_best_loot, value_of_scoring
from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import (
    DIG_EFFECT,
    SCORE_EFFECT,
    SCORE_KINDS,
    STACKS,
    TOPS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.actions import CHOOSE, LOOK, PUT, RESOLVE, SCORE, STEAL
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.rules.points import pile_points
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

# The first of these comes first: what a Gravedigger shows helps the Map.
PRECEDENCE = np.array(
    [[Effect.EXTRA_TURN, Effect.STEAL, Effect.GIVE, Effect.LOOK, Effect.MAP].index(SCORE_EFFECT[kind]) for kind in SCORE_KINDS]
)


@compiled
def decide_effect(table, seat, player, mask):
    """Decide what a score effect or an Heirloom asks for."""
    if table.phase == Phase.ORDER:
        return first_in_precedence(mask)
    if table.phase == Phase.PLAYER:
        return CHOOSE + chosen_player(table, seat, player, mask)
    if table.phase == Phase.STACK:
        return LOOK + stack_to_look_at(table, seat, mask)
    if table.phase == Phase.TAKE:
        return SCORE + best_to_score(table, seat, player)
    if table.phase == Phase.PUT_BACK:
        return PUT + next_from_top(table, seat, player)
    return STEAL + best_to_steal(table, seat, player, mask)


@compiled
def first_in_precedence(mask):
    """Choose the waiting effect that comes first in `PRECEDENCE`."""
    best = NONE
    for i in range(len(SCORE_KINDS)):
        if mask[RESOLVE + i] and (best == NONE or PRECEDENCE[i] < PRECEDENCE[best]):
            best = np.int64(i)
    return RESOLVE + best


# --- players


@compiled
def chosen_player(table, seat, player, mask):
    """Choose a player; return the number of seats clockwise to it."""
    best = NONE
    best_preference = 0.0
    for k in range(1, table.num_players):
        if mask[CHOOSE + k]:
            preferred = preference(table, seat, player, (player + k) % table.num_players)
            if best == NONE or preferred > best_preference:
                best = np.int64(k)
                best_preference = preferred
    return best


@compiled
def preference(table, seat, player, other):
    """Rate a player as the object: for an Heirloom the last in points, for a Sewer Line the first, for a Hat the best loot."""
    pile = pile_of(table, other)
    kind = np.int64(table.card)
    if SCORE_EFFECT[kind] == Effect.STEAL:
        return value_of_best_loot(table, seat, player, pile)
    partner = pile == pile_of(table, player)
    if DIG_EFFECT[kind] == Effect.HELP:
        return np.inf if partner else -1.0 * pile_points(table, seat, pile)
    return -np.inf if partner else 1.0 * pile_points(table, seat, pile)


# --- stacks


@compiled
def stack_to_look_at(table, seat, mask):
    """Choose the stack with the most unknown cards on top, and of those the tallest."""
    best = NONE
    for stack in range(STACKS):
        if mask[LOOK + stack] and (best == NONE or news(table, seat, stack) > news(table, seat, best)):
            best = np.int64(stack)
    return best


@compiled
def news(table, seat, stack):
    """Rate how much there is to see at a stack: unknown cards among the top ones first, then its height."""
    unknown = 0.0
    for place in range(min(TOPS, table.stack_size[stack])):
        unknown += seat.tops[stack][place] == NONE
    return unknown + 0.01 * table.stack_size[stack]


@compiled
def next_from_top(table, seat, player):
    """Choose the card to put back next: the best if the seat has an extra turn, else the worst."""
    mine = table.extra_turns > 0
    best = np.int64(table.placed)
    for place in range(table.placed, table.looked[table.stack]):
        lure = temptation(table, seat, player, place)
        best_lure = temptation(table, seat, player, best)
        if (lure > best_lure) if mine else (lure < best_lure):
            best = np.int64(place)
    return best


@compiled
def temptation(table, seat, player, place):
    """Rate a card to be dug: one that busts is the worst, Worms come next."""
    kind = np.int64(seat.tops[table.stack][place])
    effect = DIG_EFFECT[kind]
    if effect == Effect.BUST or effect == Effect.DOOM:
        return -100.0
    return -50.0 if effect == Effect.SECOND_BUSTS else value_of_scoring(table, seat, player, kind)
