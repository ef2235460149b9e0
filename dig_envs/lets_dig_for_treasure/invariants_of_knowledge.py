"""Checks what the seats of Let's Dig for Treasure know: the stolen card, the tops of stacks, a Skeleton just dug."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    DIG_EFFECT,
    LOOT,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PLACES,
    STACKS,
    TOPS,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.piles import gained, kind_stolen, pile_of, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.stacks import card_at
from dig_envs.lets_dig_for_treasure.rules.theft import stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase


@compiled
def theft_is_sound(state):
    """Check who knows the stolen card, and that it is one of those that it may be."""
    table = state.table
    if not (NONE <= table.thief < table.num_players and NONE <= table.victim < table.num_players):
        return False
    stolen = stolen_card(state)
    if not loot_is_sound(table):
        return False
    if table.thief == NONE:
        return stolen == NONE and (table.victim != NONE) == (table.phase == Phase.STEAL)
    if table.victim == table.thief or table.victim == NONE or stolen == NONE or table.loot[stolen] <= 0:
        return False
    for p in range(MAX_PLAYERS):
        knows = p < table.num_players and gained(table, pile_of(table, p)) != 0
        if state.seats[p].stolen != (stolen if knows else NONE):
            return False
    return True


@compiled
def loot_is_sound(table):
    """Check that only a theft has loot, of cards that were seen going into the victim's pile."""
    for loot in range(LOOT):
        count = np.int64(table.loot[loot])
        if count < 0 or (count > 0 and table.thief == NONE) or count > COPIES[kind_stolen(loot)]:
            return False
        if count > 0 and (table.victim == NONE or count > table.known[table.victim][kind_stolen(loot)]):
            return False
    return True


@compiled
def tops_are_sound(state):
    """Check that what is known of the tops of stacks is true, and known to the right seats."""
    table = state.table
    for stack in range(STACKS):
        looked = table.looked[stack]
        size = table.lost if table.destroyed[stack] else table.stack_size[stack]
        if not 0 <= looked <= min(TOPS, size) or (table.looker[stack] == NONE) != (looked == 0):
            return False
        if table.destroyed[stack]:
            if not destroyed_tops_are_sound(state, stack):
                return False
            continue
        for p in range(MAX_PLAYERS):
            knows = p < table.num_players and looked > 0 and pile_of(table, p) == table.looker[stack]
            for place in range(TOPS):
                card = card_at(state, stack, place) if knows and place < looked else NONE
                if state.seats[p].tops[stack][place] != card:
                    return False
    return True


@compiled
def destroyed_tops_are_sound(state, stack):
    """Check that partners know the same cards of a destroyed stack, that these may be gone, and that no other seat does."""
    table = state.table
    cards = state.secret.cards
    for p in range(MAX_PLAYERS):
        tops = state.seats[p].tops[stack]
        knows = p < table.num_players and pile_of(table, p) == table.looker[stack]
        for place in range(TOPS):
            if not knows or place >= table.looked[stack]:
                if tops[place] != NONE:
                    return False
                continue
            kind = np.int64(tops[place])
            if not 0 <= kind < NUM_KINDS or state.seats[table.looker[stack]].tops[stack][place] != kind:
                return False
            gone = np.int64(table.unseen[kind])
            for at in range(NUM_PLACES):
                gone -= cards[at] == kind
            for other in range(place + 1):
                gone -= tops[other] == kind
            if gone < 0:
                return False
    return True


@compiled
def skeletons_are_sound(state):
    """Check that only the active seat, and only with an unused Dog, is looking at a Skeleton."""
    table = state.table
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        if seat.skeleton != NONE:
            stack = np.int64(seat.skeleton)
            if p != table.active or table.phase != Phase.DIG or not 0 <= stack < STACKS or table.stack_size[stack] == 0:
                return False
            if DIG_EFFECT[card_at(state, stack, TOP)] != Effect.BUST or unused_dogs(table, seat, pile_of(table, p)) <= 0:
                return False
    return True
