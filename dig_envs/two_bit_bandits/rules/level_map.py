"""Read the map of level cards: positions, reachable places, playable stages (TB-8…10)."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import LEVELS, MAX_PLAYERS, SIDES, STAGE_NAMES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.state import NONE, Final, Status


class Side(IntEnum):
    """The sides of a level card, clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


STEP_X = np.array([0, 1, 0, -1])
STEP_Y = np.array([-1, 0, 1, 0])
TRUNK = 0


def completable_stages() -> np.ndarray:
    """Return the Stages that each Good Guy may complete, bool (2, MAX_PLAYERS, stages): since the final battle, before it."""
    stages = np.zeros((2, MAX_PLAYERS, len(STAGE_NAMES)), np.bool_)
    stages[:, :, Stage.WAGON : Stage.OWNED_WAGON] = True
    stages[0, :, Stage.HIDEOUT] = False  # the hideout of the final battle is not played (TB-28, TB-31)
    for player in range(MAX_PLAYERS):
        stages[:, player, Stage.OWNED_WAGON + player] = True
    return stages


COMPLETABLE = completable_stages()
COMPLETABLE_SETS = COMPLETABLE @ (1 << np.arange(len(STAGE_NAMES)))  # a bit per Stage


@compiled
def opposite(side):
    """Return the opposite side."""
    return (side + 2) % len(SIDES)


