"""Choose the pickups that the expert of 2-Bit Bandits throws into battles of the leader (TB-19)."""

import numpy as np

from dig_envs.agents.two_bit_bandits.expert.stage import value_of_slot
from dig_envs.agents.two_bit_bandits.valuation.odds import ATTACKED, MAX_LOST, ODDS
from dig_envs.agents.two_bit_bandits.valuation.prices import HEALTH_POINT, price_of_death
from dig_envs.agents.two_bit_bandits.valuation.strength import help_of, power_of
from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import BONUS_OF, NUM_MINIONS, SLOTS, Encounter
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.attack import ADDED_MINIONS
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import stage_at

POINTS_A_PICKUP = 60.0  # points that a throw must cost the fighter, per unit of `KEEPING_VALUES`


@compiled
def best_throw(table, player, mask):
    """Return the action that throws the pickup with the highest gain, or passes.

    The gain is the cost to the fighter less the value of keeping the pickup.
    """
    best = np.int64(Action.PASS)
    best_gain = 0.0
    if is_ahead(table, player):
        for slot in range(SLOTS):
            if mask[Action.THROW + slot]:
                gain = cost_to_fighter(table, player, slot) - POINTS_A_PICKUP * value_of_slot(table, player, slot)
                if gain > best_gain:
                    best = Action.THROW + slot
                    best_gain = gain
    return best


@compiled
def is_ahead(table, player):
    """Return whether the fighter is another player, and no third player has more points."""
    for p in range(table.num_players):
        if p != player and table.points[p] > table.points[table.active]:
            return False
    return table.active != player


@compiled
def cost_to_fighter(table, player, slot):
    """Return the expected cost of a throw to the fighter, in points: health and lives, less the points of added minions."""
    fighter = table.active
    turned = table.pickups[player][slot] == table.foe
    now = odds_of(table, table.elemental, table.minions > level(table))
    then = odds_of(table, 1 if turned else table.elemental, not turned or table.minions > level(table))
    at_stake = table.tentative + BONUS_OF[stage_at(table, table.place)]
    at_stake -= price_of_death(table, fighter)
    points = 0.0
    if not turned:
        points += ADDED_MINIONS * table.faces.minion_points[table.foe][table.elemental]
    power = power_of(table, fighter)
    return expected_loss(then, power, at_stake) - expected_loss(now, power, at_stake) - points


@compiled
def odds_of(table, elemental, attacked):
    """Return the odds of the health lost in the coming battle. Two throws of minions count as one."""
    code = table.foe + (NUM_MINIONS if elemental else 0)
    code += ATTACKED if attacked else Encounter.BATTLE
    return ODDS[help_of(table, table.active), level(table) - 1, code]


@compiled
def expected_loss(odds, power, at_stake):
    """Return the mean price of the health lost, in points; the loss of all power costs `at_stake`."""
    loss = 0.0
    for lost in range(MAX_LOST + 1):
        loss += odds[lost] * (at_stake if lost >= power else HEALTH_POINT * lost)
    return loss
