"""Checks what must hold in every state of Let's Dig for Treasure between decisions."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import (
    DOG,
    MAX_PLAYERS,
    MINE,
    NUM_KINDS,
    NUM_PLACES,
    POINTS,
    STACK_CARDS,
    STACKS,
    TICKET,
)
from dig_envs.lets_dig_for_treasure.invariants_of_fields import fields_are_in_range, options_are_sound
from dig_envs.lets_dig_for_treasure.invariants_of_knowledge import theft_is_sound, tops_are_sound
from dig_envs.lets_dig_for_treasure.invariants_of_turn import phase_is_sound, turn_is_sound
from dig_envs.lets_dig_for_treasure.rules.piles import gained, kind_stolen, num_piles
from dig_envs.lets_dig_for_treasure.rules.points import AS_IT_LIES, bonus_points, stake_of
from dig_envs.lets_dig_for_treasure.rules.setup import copies_in_game
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left
from dig_envs.lets_dig_for_treasure.rules.theft import stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE


class Broken(IntEnum):
    """Numbers the invariants of Let's Dig for Treasure; 0 is a sound state."""

    NONE = 0
    OPTIONS = 1  # number of players, teams, reward
    STACKS = 2  # sizes, cards where cards can lie, and which have been destroyed
    CARDS = 3  # every kind as often as it is printed
    PILES = 4  # sizes, points and what is at stake agree with the cards
    THEFT = 5  # the seats that know the stolen card, and the kinds that it may be for the others
    TOPS = 6  # what is known of the tops of stacks is true, and known to the right seats
    TURN = 7  # what was dug and waits, whose decision it is
    PHASE = 8  # what is decided has an object
    RANGES = 9  # each seat, pile, stack, kind and count by itself; tested first, for the others look up with them


@compiled
def check(state):
    """Return 0, or the number of an invariant that is broken. It reads within bounds, whatever the state."""
    table = state.table
    if not options_are_sound(table):
        return Broken.OPTIONS.value
    if not fields_are_in_range(state):
        return Broken.RANGES.value
    if not stacks_are_sound(state):
        return Broken.STACKS.value
    if not cards_are_conserved(state):
        return Broken.CARDS.value
    if not theft_is_sound(state):
        return Broken.THEFT.value
    if not piles_are_sound(state):
        return Broken.PILES.value
    if not tops_are_sound(state):
        return Broken.TOPS.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    return 0 if phase_is_sound(state) else Broken.PHASE.value


@compiled
def stacks_are_sound(state):
    """Check that cards lie where they can; only a stack that the Land Mine has destroyed has lost cards (LD-10)."""
    table = state.table
    destroyed = np.int64(0)
    for stack in range(STACKS):
        if table.destroyed[stack] and table.stack_size[stack] > 0:
            return False
        destroyed += table.destroyed[stack]
        for at in range(STACK_CARDS):
            if (state.secret.cards[STACK_CARDS * stack + at] != NONE) != (at < table.stack_size[stack]):
                return False
    return destroyed == (table.lost > 0) and (destroyed == 0 or (table.land_mine == 1 and table.unseen[MINE] == 0))


@compiled
def cards_are_conserved(state):
    """Check that each kind is there as often as printed; destroyed cards have not come up, and are in no stack."""
    table = state.table
    hidden = np.int64(0)
    for kind in range(NUM_KINDS):
        open_cards = np.int64(table.discard[kind]) + table.dug[kind]
        for pile in range(MAX_PLAYERS):
            open_cards += table.known[pile][kind]
        in_stacks = 0
        for at in range(NUM_PLACES):
            in_stacks += state.secret.cards[at] == kind
        if table.unseen[kind] != copies_in_game(table, kind) - open_cards or in_stacks > table.unseen[kind]:
            return False
        hidden += table.unseen[kind]
    return hidden == cards_left(table) + table.lost


@compiled
def piles_are_sound(state):
    """Count sizes and points of all piles, and what is at stake, anew from the cards."""
    table = state.table
    stolen = stolen_card(state)
    for pile in range(MAX_PLAYERS):
        size = np.int64(0)
        points = np.int64(0)
        for kind in range(NUM_KINDS):
            count = np.int64(table.known[pile][kind])
            moved = gained(table, pile) if stolen != NONE and kind_stolen(stolen) == kind else 0
            if count + moved < 0 or (count > 0 and pile >= num_piles(table)):
                return False
            size += count + moved
            points += count * POINTS[kind]
        if size != table.pile_size[pile] or points + bonus_points(table, NONE, pile, AS_IT_LIES) != table.points[pile]:
            return False
        if table.used_dogs[pile] > table.known[pile][DOG]:
            return False
    return table.stake == stake_of(table, NONE) and ticket_is_sound(table)


@compiled
def ticket_is_sound(table):
    """Check that the turn in which the Lottery Ticket was scored has come, if it lies in a pile, and only then (LD-14)."""
    scored = np.int64(0)
    for pile in range(MAX_PLAYERS):
        scored += table.known[pile][TICKET]
    return (1 if scored else 0) <= table.ticket_turn <= (table.turn + 1 if scored else 0)
