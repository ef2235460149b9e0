"""The expert of Let's Dig for Treasure: exact odds, the worth of what is at stake, and the race at the end."""

import numpy as np

from agents.scripted.lets_dig_for_treasure.effects import decide_effect
from agents.scripted.lets_dig_for_treasure.risk import blind_hope, hope
from agents.scripted.lets_dig_for_treasure.worth import GUARD, points_dug, stake
from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import STACKS
from dig_envs.lets_dig_for_treasure.rules.actions import DIG, NO_DOG, STOP, USE_DOG
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, pile_points
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty
from dig_envs.lets_dig_for_treasure.state import NONE, Phase

TINY = 1e-6
EAGER = 1.0
CLOSING = 1.0  # points that it is worth to be ahead when the game ends


@compiled
def expert(table, seat, player, mask, rng):
    if table.phase != Phase.DIG:
        return decide_effect(table, seat, player, mask)
    if seat.skeleton != NONE:
        return np.int64(USE_DOG if a_stack_is_empty(table) or stake(table, seat, player) > GUARD else NO_DOG)
    best = best_stack(table, seat, player)
    if best == NONE or (mask[STOP] and not worth_going_on(table, seat, player, best)):
        return np.int64(STOP)
    return DIG + best


@compiled
def worth_going_on(table, seat, player, stack):
    """Whether to dig from that stack rather than to stop; in the last turn, whether it is not ahead yet."""
    if a_stack_is_empty(table):
        return lead(table, seat, player) <= 0
    at_stake = stake(table, seat, player)
    blind = blind_hope(table, seat, player, at_stake)
    return hope(table, seat, player, at_stake, stack, blind) > at_stake * EAGER + TINY


@compiled
def best_stack(table, seat, player):
    """Where the next card is worth most; NONE where there is no card."""
    at_stake = stake(table, seat, player)
    blind = blind_hope(table, seat, player, at_stake)
    ahead = lead(table, seat, player)
    best = NONE
    best_hope = 0.0
    for stack in range(STACKS):
        if table.stack_size[stack] > 0:
            hoped = hope(table, seat, player, at_stake, stack, blind) + pace(table, stack, ahead)
            if best == NONE or hoped > best_hope:
                best = np.int64(stack)
                best_hope = hoped
    return best


@compiled
def pace(table, stack, ahead):
    """Who is ahead digs where the game ends sooner, who is behind where it lasts."""
    haste = 1.0 if ahead > 0 else -1.0
    return haste * CLOSING / table.stack_size[stack]


@compiled
def lead(table, seat, player):
    """Points ahead of the best of the others, with what is dug."""
    own = pile_of(table, player)
    best = -np.inf
    for other in range(table.num_players):
        pile = pile_of(table, other)
        if pile != own:
            best = max(best, np.float64(pile_points(table, seat, pile)))
    return pile_points(table, seat, own) + points_dug(table, seat, own) - best
