"""Check what must hold in every state of DIG between decisions."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import is_generator
from dig_envs.dig.components import (
    ACTIONS_PER_TURN,
    BONES_PER_COLOUR,
    HAND_LIMIT,
    MAX_PLAYERS,
    NUM_BACKS,
    NUM_BONES,
    NUM_COLOURS,
    PLACES,
    VALUES,
    YARD_CARDS,
    Card,
)
from dig_envs.dig.determinize import count_of_back
from dig_envs.dig.rules.bones import back_of
from dig_envs.dig.rules.yard import bones_in_yard, may_have_seen
from dig_envs.dig.state import NONE, Phase


class Broken(IntEnum):
    """The invariants of DIG by number; 0 is a sound state."""

    NONE = 0
    OPTIONS = 1  # number of players, reward, turn limit, scents
    TURN = 2  # whose turn, actions left, mover, end
    YARD = 3  # cards, holes, length, bones, backs, seats that may know a bone
    BOWLS = 4  # each bowl once
    BONES = 5  # each bone in one place
    HANDS = 6  # sizes and backs agree with hands
    KNOWN_YARD = 7  # what is known of a place is true
    KNOWN_HANDS = 8  # what is known of a hand is true
    RANGES = 9  # each seat, place, card, bone and count by itself; tested first, for the others look up with them


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks. It reads within bounds, whatever the state."""
    if not options_in_range(state.table):
        return Broken.OPTIONS.value
    if not (table_in_range(state.table) and secret_in_range(state.secret) and seats_in_range(state.seats)):
        return Broken.RANGES.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not yard_is_sound(state):
        return Broken.YARD.value
    if not bowls_are_sound(state.table):
        return Broken.BOWLS.value
    if not bones_are_conserved(state):
        return Broken.BONES.value
    if not hands_are_sound(state):
        return Broken.HANDS.value
    if not known_yard_is_true(state):
        return Broken.KNOWN_YARD.value
    if not known_hands_are_true(state):
        return Broken.KNOWN_HANDS.value
    return 0


# --- each field by itself


@compiled
def options_in_range(table):
    """Return whether options are possible."""
    return (
        2 <= table.num_players <= MAX_PLAYERS
        and (table.reward == Reward.WIN or table.reward == Reward.SCORE)
        and 0 <= table.scents <= 1
        and table.max_turns > 0
    )


@compiled
def table_in_range(table):
    """Return whether seats, places, cards and counts that everyone sees are possible."""
    for place in range(PLACES):
        if not Card.NOTHING <= table.yard[place] < Card.BOWL + NUM_COLOURS:
            return False
    for colour in range(NUM_COLOURS):
        if not 0 < table.bowls[colour] < PLACES:
            return False
    for p in range(MAX_PLAYERS):
        if not 0 <= table.place[p] < (PLACES if p < table.num_players else 1):
            return False
    return (
        End.RUNNING <= table.end <= End.TRUNCATED
        and 0 <= table.turn <= table.max_turns
        and 0 <= table.active < table.num_players
        and Phase.ACT <= table.phase <= Phase.PUT
        and 0 <= table.actions_left <= ACTIONS_PER_TURN
        and NUM_COLOURS <= table.length <= YARD_CARDS
    )


@compiled
def secret_in_range(secret):
    """Return whether the bones of the yard, mover and generator are possible."""
    for place in range(PLACES):
        if not NONE <= secret.yard[place] < NUM_BONES:
            return False
    return NOBODY <= secret.mover < MAX_PLAYERS and is_generator(secret.rng)


@compiled
def seats_in_range(seats):
    """Return whether the bones that seats hold or know are possible, and how many they are."""
    for p in range(MAX_PLAYERS):
        if not NONE <= seats[p].dug < NUM_BONES:
            return False
        for place in range(PLACES):
            if not NONE <= seats[p].known[place] < NUM_BONES:
                return False
        for bone in range(NUM_BONES):
            if not 0 <= seats[p].hand[bone] <= BONES_PER_COLOUR:
                return False
            for q in range(MAX_PLAYERS):
                if not 0 <= seats[p].known_hand[q][bone] <= BONES_PER_COLOUR:
                    return False
    return True


# --- how they go together


@compiled
def turn_is_sound(state):
    """Return whether end, active seat, actions left and mover agree. A game may end at any decision, by a forfeit."""
    table = state.table
    if (table.end == End.TRUNCATED) != (table.turn == table.max_turns):
        return False
    if table.end != End.RUNNING:
        return state.secret.mover == NOBODY
    return (
        state.secret.mover == table.active and table.actions_left > 0 and bones_in_yard(table) + (table.phase == Phase.PUT) > 0
    )