@compiled
def stage_at(table, place):
    """Return the Stage at a place of the map."""
    return table.faces.stages[table.level_card[place // STAGES_A_CARD]][place % STAGES_A_CARD]


@compiled
def has_path(table, card, side):
    """Return whether a card on the map has a path (exit or entry) to a side."""
    return (table.paths[card] >> side) & 1 == 1 or is_entry(table, card, side)


@compiled
def is_entry(table, card, side):
    """Return whether the entry of a card on the map is at a side."""
    return card > 0 and side == (table.rotation[card] + Side.SOUTH) % len(SIDES)


@compiled
def lay_first_card(table):
    """Place Stone Ridge, where all pawns begin, and count the stages of all other level cards as unseen."""
    for card in range(LEVELS):
        table.level_card[card] = NONE
        for side in range(len(SIDES)):
            table.neighbour[card][side] = NONE
    table.level_card[0] = 0
    table.paths[0] = table.faces.exits[0]
    table.free[0] = table.paths[0]
    table.placed = 1
    table.reached[0] = 1
    for card in range(1, LEVELS):
        count_stages(table, card, 1)


@compiled
def count_stages(table, level_card, change):
    """Add the stages of a level card to the unseen ones (change 1), or subtract them (change -1)."""
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        if stage != Stage.NONE:
            table.stages_unseen[stage] += change


@compiled
def lay_card(table, level_card, parent, side):
    """Place a level card on the map with its entry at an exit of its parent (TB-9)."""
    card = table.placed
    table.placed += 1
    table.level_card[card] = level_card
    table.rotation[card] = side
    table.x[card] = table.x[parent] + STEP_X[side]
    table.y[card] = table.y[parent] + STEP_Y[side]
    for exit_side in range(len(SIDES)):
        if (table.faces.exits[level_card] >> exit_side) & 1:
            table.paths[card] |= 1 << (exit_side + side) % len(SIDES)
    table.free[card] = table.paths[card]
    for any_side in range(len(SIDES)):
        find_neighbour(table, card, any_side)
    for any_side in range(len(SIDES)):
        join_paths(table, card, any_side)
    count_stages(table, level_card, -1)
    for at in range(STAGES_A_CARD):
        if table.faces.stages[level_card][at] == Stage.HIDEOUT:
            table.hideouts += 1
    update_reached(table)


@compiled
def find_neighbour(table, card, side):
    """Link a card and its adjacent card on a side, if any, as neighbours."""
    for other in range(table.placed):
        if table.x[other] == table.x[card] + STEP_X[side] and table.y[other] == table.y[card] + STEP_Y[side]:
            table.neighbour[card][side] = other
            table.neighbour[other][opposite(side)] = card
            table.free[card] &= ~(1 << side)
            table.free[other] &= ~(1 << opposite(side))


@compiled
def join_paths(table, card, side):
    """Mark a side of a card and the opposite side of its neighbour as joined, if both have a path to their common edge."""
    other = table.neighbour[card][side]
    if other != NONE and has_path(table, card, side) and has_path(table, other, opposite(side)):
        table.joined[card] |= 1 << side
        table.joined[other] |= 1 << opposite(side)


@compiled
def trunk_is_free(table, card):
    """Return whether a pawn may pass from the entry of a card to its junction."""
    stage = stage_at(table, card * STAGES_A_CARD)
    return stage == Stage.NONE or stage == Stage.SALOON or table.done[card][TRUNK] == 1


@compiled
def update_reached(table):
    """Mark all junctions that can be reached from marked junctions."""
    changed = True
    while changed:
        changed = False
        for card in range(table.placed):
            if table.reached[card] == 0 and can_be_entered(table, card):
                table.reached[card] = 1
                changed = True


@compiled
def can_be_entered(table, card):
    """Return whether a path leads from the reached junction of a neighbour to the junction of a card."""
    for side in range(len(SIDES)):
        other = table.neighbour[card][side]
        joined = (table.joined[card] >> side) & 1 == 1
        if joined and table.reached[other] == 1 and passage_is_free(table, card, other, side):
            return True
    return False


@compiled
def passage_is_free(table, card, other, side):
    """Return whether a pawn may pass between two neighbours whose paths are joined."""
    if is_entry(table, card, side):
        return trunk_is_free(table, card)
    return not is_entry(table, other, opposite(side)) or trunk_is_free(table, other)


@compiled
def can_be_reached(table, place):
    """Return whether a place can be reached: a trunk always, since its card is at a reachable exit; a spur by its junction."""
    return (place % STAGES_A_CARD == TRUNK) | (table.reached[place // STAGES_A_CARD] == 1)


@compiled
def is_open(table, place):
    """Return whether a place has a completable stage that is not completed."""
    stage = stage_at(table, place)
    return stage > Stage.SALOON and table.done[place // STAGES_A_CARD][place % STAGES_A_CARD] == 0


@inlined
def may_play(table, place, player):
    """Return whether a Good Guy may choose a stage (TB-8, TB-10)."""
    completes, heals = usable_stages(table, player)
    return is_usable(table, place // STAGES_A_CARD, place % STAGES_A_CARD, completes, heals)


@inlined
def usable_stages(table, player):
    """Return the stages that a Good Guy may complete, and those usable even if completed, as sets with a bit per Stage."""
    ahead = np.uint8(table.final == Final.AHEAD)
    wounded = (table.health[player] > 0) & (table.health[player] < table.max_health)  # health 0 is restored before a turn
    heals = (ahead | wounded) << Stage.SALOON
    return COMPLETABLE_SETS[ahead, np.uint8(player)], heals


@inlined
def is_usable(table, card, at, completes, heals):
    """Return whether a stage can be reached and used. Without branches, since the processor could not predict them."""
    on = np.uint8(card)
    stage = table.faces.stages[np.uint8(table.level_card[on])][at]
    reached = (at == TRUNK) | table.reached[on]
    usable = heals | (completes & (table.done[on][at] - 1))  # done - 1 has all bits set before completion, then none
    return reached & (usable >> stage) & 1


@compiled
def is_open_exit(table, card, side):
    """Return whether a level card can be placed at a side of a card."""
    return table.reached[card] == 1 and (table.free[card] >> side) & 1 == 1


@compiled
def can_explore(table):
    """Return whether a player may look at level cards (TB-8)."""
    if table.stack_size == 0 or table.hideouts > table.num_defeated:
        return False
    for card in range(table.placed):
        if table.reached[card] == 1 and table.free[card] != 0:
            return True
    return False


@compiled
def something_to_complete(table):
    """Return whether any Good Guy in the game can reach and complete a stage (TB-32)."""
    for place in range(table.placed * STAGES_A_CARD):
        if is_open(table, place) and can_be_reached(table, place):
            stage = stage_at(table, place)
            if stage < Stage.OWNED_WAGON or owner_is_in(table, stage - Stage.OWNED_WAGON):
                return True
    return False


@compiled
def owner_is_in(table, owner):
    """Return whether the owner of a wagon plays and is not out."""
    return owner < table.num_players and table.status[owner] != Status.OUT
