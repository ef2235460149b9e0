"""When the expert of 2-Bit Bandits throws pickups into a battle: against who is ahead, where the odds turn most."""

import numpy as np

from agents.two_bit_bandits.keeping import worth_of_slot
from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import BONUS_OF, NUM_MINIONS, SLOTS, Encounter
from dig_envs.two_bit_bandits.foresight import help_of, power
from dig_envs.two_bit_bandits.odds import ADDED_MINIONS, ATTACKED, MOST_LOST, ODDS
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.worth import HEALTH_POINT, LAST_LIFE, LIFE

POINTS_A_PICKUP = 60.0  # what a throw must cost the fighter for each point of GLADLY


@compiled
def attack(table, player, mask):
    """The pickup that does most harm for what it is worth, if it does enough."""
    best = actions.PASS
    best_gain = 0.0
    if is_ahead(table, player):
        for slot in range(SLOTS):
            if mask[actions.THROW + slot]:
                gain = harm(table, player, np.int64(slot)) - POINTS_A_PICKUP * worth_of_slot(table, player, slot)
                if gain > best_gain:
                    best = actions.THROW + slot
                    best_gain = gain
    return best


@compiled
def is_ahead(table, player):
    """Whether the fighter is another, and nobody else but me has more points."""
    for p in range(table.num_players):
        if p != player and table.points[p] > table.points[table.active]:
            return False
    return table.active != player


@compiled
def harm(table, player, slot):
    """What the throw costs the fighter: health, and what it loses with a life, less the points of the minions added."""
    fighter = np.int64(table.active)
    turned = table.pickups[player][slot] == table.foe
    now = odds_of(table, table.elemental, table.minions > level(table))
    then = odds_of(table, 1 if turned else table.elemental, not turned or table.minions > level(table))
    at_stake = table.tentative + BONUS_OF[stage_at(table, np.int64(table.place))]
    at_stake += LIFE if table.continues[fighter] > 0 else LAST_LIFE
    points = 0.0
    if not turned:
        points += ADDED_MINIONS * table.faces.minion_points[table.foe][table.elemental]
    strength = power(table, fighter)
    return expected_loss(then, strength, at_stake) - expected_loss(now, strength, at_stake) - points


@compiled
def odds_of(table, elemental, attacked):
    """Of the battle about to begin. More than one throw of minions counts as one."""
    code = np.int64(table.foe) + (NUM_MINIONS if elemental else 0)
    code += ATTACKED if attacked else np.int64(Encounter.BATTLE)
    return ODDS[help_of(table, np.int64(table.active)), level(table) - 1, code]


@compiled
def expected_loss(odds, strength, at_stake):
    """In points: health while it lasts, then what is at stake."""
    loss = 0.0
    for lost in range(MOST_LOST + 1):
        loss += odds[lost] * (at_stake if lost >= strength else HEALTH_POINT * lost)
    return loss
