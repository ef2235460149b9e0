"""Pickups in their slots, new pickups, boosts and damage (TB-15…18)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import BOTH_ACTIVE, NUM_PICKUPS, SLOTS, Pickup
from dig_envs.two_bit_bandits.rules.decks import draw_pickup
from dig_envs.two_bit_bandits.state import NONE, Final, Phase

ACTIVE, STORED = range(SLOTS)
BEER_HEALTH = 4


@compiled
def both_active(table):
    """Return whether the stored pickup is active too (TB-15)."""
    return (table.num_defeated >= BOTH_ACTIVE) | (table.final == Final.RUNNING)


@compiled
def active_slots(table):
    """Return the number of active slots (TB-15)."""
    return SLOTS if both_active(table) else 1


@compiled
def count_active(table, player, kind):
    """Count the pickups of a kind in active slots."""
    held = table.pickups[player]
    return np.int64(held[ACTIVE] == kind) + (both_active(table) & (held[STORED] == kind))


@compiled
def count_held(table, player):
    return (table.pickups[player][ACTIVE] != NONE) + (table.pickups[player][STORED] != NONE)


@compiled
def slot_of(table, player, kind):
    """Return the first slot with a pickup of that kind."""
    return ACTIVE if table.pickups[player][ACTIVE] == kind else STORED


@compiled
def discard(table, player, slot):
    """Discard the pickup of a slot; the stored pickup replaces a discarded active one (TB-15)."""
    table.pickup_discard[table.pickups[player][slot]] += 1
    if slot == ACTIVE:
        table.pickups[player][ACTIVE] = table.pickups[player][STORED]
    table.pickups[player][STORED] = NONE


@compiled
def discard_all(table, player):
    while table.pickups[player][ACTIVE] != NONE:
        discard(table, player, np.int64(ACTIVE))


@compiled
def gain_health(table, player, points):
    """Add health points, up to the maximum (TB-14)."""
    table.health[player] = min(table.max_health, table.health[player] + points)


@compiled
def boost(table, player, slot):
    """Discard the pickup of a slot for one health point (TB-16)."""
    discard(table, player, slot)
    gain_health(table, player, np.int64(1))


@compiled
def drink(table, player):
    """Discard an active Root Beer for four health points (TB-17)."""
    discard(table, player, np.int64(slot_of(table, player, np.int64(Pickup.ROOT_BEER))))
    gain_health(table, player, np.int64(BEER_HEALTH))


@compiled
def may_boost(table, player):
    return table.health[player] < table.max_health and table.pickups[player][ACTIVE] != NONE


# --- new pickups


@compiled
def take_new(state, count, then):
    """Draw `count` pickups; the active seat chooses among them and its own (TB-15). The phase `then` follows."""
    table = state.table
    player = np.int64(table.active)
    for _ in range(count):
        kind = draw_pickup(state)
        if kind != NONE:
            table.pool[kind] += 1
    for slot in range(SLOTS):
        if table.pickups[player][slot] != NONE:
            table.pool[table.pickups[player][slot]] += 1
            table.pickups[player][slot] = NONE
    table.then = then
    ask_what_to_hold(table)


@compiled
def ask_what_to_hold(table):
    """Ask for a pickup to hold while a slot is free and pickups are left; then discard the rest."""
    left = 0
    for kind in range(NUM_PICKUPS):
        left += table.pool[kind]
    if left == 0 or table.pickups[table.active][STORED] != NONE:
        discard_pool(table)
    else:
        table.phase = Phase.HOLD


@compiled
def discard_pool(table):
    for kind in range(NUM_PICKUPS):
        table.pickup_discard[kind] += table.pool[kind]
        table.pool[kind] = 0
    table.phase = table.then
    table.then = 0


@compiled
def hold(table, kind):
    player = np.int64(table.active)
    slot = ACTIVE if table.pickups[player][ACTIVE] == NONE else STORED
    table.pickups[player][slot] = kind
    table.pool[kind] -= 1
    ask_what_to_hold(table)


# --- damage


@compiled
def damage(table, points, then):
    """Begin `points` points of damage; the phase `then` follows."""
    table.due = points
    table.then = then
    table.phase = Phase.DAMAGE


@compiled
def take_damage(table):
    """Take damage point by point, until none is left or a pickup must be discarded for health (TB-18)."""
    player = np.int64(table.active)
    while table.due > 0 and table.phase == Phase.DAMAGE:
        table.due -= 1
        lose_point(table, player)
        if table.health[player] == 0:
            save_life(table, player)
    if table.phase == Phase.DAMAGE:
        table.phase = table.then
        table.then = 0


@compiled
def lose_point(table, player):
    """Take one point of damage; with the Adobe Mask only every second point costs health (TB-17)."""
    if count_active(table, player, Pickup.MASK) > 0 and table.half[player] == 0:
        table.half[player] = 1
    else:
        table.half[player] = 0
        table.health[player] -= 1


@compiled
def save_life(table, player):
    """At zero health, use the only pickup, ask which pickup to use, or end the life (TB-18)."""
    if table.pickups[player][ACTIVE] == NONE:
        table.due = 0
        table.then = 0
        table.phase = Phase.LIFE_LOST
    elif table.pickups[player][STORED] != NONE or count_active(table, player, Pickup.ROOT_BEER) > 0:
        table.phase = Phase.SAVE
    else:
        boost(table, player, np.int64(ACTIVE))
