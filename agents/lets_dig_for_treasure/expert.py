"""Play Let's Dig for Treasure as an expert: weigh the points at stake against exact odds, by the chance to win."""

import numpy as np

from dig_envs.agents.lets_dig_for_treasure.effects import decide_effect
from dig_envs.agents.lets_dig_for_treasure.valuation.cards import GUARD, value_at_stake
from dig_envs.agents.lets_dig_for_treasure.valuation.digs import chance_after_dig, chance_to_win, lead_of, shortest
from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import STACKS
from dig_envs.lets_dig_for_treasure.rules.actions import DIG, NO_DOG, STOP, USE_DOG
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


@compiled
def expert(table, seat, player, mask, rng):
    """Choose an action."""
    if table.phase != Phase.DIG:
        return decide_effect(table, seat, player, mask)
    at_stake = value_at_stake(table, seat, player)
    if seat.skeleton != NONE:
        return np.int64(USE_DOG if at_stake > GUARD or a_stack_is_empty(table) else NO_DOG)
    return best_dig(table, seat, player, mask, at_stake)


@compiled
def best_dig(table, seat, player, mask, at_stake):
    """Choose to dig from a stack or to stop, by the chance to win."""
    lead = lead_of(table, seat, player)
    best = NONE
    best_chance = -1.0
    if mask[STOP]:
        best = np.int64(STOP)
        best_chance = chance_to_win(lead + at_stake, shortest(table, NONE))
    for stack in range(STACKS):
        if mask[DIG + stack]:
            chance = chance_after_dig(table, seat, player, lead, at_stake, stack)
            if chance > best_chance:
                best = np.int64(DIG + stack)
                best_chance = chance
    return best
