"""Checks what the seats of Let's Dig for Treasure know: the stolen card, the tops of stacks, a Skeleton just dug."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import (
    DIG_EFFECT,
    DOG,
    LOOT,
    MAX_PLAYERS,
    NUM_PLACES,
    STACKS,
    TOPS,
    USED_DOG,
    Effect,
)
from dig_envs.lets_dig_for_treasure.rules.piles import gained, kind_stolen, pile_of, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.stacks import card_at
from dig_envs.lets_dig_for_treasure.rules.theft import stolen_card
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase


@compiled
def theft_is_sound(state):
    """Check who knows the stolen card, that it is one of those that it may be."""
    table = state.table
    stolen = stolen_card(state)
    for p in range(MAX_PLAYERS):
        knows = p < table.num_players and table.thief != NONE and gained(table, pile_of(table, p)) != 0
        if state.seats[p].stolen != (stolen if knows else NONE):
            return False
    if not loot_is_sound(table):
        return False
    if table.thief == NONE:
        return stolen == NONE and (table.victim != NONE) == (table.phase == Phase.STEAL)
    if table.victim == table.thief or table.victim == NONE or stolen == NONE or table.loot[stolen] == 0:
        return False
    return dogs_are_sound(table, stolen)


@compiled
def dogs_are_sound(table, stolen):
    """Check that victim and thief have the Dogs that they have used, and that those left may be the stolen one (LD-12)."""
    used = table.used_dogs[table.victim]
    unused = table.known[table.victim][DOG] - used
    if used < max(table.loot[USED_DOG], stolen == USED_DOG) or unused < (stolen == DOG):
        return False
    return unused > 0 or table.loot[DOG] == 0


@compiled
def loot_is_sound(table):
    """Check that only a theft has loot, of cards that were seen going into the victim's pile."""
    for loot in range(LOOT):
        if table.loot[loot] > 0:
            if table.thief == NONE or table.victim == NONE or table.loot[loot] > table.known[table.victim][kind_stolen(loot)]:
                return False
    return True


@compiled
def tops_are_sound(state):
    """Check that what is known of the tops of stacks is true, and known to the right seats."""
    table = state.table
    for stack in range(STACKS):
        looked = table.looked[stack]
        size = table.lost if table.destroyed[stack] else table.stack_size[stack]
        if looked > size or (table.looker[stack] == NONE) != (looked == 0):
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
            if kind == NONE or state.seats[table.looker[stack]].tops[stack][place] != kind:
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
    """Check that only the active seat is looking at a Skeleton, before it scores, and only with an unused Dog."""
    table = state.table
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        if seat.skeleton != NONE:
            stack = np.int64(seat.skeleton)
            if p != table.active or table.phase != Phase.DIG or table.stack_size[stack] == 0:
                return False
            if DIG_EFFECT[card_at(state, stack, TOP)] != Effect.BUST or unused_dogs(table, seat, pile_of(table, p)) <= 0:
                return False
    return True
