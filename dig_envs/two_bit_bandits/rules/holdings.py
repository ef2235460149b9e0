"""Hold pickups in slots, take new pickups, and apply boosts and damage (TB-15…18)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import BOTH_ACTIVE, NUM_PICKUPS, SLOTS, Pickup
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.decks import draw_pickup
from dig_envs.two_bit_bandits.state import NONE, Final, Phase


class Slot(IntEnum):
    """The slots for pickups (TB-15)."""

    ACTIVE = 0
    STORED = 1


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
    return (held[Slot.ACTIVE] == kind) + (both_active(table) & (held[Slot.STORED] == kind))


@compiled
def count_held(table, player):
    """Count the pickups of a player."""
    return (table.pickups[player][Slot.ACTIVE] != NONE) + (table.pickups[player][Slot.STORED] != NONE)


@compiled
def discard(table, player, slot):
    """Discard the pickup of a slot; the stored pickup replaces a discarded active one (TB-15)."""
    table.pickup_discard[table.pickups[player][slot]] += 1
    if slot == Slot.ACTIVE:
        table.pickups[player][Slot.ACTIVE] = table.pickups[player][Slot.STORED]
    table.pickups[player][Slot.STORED] = NONE


@compiled
def discard_all(table, player):
    """Discard all pickups of a player."""
    while table.pickups[player][Slot.ACTIVE] != NONE:
        discard(table, player, Slot.ACTIVE)


@compiled
def use_up(table, player, kind):
    """Discard an active pickup of a kind."""
    discard(table, player, Slot.ACTIVE if table.pickups[player][Slot.ACTIVE] == kind else Slot.STORED)


# --- health


@compiled
def gain_health(table, player, points):
    """Add health points, up to the maximum (TB-14)."""
    table.health[player] = min(table.max_health, table.health[player] + points)


@compiled
def may_boost(table, player):
    """Return whether the player can discard a pickup and gain health (TB-16)."""
    return table.health[player] < table.max_health and table.pickups[player][Slot.ACTIVE] != NONE


@compiled
def legal_boosts(table, player, mask):
    """Allow to discard a pickup for health (TB-16), or to drink an active Root Beer (TB-17), below full health."""
    if table.health[player] < table.max_health:
        for slot in range(SLOTS):
            mask[Action.BOOST + slot] = table.pickups[player][slot] != NONE
        mask[Action.DRINK] = count_active(table, player, Pickup.ROOT_BEER) > 0


@compiled
def boost(table, player, action):
    """Discard a pickup for one health point (TB-16), or drink a Root Beer for four (TB-17)."""
    if action == Action.DRINK:
        use_up(table, player, Pickup.ROOT_BEER)
        gain_health(table, player, BEER_HEALTH)
    else:
        discard(table, player, action - Action.BOOST)
        gain_health(table, player, 1)


# --- new pickups


@compiled
def take_new(state, count, then):
    """Draw `count` pickups; the active seat chooses among them and its own (TB-15). The phase `then` follows."""
    table = state.table
    for _ in range(count):
        kind = draw_pickup(state)
        if kind != NONE:
            table.pool[kind] += 1
    held = table.pickups[table.active]
    for slot in range(SLOTS):
        if held[slot] != NONE:
            table.pool[held[slot]] += 1
            held[slot] = NONE
    table.then = then
    ask_what_to_hold(table)


@compiled
def ask_what_to_hold(table):
    """Ask for a pickup to hold while a slot is free and pickups are left; then discard the rest."""
    left = 0
    for kind in range(NUM_PICKUPS):
        left += table.pool[kind]
    if left == 0 or table.pickups[table.active][Slot.STORED] != NONE:
        discard_pool(table)
    else:
        table.phase = Phase.HOLD


@compiled
def discard_pool(table):
    """Discard the pickups that the active seat does not hold, and go to the next phase."""
    for kind in range(NUM_PICKUPS):
        table.pickup_discard[kind] += table.pool[kind]
        table.pool[kind] = 0
    table.phase = table.then
    table.then = 0


@compiled
def legal_hold(table, player, mask):
    """Allow to hold any new pickup, or no more (TB-15)."""
    for kind in range(NUM_PICKUPS):
        mask[Action.HOLD + kind] = table.pool[kind] > 0
    mask[Action.HOLD_NOTHING] = 1


@compiled
def hold(state, action):
    """Put a pickup into the first free slot, or hold no more."""
    table = state.table
    if action == Action.HOLD_NOTHING:
        discard_pool(table)
    else:
        kind = action - Action.HOLD
        held = table.pickups[table.active]
        held[Slot.ACTIVE if held[Slot.ACTIVE] == NONE else Slot.STORED] = kind
        table.pool[kind] -= 1
        ask_what_to_hold(table)


# --- damage


@compiled
def damage(table, points, then):
    """Begin damage; the phase `then` follows."""
    table.due = points
    table.then = then
    table.phase = Phase.DAMAGE


@compiled
def take_damage(state):
    """Take damage point by point, until none is left or a pickup must be discarded for health (TB-18)."""
    table = state.table
    while table.due > 0 and table.phase == Phase.DAMAGE:
        table.due -= 1
        lose_point(table, table.active)
        if table.health[table.active] == 0:
            save_life(table, table.active)
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
    if table.pickups[player][Slot.ACTIVE] == NONE:
        table.due = 0
        table.then = 0
        table.phase = Phase.LIFE_LOST
    elif table.pickups[player][Slot.STORED] != NONE or count_active(table, player, Pickup.ROOT_BEER) > 0:
        table.phase = Phase.SAVE
    else:
        boost(table, player, Action.BOOST + Slot.ACTIVE)


@compiled
def save(state, action):
    """Discard a pickup for health at zero health; the damage continues."""
    boost(state.table, state.table.active, action)
    state.table.phase = Phase.DAMAGE
