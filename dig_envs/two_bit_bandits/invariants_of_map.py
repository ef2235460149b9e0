"""Check the map: the positions of level cards, and the reachable places."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import LEVELS, PLACES, SIDES, STAGE_NAMES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.level_map import SOUTH, STEP_X, STEP_Y, can_be_entered, has_path, is_entry, opposite
from dig_envs.two_bit_bandits.rules.setup import has_hideout
from dig_envs.two_bit_bandits.state import NONE


@compiled
def is_on_map(table, place):
    """Return whether a place belongs to a card on the map."""
    return 0 <= place < PLACES and place // STAGES_A_CARD < table.placed


@compiled
def map_is_sound(table):
    if not 1 <= table.placed <= LEVELS or not level_cards_in_range(table):
        return False
    if table.x[0] != 0 or table.y[0] != 0 or table.rotation[0] != 0 or table.reached[0] != 1:
        return False
    hideouts = 0
    for card in range(LEVELS):
        if card >= table.placed:
            if not row_is_blank(table, card):
                return False
        elif not placed_card_is_sound(table, card):
            return False
        else:
            hideouts += has_hideout(table, np.int64(table.level_card[card]))
    return hideouts == table.hideouts and unseen_stages_are_sound(table)


@compiled
def level_cards_in_range(table):
    """Check that each used row of the map has a level card, the first Stone Ridge, and that unused rows have none."""
    for card in range(LEVELS):
        face = table.level_card[card]
        if not (0 <= face < LEVELS if card < table.placed else face == NONE):
            return False
    return table.level_card[0] == 0


@compiled
def row_is_blank(table, card):
    """Return whether an unused row of the map is blank."""
    blank = table.x[card] == 0 and table.y[card] == 0 and table.rotation[card] == 0 and table.reached[card] == 0
    for side in range(len(SIDES)):
        blank = blank and table.neighbour[card][side] == NONE
    for at in range(STAGES_A_CARD):
        blank = blank and table.done[card][at] == 0
    return blank and table.paths[card] == 0 and table.free[card] == 0 and table.joined[card] == 0


@compiled
def placed_card_is_sound(table, card):
    """Check one card on the map. Its neighbours are checked first, since the other checks use them as indices."""
    if not 0 <= table.rotation[card] < len(SIDES) or not 0 <= table.reached[card] <= 1:
        return False
    if not neighbours_are_sound(table, card) or not paths_are_sound(table, card) or not stages_are_sound(table, card):
        return False
    return card == 0 or (parent_is_sound(table, card) and (table.reached[card] == 1) == can_be_entered(table, np.int64(card)))


@compiled
def neighbours_are_sound(table, card):
    """Check that the neighbours of a card are the adjacent cards, and have it as their neighbour."""
    free = np.int64(table.paths[card])
    for side in range(len(SIDES)):
        other = np.int64(table.neighbour[card][side])
        if other != adjacent_card(table, card, side):
            return False
        if other != NONE:
            free &= ~(1 << side)
            if table.neighbour[other][opposite(side)] != card:
                return False
    return table.free[card] == free


@compiled
def adjacent_card(table, card, side):
    """Return the card on the map that is adjacent to a card on a side, or NONE."""
    for other in range(table.placed):
        if table.x[other] == table.x[card] + STEP_X[side] and table.y[other] == table.y[card] + STEP_Y[side]:
            return np.int64(other)
    return np.int64(NONE)


@compiled
def parent_is_sound(table, card):
    """Check that the entry of a card is at an exit of an earlier card, so that all cards are connected (TB-9)."""
    side = (np.int64(table.rotation[card]) + SOUTH) % len(SIDES)
    parent = np.int64(table.neighbour[card][side])
    return 0 <= parent < card and (table.paths[parent] >> opposite(side)) & 1 == 1


@compiled
def paths_are_sound(table, card):
    """Check that the exits of a card are those of its face, rotated, and that joined paths are marked."""
    exits = np.int64(0)
    joined = np.int64(0)
    for side in range(len(SIDES)):
        if (table.faces.exits[table.level_card[card]] >> side) & 1:
            exits |= 1 << (side + table.rotation[card]) % len(SIDES)
        other = np.int64(table.neighbour[card][side])
        if other != NONE and has_path(table, card, side) and has_path(table, other, opposite(side)):
            joined |= 1 << side
        elif is_entry(table, card, side):
            return False
    return table.paths[card] == exits and table.joined[card] == joined


@compiled
def stages_are_sound(table, card):
    """Check that only completable stages are marked as done."""
    for at in range(STAGES_A_CARD):
        done = table.done[card][at]
        if not 0 <= done <= 1 or (done == 1 and table.faces.stages[table.level_card[card]][at] <= Stage.SALOON):
            return False
    return True


@compiled
def unseen_stages_are_sound(table):
    """Check `stages_unseen` against the level cards that are not on the map."""
    for stage in range(Stage.SALOON, len(STAGE_NAMES)):
        count = np.int64(table.stages_unseen[stage])
        for card in range(1, LEVELS):
            for at in range(STAGES_A_CARD):
                count -= table.faces.stages[card][at] == stage
        for k in range(1, table.placed):
            for at in range(STAGES_A_CARD):
                count += table.faces.stages[table.level_card[k]][at] == stage
        if count != 0:
            return False
    return table.stages_unseen[Stage.NONE] == 0
