"""The bot `expert` of Let's Dig for Treasure: it weighs the points at stake against exact odds, by the chance to win."""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.greedy import best_to_score, best_to_steal
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import GUARD, temptation, value_at_stake, value_of_best_loot
from dig_envs.agents.lets_dig_for_treasure.valuation.digs import chance_after_dig, chance_to_win, lead_of, shortest
from dig_envs.core.compiler import compiled
from dig_envs.core.seats import seat_clockwise
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, SCORE_EFFECT, SCORE_KINDS, STACKS, TOPS, Effect
from dig_envs.lets_dig_for_treasure.rules.actions import Action
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, pile_points
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

# By effect: its place in the order of resolution. A Gravedigger comes before a Map, as its information helps the Map.
PRECEDENCE = np.array(
    [[Effect.EXTRA_TURN, Effect.STEAL, Effect.GIVE, Effect.LOOK, Effect.MAP].index(SCORE_EFFECT[kind]) for kind in SCORE_KINDS]
)


@compiled
def expert(table, seat, player, mask, rng):
    """Return the action with the best chance to win."""
    if table.phase != Phase.DIG:
        return decide_effect(table, seat, player, mask)
    at_stake = value_at_stake(table, seat, player)
    if seat.skeleton != NONE:
        return np.int64(Action.USE_DOG if at_stake > GUARD or a_stack_is_empty(table) else Action.NO_DOG)
    return best_dig(table, seat, player, mask, at_stake)


@compiled
def best_dig(table, seat, player, mask, at_stake):
    """Return the action with the best chance to win: to dig from a stack or to stop."""
    lead = lead_of(table, seat, player)
    best = NONE
    best_chance = -1.0
    if mask[Action.STOP]:
        best = np.int64(Action.STOP)
        best_chance = chance_to_win(lead + at_stake, shortest(table, NONE))
    for stack in range(STACKS):
        if mask[Action.DIG + stack]:
            chance = chance_after_dig(table, seat, player, lead, at_stake, stack)
            if chance > best_chance:
                best = np.int64(Action.DIG + stack)
                best_chance = chance
    return best


# --- effects of cards


@compiled
def decide_effect(table, seat, player, mask):
    """Return an action for a score effect or an Heirloom."""
    if table.phase == Phase.ORDER:
        return first_in_precedence(mask)
    if table.phase == Phase.PLAYER:
        return Action.CHOOSE + chosen_player(table, seat, player, mask) - 1
    if table.phase == Phase.STACK:
        return Action.LOOK + stack_to_look_at(table, seat, mask)
    if table.phase == Phase.TAKE:
        return Action.SCORE + best_to_score(table, seat, player)
    if table.phase == Phase.PUT_BACK:
        return Action.PUT + next_from_top(table, seat, player)
    return Action.STEAL + best_to_steal(table, seat, player, mask)


@compiled
def first_in_precedence(mask):
    """Return the action that resolves the first waiting effect by `PRECEDENCE`."""
    best = NONE
    for i in range(len(SCORE_KINDS)):
        if mask[Action.RESOLVE + i] and (best == NONE or PRECEDENCE[i] < PRECEDENCE[best]):
            best = np.int64(i)
    return Action.RESOLVE + best


# --- choices of players


@compiled
def chosen_player(table, seat, player, mask):
    """Choose a player, and return its distance clockwise in seats."""
    best = NONE
    best_preference = 0.0
    for k in range(1, table.num_players):
        if mask[Action.CHOOSE + k - 1]:
            preferred = preference(table, seat, player, seat_clockwise(table, player, k))
            if best == NONE or preferred > best_preference:
                best = np.int64(k)
                best_preference = preferred
    return best


@compiled
def preference(table, seat, player, other):
    """Rate a player as the target: an Heirloom prefers few points, a Sewer Line many points, a Pirate Hat the best loot."""
    pile = pile_of(table, other)
    kind = np.int64(table.card)
    if SCORE_EFFECT[kind] == Effect.STEAL:
        return value_of_best_loot(table, seat, player, pile)
    partner = pile == pile_of(table, player)
    if DIG_EFFECT[kind] == Effect.HELP:
        return np.inf if partner else -1.0 * pile_points(table, seat, pile)
    return -np.inf if partner else 1.0 * pile_points(table, seat, pile)


# --- choices of stacks


@compiled
def stack_to_look_at(table, seat, mask):
    """Return the stack with the most unknown top cards; at a tie the tallest."""
    best = NONE
    for stack in range(STACKS):
        if mask[Action.LOOK + stack] and (best == NONE or looking_value(table, seat, stack) > looking_value(table, seat, best)):
            best = np.int64(stack)
    return best


@compiled
def looking_value(table, seat, stack):
    """Rate a look at a stack by the number of unknown top cards, then by its height."""
    unknown = 0.0
    for place in range(min(TOPS, table.stack_size[stack])):
        unknown += seat.tops[stack][place] == NONE
    return unknown + 0.01 * table.stack_size[stack]


@compiled
def next_from_top(table, seat, player):
    """Return the place of the card to put back next: the best card if the seat has an extra turn, else the worst."""
    mine = table.extra_turns > 0
    best = np.int64(table.placed)
    for place in range(table.placed, table.looked[table.stack]):
        value = temptation(table, seat, player, place)
        best_value = temptation(table, seat, player, best)
        if (value > best_value) if mine else (value < best_value):
            best = np.int64(place)
    return best
