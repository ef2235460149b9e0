"""Pickups in their slots: what is active, new ones, boosts, damage (TB-15…18)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import BOTH_ACTIVE, NUM_PICKUPS, SLOTS, Pickup
from dig_envs.two_bit_bandits.rules.decks import draw_pickup
from dig_envs.two_bit_bandits.state import NONE, Final, Phase

ACTIVE, STORED = range(SLOTS)
BEER_HEALTH = 4


@compiled
def both_active(table):
    """TB-15: whether the stored pickup counts as active too."""
    return (table.num_defeated >= BOTH_ACTIVE) | (table.final == Final.RUNNING)


@compiled
def active_slots(table):
    """TB-15: how many slots are active."""
    return SLOTS if both_active(table) else 1


@compiled
def count_active(table, player, kind):
    """How many pickups of a kind stand in active slots."""
    held = table.pickups[player]
    return np.int64(held[ACTIVE] == kind) + (both_active(table) & (held[STORED] == kind))


@compiled
def count_held(table, player):
    return (table.pickups[player][ACTIVE] != NONE) + (table.pickups[player][STORED] != NONE)


@compiled
def slot_of(table, player, kind):
    """The first slot with a pickup of that kind."""
    return ACTIVE if table.pickups[player][ACTIVE] == kind else STORED


@compiled
def discard(table, player, slot):
    """TB-15: a stored pickup takes the place of a discarded active one."""
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
    """TB-14: never more than the maximum."""
    table.health[player] = min(table.max_health, table.health[player] + points)


@compiled
def boost(table, player, slot):
    """TB-16."""
    discard(table, player, slot)
    gain_health(table, player, np.int64(1))


@compiled
def drink(table, player):
    """TB-17: an active Root Beer."""
    discard(table, player, np.int64(slot_of(table, player, np.int64(Pickup.ROOT_BEER))))
    gain_health(table, player, np.int64(BEER_HEALTH))


@compiled
def may_boost(table, player):
    return table.health[player] < table.max_health and table.pickups[player][ACTIVE] != NONE


# --- new pickups


@compiled
def take_new(state, count, then):
    """TB-15: the player chooses from what it holds and so many new ones; then goes on."""
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
    """As long as there is a free slot and something to fill it with."""
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
    """So many points of damage come; after them the turn goes on with `then`."""
    table.due = points
    table.then = then
    table.phase = Phase.DAMAGE


@compiled
def suffer(table):
    """TB-18: point by point, until all is suffered, or a pickup must be discarded for health."""
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
    """TB-17: with the Adobe Mask only each second point counts."""
    if count_active(table, player, Pickup.MASK) > 0 and table.half[player] == 0:
        table.half[player] = 1
    else:
        table.half[player] = 0
        table.health[player] -= 1


@compiled
def save_life(table, player):
    """TB-18: asked is only who has a choice."""
    if table.pickups[player][ACTIVE] == NONE:
        table.due = 0
        table.then = 0
        table.phase = Phase.LIFE_LOST
    elif table.pickups[player][STORED] != NONE or count_active(table, player, Pickup.ROOT_BEER) > 0:
        table.phase = Phase.SAVE
    else:
        boost(table, player, np.int64(ACTIVE))
