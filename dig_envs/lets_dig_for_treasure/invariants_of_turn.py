"""Checks the turn of Let's Dig for Treasure: what was dug, what is decided, which effects wait."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    MOST_EXTRA_TURNS,
    NUM_CARDS,
    NUM_KINDS,
    SCORE_EFFECT,
    SCORE_KINDS,
    WORMS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.invariants_of_knowledge import skeletons_are_sound
from dig_envs.lets_dig_for_treasure.rules.effects import waiting_effects
from dig_envs.lets_dig_for_treasure.rules.stacks import a_stack_is_empty, cards_left
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


@compiled
def turn_is_sound(state):
    """Check whose decision it is, and what was dug in this turn."""
    table = state.table
    if not (0 <= table.active < table.num_players and 0 <= table.extra_turns <= MOST_EXTRA_TURNS):
        return False
    if not marks_are_sound(table) or not digs_are_sound(table):
        return False
    if table.end == End.OVER:
        return state.secret.mover == NOBODY and a_stack_is_empty(table) and table.digs == 0 and table.thief == NONE
    for kind in range(NUM_KINDS):
        effect = DIG_EFFECT[kind]
        if table.dug[kind] > 0 and (effect == Effect.BUST or effect == Effect.DOOM):
            return False
    return state.secret.mover == table.active and table.dug[WORMS] <= 1 and skeletons_are_sound(state)


@compiled
def digs_are_sound(table):
    """Check that no more cards are dug than have come up in this turn, and none after the turn is over."""
    dug = np.int64(0)
    for kind in range(NUM_KINDS):
        dug += table.dug[kind]
    return dug <= table.digs <= NUM_CARDS


@compiled
def marks_are_sound(table):
    """Check the card that came up last, and the seat whose turn was a bust with it."""
    if not NONE <= table.last < NUM_KINDS or not NONE <= table.busted < table.num_players:
        return False
    return table.busted == NONE or table.last != NONE


@compiled
def phase_is_sound(state):
    """Check that every decision has an object, and that nothing is left over from an earlier one."""
    table = state.table
    phase = table.phase
    looking = phase == Phase.TAKE or phase == Phase.PUT_BACK
    deciding = phase != Phase.DIG and phase != Phase.ORDER
    if not Phase.DIG <= phase <= Phase.STEAL or (table.card != NONE) != deciding or (table.stack != NONE) != looking:
        return False
    if not effects_are_sound(table) or (phase != Phase.DIG and table.digs == 0):
        return False
    if phase == Phase.DIG and waiting_effects(table) != 0:
        return False
    if phase == Phase.ORDER and waiting_effects(table) < 2:
        return False
    if looking and not 0 <= table.placed < table.looked[table.stack]:
        return False
    if phase == Phase.STACK and cards_left(table) == 0:
        return False
    return looking or table.placed == 0


@compiled
def effects_are_sound(table):
    """Check the cards whose effects are decided or wait, and that only an Heirloom asks before the cards dug are scored."""
    if not NONE <= table.card < NUM_KINDS or not NONE <= table.urgent < NUM_KINDS:
        return False
    for i in range(len(SCORE_KINDS)):
        if not 0 <= table.waiting[i] <= COPIES[SCORE_KINDS[i]]:
            return False
    if table.urgent != NONE and (table.phase != Phase.PUT_BACK or SCORE_EFFECT[table.urgent] == Effect.NONE):
        return False
    if table.card == NONE:
        return True
    effect = SCORE_EFFECT[table.card]
    if table.phase == Phase.PLAYER:
        helps = DIG_EFFECT[table.card] == Effect.HELP and table.dug[table.card] > 0
        return helps or effect == Effect.GIVE or effect == Effect.STEAL
    if table.phase == Phase.TAKE:
        return effect == Effect.MAP
    if table.phase == Phase.STEAL:
        return effect == Effect.STEAL
    return effect == Effect.MAP or effect == Effect.LOOK