@compiled
def yard_is_sound(state):
    """Return whether cards, bones, backs and viewers of each place agree."""
    table = state.table
    bones = 0
    for place in range(PLACES):
        card = table.yard[place]
        bone = np.int64(state.secret.yard[place])
        if (card == Card.NOTHING) != (place == 0 or place > table.length) or (card == Card.BONE) != (bone != NONE):
            return False
        bones += card == Card.BONE
        just_dug = table.phase == Phase.PUT and place == table.place[table.active]
        if not 0 <= table.seen_by[place] < (1 << table.num_players if card == Card.BONE or just_dug else 1):
            return False
        if not just_dug and table.back[place] != (back_of(table, bone) if card == Card.BONE else 0):
            return False
    return bones == table.bones


@compiled
def bowls_are_sound(table):
    """Return whether each bowl lies where the table says, and pays by its rank (DIG-12)."""
    bowls = 0
    for place in range(PLACES):
        bowls += table.yard[place] >= Card.BOWL
    for colour in range(NUM_COLOURS):
        if table.yard[table.bowls[colour]] != Card.BOWL + colour:
            return False
        nearer = 0
        for other in range(NUM_COLOURS):
            nearer += table.bowls[other] < table.bowls[colour]
        if table.values[colour] != VALUES[nearer]:
            return False
    return bowls == NUM_COLOURS


@compiled
def bones_are_conserved(state):
    """Return whether each bone is in the yard, in a hand or dropped, once for each copy."""
    table = state.table
    for bone in range(NUM_BONES):
        count = 0
        for place in range(PLACES):
            if state.secret.yard[place] == bone:
                count += 1
        for p in range(MAX_PLAYERS):
            if table.dropped[p][bone] < 0 or (
                p >= table.num_players and table.dropped[p][bone] + state.seats[p].hand[bone] > 0
            ):
                return False
            count += state.seats[p].hand[bone] + table.dropped[p][bone]
        if count != (1 if table.scents else (BONES_PER_COLOUR if bone < NUM_COLOURS else 0)):
            return False
    return True


@compiled
def hands_are_sound(state):
    """Return whether hand sizes and backs agree with the hands."""
    table = state.table
    for p in range(MAX_PLAYERS):
        size = 0
        for bone in range(NUM_BONES):
            size += state.seats[p].hand[bone]
        just_dug = p == table.active and table.phase == Phase.PUT
        if size != table.hand_size[p] or size > (HAND_LIMIT + 1 if just_dug else HAND_LIMIT):
            return False
        for back in range(NUM_BACKS):
            if count_of_back(table, state.seats[p].hand, back) != table.hand_backs[p][back]:
                return False
        if just_dug and not dug_bone_is_sound(table, state.seats[p], np.int64(table.place[p])):
            return False
    return True


@compiled
def dug_bone_is_sound(table, seat, place):
    """Return whether the bone just dug is in its digger's hand, and the hole keeps its back, and who may know it."""
    dug = np.int64(seat.dug)
    if dug == NONE or seat.hand[dug] == 0 or table.yard[place] != Card.HOLE:
        return False
    back = back_of(table, dug)
    for p in range(table.num_players):
        saw = may_have_seen(table, place, p)
        others = table.hand_seen[p][table.active][back] - saw
        if p != table.active and not 0 <= others < table.hand_backs[table.active][back]:
            return False
    return table.back[place] == back


@compiled
def known_yard_is_true(state):
    """Return whether each seat knows of the yard only what is so, and what all can tell that it may know."""
    for p in range(MAX_PLAYERS):
        for place in range(PLACES):
            known = state.seats[p].known[place]
            if known != NONE:
                if known != state.secret.yard[place] or not may_have_seen(state.table, place, p):
                    return False
    return True


@compiled
def known_hands_are_true(state):
    """Return whether each seat knows of hands only what is so, and no more than all can tell that it may know."""
    table = state.table
    for p in range(MAX_PLAYERS):
        for q in range(MAX_PLAYERS):
            for bone in range(NUM_BONES):
                known = state.seats[p].known_hand[q][bone]
                if known > (state.seats[q].hand[bone] if p != q else 0):
                    return False
            for back in range(NUM_BACKS):
                seen = table.hand_seen[p][q][back]
                if seen != 0 and (p == q or p >= table.num_players):
                    return False
                if not count_of_back(table, state.seats[p].known_hand[q], back) <= seen <= table.hand_backs[q][back]:
                    return False
        if not known_dug_is_true(state, p):
            return False
    return True


@compiled
def known_dug_is_true(state, p):
    """Return whether a seat that knows the bone just dug knows it in that hand, and another one knows less of the hand."""
    table = state.table
    digger = np.int64(table.active)
    dug = np.int64(state.seats[p].dug)
    if p >= table.num_players or table.phase != Phase.PUT:
        return dug == NONE
    if p == digger:
        return True
    known = state.seats[p].known_hand[digger]
    if dug != NONE:
        return dug == state.seats[digger].dug and known[dug] > 0
    back = np.int64(table.back[table.place[digger]])
    return count_of_back(table, known, back) < table.hand_backs[digger][back]
