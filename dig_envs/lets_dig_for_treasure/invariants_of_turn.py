"""Checks the turn of Let's Dig for Treasure: what was dug, what is decided, which effects wait."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.lets_dig_for_treasure.components import (
    DIG_EFFECT,
    HAT,
    NUM_KINDS,
    SCORE_EFFECT,
    SCORE_KINDS,
    WORMS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.invariants_of_knowledge import skeletons_are_sound
from dig_envs.lets_dig_for_treasure.rules.effects import can_rob, somebody_to_rob, waiting_effects
from dig_envs.lets_dig_for_treasure.rules.piles import num_piles, pile_of
from dig_envs.lets_dig_for_treasure.rules.setup import copies_in_game
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, cards_left
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


@compiled
def turn_is_sound(state):
    """Check whose decision it is, and what was dug in this turn. A game may end at any decision, by a forfeit."""
    table = state.table
    if not digs_are_sound(table) or not skeletons_are_sound(state) or (table.busted != NONE and table.last == NONE):
        return False
    if table.end == End.OVER:
        return state.secret.mover == NOBODY
    return state.secret.mover == table.active and (table.digs > 0 or not a_stack_is_empty(table))  # LD-11


@compiled
def digs_are_sound(table):
    """Check that nothing dug has busted the turn, and that enough cards have come up: one at least in each turn (LD-3)."""
    dug = np.int64(0)
    come_up = np.int64(0)
    for kind in range(NUM_KINDS):
        effect = DIG_EFFECT[kind]
        if table.dug[kind] > 0 and (effect == Effect.BUST or effect == Effect.DOOM):
            return False
        dug += table.dug[kind]
        come_up += copies_in_game(table, kind) - table.unseen[kind]
    return dug <= table.digs <= come_up - table.turn and table.dug[WORMS] <= 1


# --- the decision


@compiled
def phase_is_sound(state):
    """Check that every decision has an object, and that nothing is left over from an earlier one."""
    table = state.table
    phase = table.phase
    looking = phase == Phase.TAKE or phase == Phase.PUT_BACK
    deciding = phase != Phase.DIG and phase != Phase.ORDER
    if (table.card != NONE) != deciding or (table.stack != NONE) != looking or (phase != Phase.DIG and table.digs == 0):
        return False
    if not (card_is_sound(table) and effects_are_sound(table)):
        return False
    return look_is_sound(table) if looking else table.placed == 0


@compiled
def card_is_sound(table):
    """Check that the card whose effect is decided asks for this decision, and that somebody or something can be chosen."""
    phase = table.phase
    if table.card == NONE:
        return phase != Phase.ORDER or (waiting_effects(table) > 1 and table.urgent == NONE)
    effect = SCORE_EFFECT[table.card]
    if phase == Phase.PLAYER:
        return before_scoring(table) or effect == Effect.GIVE or (effect == Effect.STEAL and somebody_to_rob(table))
    if phase == Phase.STEAL:
        return effect == Effect.STEAL and can_rob(table, np.int64(table.victim))
    if phase == Phase.TAKE:
        return effect == Effect.MAP
    return (effect == Effect.MAP or effect == Effect.LOOK) and cards_left(table) + (phase == Phase.PUT_BACK) > 0


@compiled
def look_is_sound(table):
    """Check that the active seat looks at a stack with cards, and at more than one if it puts them back (LD-9)."""
    stack = np.int64(table.stack)
    if table.destroyed[stack] or table.looker[stack] != pile_of(table, np.int64(table.active)):
        return False
    if table.phase == Phase.TAKE:
        return table.placed == 0
    return table.placed + 1 < table.looked[stack]


# --- effects


@compiled
def before_scoring(table):
    """Tell whether the cards dug are still to be scored or lost: while digging, and while an Heirloom asks for a helper."""
    if table.phase == Phase.DIG:
        return True
    return table.phase == Phase.PLAYER and DIG_EFFECT[table.card] == Effect.HELP and table.dug[table.card] > 0


@compiled
def effects_are_sound(table):
    """Check that effects wait only once the cards dug are scored, and only of cards that were; and that the Hat steals once."""
    if table.urgent != NONE:
        if table.phase != Phase.PUT_BACK or SCORE_EFFECT[table.card] != Effect.MAP or SCORE_EFFECT[table.urgent] == Effect.NONE:
            return False
    dug = np.int64(0)
    for kind in range(NUM_KINDS):
        dug += table.dug[kind]
    if (waiting_effects(table) if before_scoring(table) else dug) != 0:
        return False
    return cards_have_effects_to_come(table) and (table.thief == NONE or hat_is_done(table))


@compiled
def cards_have_effects_to_come(table):
    """Check that the active pile has a card for each effect that waits or is decided; extra turns are owed for other cards."""
    pile = pile_of(table, np.int64(table.active))
    extra_turns = np.int64(table.extra_turns)
    for i in range(len(SCORE_KINDS)):
        kind = SCORE_KINDS[i]
        to_come = effects_to_come(table, i)
        if to_come > table.known[pile][kind]:
            return False
        if SCORE_EFFECT[kind] == Effect.EXTRA_TURN:
            extra_turns -= cards_in_piles(table, kind) - to_come
    return extra_turns <= 0


@compiled
def effects_to_come(table, i):
    """Count the effects of SCORE_KINDS[i] that wait or are being decided."""
    kind = SCORE_KINDS[i]
    return np.int64(table.waiting[i]) + (table.urgent == kind) + (table.card == kind)


@compiled
def cards_in_piles(table, kind):
    """Count the cards of a kind that lie in score piles."""
    count = np.int64(0)
    for pile in range(num_piles(table)):
        count += table.known[pile][kind]
    return count


@compiled
def hat_is_done(table):
    """Check that the thief has the Hat, whose effect is no longer to come."""
    for i in range(len(SCORE_KINDS)):
        if SCORE_KINDS[i] == HAT and effects_to_come(table, i) > 0:
            return False
    return table.known[table.thief][HAT] > 0
