"""Risks of 2-Bit Bandits as the expert sees them: what a path costs, and how likely it is to be survived."""

import numpy as np

from agents.scripted.two_bit_bandits.odds import DAMAGE
from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import ENCOUNTERS_A_PATH, Encounter, Pickup
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import count_active, count_held

LIFE = 1200.0  # points that a life is worth, while there is another
LAST_LIFE = 2500.0
HEALTH_POINT = 100.0
BARREL = 150.0
BATTLE_POINTS = 50.0
BEER_HEALTH = 4.0


@compiled
def staying_power(table, player):
    """Health, pickups that can still be turned into it, and what the Adobe Mask doubles."""
    power = np.float64(table.health[player]) + count_held(table, player)
    for slot in range(2):
        if table.pickups[player][slot] == Pickup.ROOT_BEER:
            power += BEER_HEALTH - 1.0
    return power


@compiled
def softened(table, player, damage):
    """What active pickups make of a battle's damage."""
    if damage <= 0.0:
        return damage
    if count_active(table, player, Pickup.MASK) > 0:
        damage *= 0.5
    if count_active(table, player, Pickup.FIREBALL) + count_active(table, player, Pickup.AMULET) > 0:
        damage *= 0.6
    if count_active(table, player, Pickup.HORSESHOE) > 0:
        damage *= 0.7
    return damage


@compiled
def survival(power, damage):
    """The chance to survive damage of that mean: it is about geometric."""
    if damage <= 0.0:
        return 1.0
    return 1.0 - (damage / (1.0 + damage)) ** max(power, 1.0)


@compiled
def path_damage(table, card, path):
    total = 0.0
    for at in range(ENCOUNTERS_A_PATH):
        total += DAMAGE[level(table), table.faces.scenes[card][path][at]]
    return total


@compiled
def path_gain(table, card, path):
    """Points and pickups met on a path."""
    gain = 0.0
    for at in range(ENCOUNTERS_A_PATH):
        code = table.faces.scenes[card][path][at]
        if code == Encounter.BARREL:
            gain += BARREL
        elif code >= Encounter.BATTLE:
            gain += BATTLE_POINTS * level(table) * (2.0 if code >= Encounter.ELEMENTAL else 1.0)
    return gain


@compiled
def path_value(table, player, card, path):
    """What a path brings, less what it costs: health, and the life at risk."""
    damage = softened(table, player, path_damage(table, card, path))
    chance = survival(staying_power(table, player), damage)
    return chance * path_gain(table, card, path) - HEALTH_POINT * damage - (1.0 - chance) * life_value(table, player)


@compiled
def life_value(table, player):
    return LIFE if table.continues[player] > 0 else LAST_LIFE
