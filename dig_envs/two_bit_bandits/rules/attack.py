"""Throw pickups into a minion battle before it begins (TB-19)."""

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import MAX_PLAYERS, SLOTS, Minion, Pickup
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.foes import has_power, level
from dig_envs.two_bit_bandits.rules.holdings import Slot, discard
from dig_envs.two_bit_bandits.state import Asked, Phase

ADDED_MINIONS = 2
GOLEM_HEALTH = 2


@compiled
def begin_minions(state, minion, elemental):
    """Begin a battle with a number of minions equal to the level (TB-21)."""
    table = state.table
    table.foe = minion
    table.elemental = elemental
    table.minions = level(table)
    table.phase = Phase.WINDOW


@compiled
def open_window(state):
    """Ask the next seat, clockwise from the fighter, that could throw a pickup; after the last, begin the battle."""
    table = state.table
    while state.secret.window < table.num_players:
        p = (table.active + state.secret.window) % table.num_players
        if may_attack(table, p):
            state.seats[p].asked = Asked.NOW
            state.secret.mover = p
            table.phase = Phase.ATTACK
            return
        state.secret.window += 1
    close_window(state)


@compiled
def close_window(state):
    """End the attack, and begin the battle."""
    table = state.table
    for p in range(MAX_PLAYERS):
        state.seats[p].asked = Asked.NO
    state.secret.window = 0
    table.window = 0
    table.foe_health = table.minions * (GOLEM_HEALTH if has_power(table, Minion.GOLEM) else 1)
    table.phase = Phase.ROUND


@compiled
def may_attack(table, player):
    """Return whether a seat may throw a pickup."""
    return may_throw(table, player, Slot.ACTIVE) or may_throw(table, player, Slot.STORED)


@compiled
def may_throw(table, player, slot):
    """Return whether a seat may throw the pickup of a slot.

    Root Beer, Star and Tuba may always be thrown, the matching pickup (TB-22) only while the battle is not elemental.
    """
    kind = table.pickups[player][slot]
    return kind >= Pickup.ROOT_BEER or (kind == table.foe and table.elemental == 0)


@compiled
def legal_attack(table, player, mask):
    """Allow to throw a pickup, or to pass."""
    mask[Action.PASS] = 1
    for slot in range(SLOTS):
        mask[Action.THROW + slot] = may_throw(table, player, slot)


@compiled
def attack(state, action):
    """Throw a pickup or pass; then the window asks the next seat, after a throw the same seat again."""
    if action == Action.PASS:
        pass_attack(state)
    else:
        throw(state, action - Action.THROW)
    state.table.phase = Phase.WINDOW


@compiled
def throw(state, slot):
    """Throw a pickup: the matching pickup makes the battle elemental, the others add minions."""
    table = state.table
    player = state.secret.mover
    if table.pickups[player][slot] == table.foe:
        table.elemental = 1
    else:
        table.minions += ADDED_MINIONS
    discard(table, player, slot)
    table.window = state.secret.window  # a throw reveals which seats have been asked
    state.seats[player].asked = Asked.NO


@compiled
def pass_attack(state):
    """Mark the asked seat as passed, so that it is not asked again about this battle (C-3)."""
    state.seats[state.secret.mover].asked = Asked.PASSED
    state.secret.window += 1
