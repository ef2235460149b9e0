"""Check the cards: the card set, the stack, the decks, the Shamandillos, and the knowledge of the stack."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits.card_set import LEAST_PICKUPS, MOST_POINTS
from dig_envs.two_bit_bandits.card_set import MOST_HEALTH as MOST_BOSS_HEALTH
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    ENCOUNTERS_A_PATH,
    HIDEOUTS,
    LEAST_SCENES,
    LEVELS,
    LOWER,
    MAX_PLAYERS,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
    ROW,
    SCENES,
    SIDES,
    STACK,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    UPPER,
    Encounter,
    Stage,
)
from dig_envs.two_bit_bandits.determinize import count_visible_pickups
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import SOUTH
from dig_envs.two_bit_bandits.state import NONE, Phase

CODES = len(ENCOUNTER_NAMES)
LEVELS_IN_ALL = np.array([sum(part) for part in zip(map(sum, UPPER), map(sum, LOWER), strict=True)])


# --- the card set


@compiled
def faces_are_sound(faces):
    """Check that the faces are those of a possible card set (`card_set.py`)."""
    return level_faces_are_sound(faces) and scene_faces_are_sound(faces) and counts_are_sound(faces)


@compiled
def level_faces_are_sound(faces):
    hideouts = 0
    for card in range(LEVELS):
        on_card = 0
        for at in range(STAGES_A_CARD):
            if not 0 <= faces.stages[card][at] < len(STAGE_NAMES):
                return False
            on_card += faces.stages[card][at] == Stage.HIDEOUT
        if on_card > (card > 0) or not 0 <= faces.exits[card] < 1 << len(SIDES):
            return False
        if card > 0 and (faces.exits[card] >> SOUTH) & 1:  # the entry
            return False
        hideouts += on_card
    first_card = faces.stages[0]
    return hideouts == HIDEOUTS and (
        first_card[0] == Stage.SALOON or first_card[1] == Stage.SALOON or first_card[2] == Stage.SALOON
    )


@compiled
def scene_faces_are_sound(faces):
    """Check that each path has at least one encounter, and no encounter after an empty cell."""
    if not LEAST_SCENES <= faces.num_scenes <= SCENES:
        return False
    for card in range(SCENES):
        for path in range(PATHS):
            before = np.int64(card < faces.num_scenes)
            for at in range(ENCOUNTERS_A_PATH):
                code = np.int64(faces.scenes[card][path][at])
                if not 0 <= code < CODES or (code > 0 and before == 0) or (at == 0 and (code > 0) != (before > 0)):
                    return False
                before = code
    return True


@compiled
def counts_are_sound(faces):
    pickups = np.int64(0)
    for kind in range(NUM_PICKUPS):
        if faces.copies[kind] < 0:
            return False
        pickups += faces.copies[kind]
    for minion in range(NUM_MINIONS):
        for kind in range(2):
            if not 0 <= faces.minion_points[minion][kind] <= MOST_POINTS:
                return False
    for boss in range(NUM_SHAMANDILLOS):
        if not 1 <= faces.boss_health[boss] <= MOST_BOSS_HEALTH:
            return False
    return LEAST_PICKUPS <= pickups <= PICKUPS


# --- level cards


@compiled
def stack_is_sound(state):
    """Check that the stack holds different level cards that are not on the map, in the number of the length."""
    table = state.table
    if not 0 <= table.stack_size <= STACK or table.stack_size + table.placed - 1 != LEVELS_IN_ALL[table.span]:
        return False
    seen = 0
    for k in range(table.placed):
        seen |= 1 << table.level_card[k]
    for k in range(STACK):
        card = state.secret.stack[k]
        if (card != NONE) != (k < table.stack_size):
            return False
        if card != NONE:
            if not 0 < card < LEVELS or (seen >> card) & 1:
                return False
            seen |= 1 << card
    return True


@compiled
def knowledge_is_true(state):
    """Check that known level cards are on top of the stack, or were before a look, and that `others` allows the knowledge."""
    table = state.table
    looking = table.phase == Phase.KEEP or table.phase == Phase.LAY
    if table.looks != (min(2, table.stack_size) if looking else 0):
        return False
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        if seat.others & ~(table.may_know & ~(1 << p)) != 0:
            return False
        if p >= table.num_players and (seat.others != 0 or seat.known != NONE):
            return False
        keeps_second = table.phase == Phase.LAY and table.looks == 2 and p == table.active
        if not 0 <= seat.second <= keeps_second:
            return False
        if not looks_are_sound(state, p) or not known_top_is_true(state, p):
            return False
    return True


@compiled
def looks_are_sound(state, p):
    """Check that only the active seat looks at level cards, and that they are on top of the stack."""
    table = state.table
    for k in range(2):
        looks = p == table.active and k < table.looks
        if state.seats[p].looked[k] != (state.secret.stack[table.stack_size - 1 - k] if looks else NONE):
            return False
    return True


@compiled
def known_top_is_true(state, p):
    known = state.seats[p].known
    if known == NONE:
        return True
    return state.table.stack_size > 0 and known == top_before_look(state) and others_allow_knowledge(state, p)


@compiled
def top_before_look(state):
    """Return the top card of the stack as it was before the active seat kept the second card (TB-8)."""
    kept_second = state.seats[state.table.active].second == 1
    return np.int64(state.secret.stack[state.table.stack_size - 1 - np.int64(kept_second)])


@compiled
def others_allow_knowledge(state, p):
    """Return whether every other seat considers it possible that seat p knows the top of the stack."""
    table = state.table
    for other in range(table.num_players):
        if other != p and not (state.seats[other].others >> p) & 1:
            return False
    return bool((table.may_know >> p) & 1)


# --- pickups


@compiled
def pickups_are_sound(state):
    table = state.table
    if not 0 <= table.pickup_deck <= PICKUPS:
        return False
    for k in range(PICKUPS):
        kind = state.secret.pickups[k]
        if not NONE <= kind < NUM_PICKUPS or (kind != NONE) != (k < table.pickup_deck):
            return False
    for kind in range(NUM_PICKUPS):
        if table.pool[kind] < 0 or table.pickup_discard[kind] < 0:
            return False
        count = count_visible_pickups(table, kind)
        for k in range(PICKUPS):
            count += state.secret.pickups[k] == kind
        if count != table.faces.copies[kind]:
            return False
    return True


# --- scene cards


@compiled
def scenes_are_sound(state):
    """Check that each scene card is once in the deck, in the row or in the discards."""
    table = state.table
    if not 0 <= table.scene_deck <= SCENES:
        return False
    for k in range(ROW):
        if not NONE <= table.row[k] < table.faces.num_scenes:
            return False
    for card in range(SCENES):
        drawn = state.secret.scenes[card]
        if not NONE <= drawn < table.faces.num_scenes or (drawn != NONE) != (card < table.scene_deck):
            return False
        if not 0 <= table.scene_discard[card] <= 1:
            return False
        count = np.int64(table.scene_discard[card])
        for k in range(ROW):
            count += table.row[k] == card
        for k in range(SCENES):
            count += state.secret.scenes[k] == card
        if count != (card < table.faces.num_scenes):
            return False
    return unseen_encounters_are_sound(state)


@compiled
def unseen_encounters_are_sound(state):
    """Check `encounters_unseen` against the scene cards in the deck."""
    table = state.table
    counts = stack_floats(CODES)
    for code in range(CODES):
        counts[code] = 0
    for k in range(table.scene_deck):
        for path in range(PATHS):
            for at in range(ENCOUNTERS_A_PATH):
                counts[table.faces.scenes[state.secret.scenes[k]][path][at]] += 1
    counts[Encounter.NONE] = 0
    for code in range(CODES):
        if table.encounters_unseen[code] != counts[code]:
            return False
    return True


# --- Shamandillos


@compiled
def shamandillos_are_sound(state):
    """Check that each Shamandillo is either defeated or in the deck, and that a seen one is the next."""
    table = state.table
    if not 0 <= table.num_defeated <= NUM_SHAMANDILLOS or not 1 <= level(table) <= TOP_LEVEL:
        return False
    left = NUM_SHAMANDILLOS - table.num_defeated
    for boss in range(NUM_SHAMANDILLOS):
        if not 0 <= table.defeated[boss] <= 1 or (state.secret.bosses[boss] != NONE) != (boss < left):
            return False
        count = np.int64(table.defeated[boss])
        for k in range(NUM_SHAMANDILLOS):
            count += state.secret.bosses[k] == boss
        if count != 1:
            return False
    return table.boss == NONE or (left > 0 and state.secret.bosses[left - 1] == table.boss)
