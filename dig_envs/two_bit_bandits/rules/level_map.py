"""The map of level cards: how they lie, what can be reached, what may be played (TB-8…10)."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import LEVELS, MAX_PLAYERS, SIDES, STAGE_NAMES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.state import NONE, Final, Status

NORTH, EAST, SOUTH, WEST = range(4)
STEP_X = np.array([0, 1, 0, -1])
STEP_Y = np.array([-1, 0, 1, 0])
TRUNK = 0


def completable_stages() -> np.ndarray:
    """Return which Stages a Good Guy may complete, bool (2, MAX_PLAYERS, stages): from the final battle on, before it."""
    stages = np.zeros((2, MAX_PLAYERS, len(STAGE_NAMES)), np.bool_)
    stages[:, :, Stage.WAGON : Stage.OWNED_WAGON] = True
    stages[0, :, Stage.HIDEOUT] = False  # the final battle's hideout is not played (TB-28, TB-31)
    for player in range(MAX_PLAYERS):
        stages[:, player, Stage.OWNED_WAGON + player] = True
    return stages


COMPLETABLE = completable_stages()
COMPLETABLE_SETS = COMPLETABLE @ (1 << np.arange(len(STAGE_NAMES)))  # a bit for each Stage


@compiled
def opposite(side):
    return (side + 2) % len(SIDES)


@compiled
def stage_at(table, place):
    """Return the Stage at a place of the map."""
    return table.faces.stages[table.level_card[place // STAGES_A_CARD]][place % STAGES_A_CARD]


@compiled
def has_path(table, card, side):
    """Tell whether a path of a card on the map leads to that side, entry included."""
    return (table.paths[card] >> side) & 1 == 1 or is_entry(table, card, side)


@compiled
def is_entry(table, card, side):
    return card > 0 and side == (table.rotation[card] + SOUTH) % len(SIDES)


@compiled
def lay_first_card(table):
    """Lay Stone Ridge, where all begin, and count the stages of all other level cards as unseen."""
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
        count_stages(table, np.int64(card), np.int64(1))


@compiled
def count_stages(table, level_card, change):
    """Add a level card to the ones not on the map (change 1), or take it from them (change -1)."""
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        if stage != Stage.NONE:
            table.stages_unseen[stage] += change


@compiled
def lay_card(table, level_card, parent, side):
    """Lay a level card on the map with its entry against that exit of its parent (TB-9)."""
    card = np.int64(table.placed)
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
    count_stages(table, np.int64(level_card), np.int64(-1))
    for at in range(STAGES_A_CARD):
        if table.faces.stages[level_card][at] == Stage.HIDEOUT:
            table.hideouts += 1
    spread(table)


@compiled
def find_neighbour(table, card, side):
    """Note the card that lies at that side of a card, if any, as its neighbour."""
    for other in range(table.placed):
        if table.x[other] == table.x[card] + STEP_X[side] and table.y[other] == table.y[card] + STEP_Y[side]:
            table.neighbour[card][side] = other
            table.neighbour[other][opposite(side)] = card
            table.free[card] &= ~(1 << side)
            table.free[other] &= ~(1 << opposite(side))


@compiled
def join_paths(table, card, side):
    """Mark the side of a card, and the opposite side of its neighbour there, if both have a path to their common edge."""
    other = np.int64(table.neighbour[card][side])
    if other != NONE and has_path(table, card, side) and has_path(table, other, opposite(side)):
        table.joined[card] |= 1 << side
        table.joined[other] |= 1 << opposite(side)


@compiled
def trunk_is_free(table, card):
    """Tell whether a pawn may pass from a card's entry to its junction."""
    stage = stage_at(table, card * STAGES_A_CARD)
    return stage == Stage.NONE or stage == Stage.SALOON or table.done[card][TRUNK] == 1


@compiled
def spread(table):
    """Mark the junctions that can be reached from those that can already."""
    changed = True
    while changed:
        changed = False
        for card in range(table.placed):
            if table.reached[card] == 0 and can_be_entered(table, np.int64(card)):
                table.reached[card] = 1
                changed = True


@compiled
def can_be_entered(table, card):
    """Tell whether a path leads from a neighbour's reached junction to this card's."""
    for side in range(len(SIDES)):
        other = np.int64(table.neighbour[card][side])
        joined = (table.joined[card] >> side) & 1 == 1
        if joined and table.reached[other] == 1 and no_trunk_between(table, card, other, side):
            return True
    return False


@compiled
def no_trunk_between(table, card, other, side):
    if is_entry(table, card, side):
        return trunk_is_free(table, card)
    return not is_entry(table, other, opposite(side)) or trunk_is_free(table, other)


@compiled
def can_be_reached(table, place):
    """Tell whether a place can be reached: a trunk always, as the exit it was placed at could; a spur if its junction can."""
    return (place % STAGES_A_CARD == TRUNK) | (table.reached[place // STAGES_A_CARD] == 1)


@compiled
def is_open(table, place):
    """Tell whether a stage stands there that may be completed and is not."""
    stage = stage_at(table, place)
    return stage > Stage.SALOON and table.done[place // STAGES_A_CARD][place % STAGES_A_CARD] == 0


@inlined
def may_play(table, place, player):
    """Tell whether a Good Guy may choose that stage (TB-8, TB-10)."""
    completes, heals = usable_stages(table, player)
    return is_usable(table, place // STAGES_A_CARD, place % STAGES_A_CARD, completes, heals)


@inlined
def usable_stages(table, player):
    """Return the stages that a Good Guy may complete, and those of use to it even when done: sets, a bit for each Stage."""
    ahead = np.uint8(table.final == Final.AHEAD)
    wounded = (table.health[player] > 0) & (table.health[player] < table.max_health)  # a life lost is made good before a turn
    heals = (ahead | wounded) << np.int64(Stage.SALOON)
    return COMPLETABLE_SETS[ahead, np.uint8(player)], heals


@inlined
def is_usable(table, card, at, completes, heals):
    """Tell whether a stage can be reached and is of use. It has no branches, which the processor could not predict."""
    on = np.uint8(card)
    stage = table.faces.stages[np.uint8(table.level_card[on])][at]
    reached = (at == TRUNK) | table.reached[on]
    usable = heals | (completes & (table.done[on][at] - 1))  # less 1: all bits until it is done, then none
    return reached & (usable >> np.int64(stage)) & 1


@compiled
def is_open_exit(table, card, side):
    """Tell whether a level card can be placed at that side of a card."""
    return table.reached[card] == 1 and (table.free[card] >> side) & 1 == 1


@compiled
def can_explore(table):
    """Tell whether level cards may be looked at (TB-8)."""
    if table.stack_size == 0 or table.hideouts > table.num_defeated:
        return False
    for card in range(table.placed):
        if table.reached[card] == 1 and table.free[card] != 0:
            return True
    return False


@compiled
def something_to_complete(table):
    """Tell whether some Good Guy still in can play a stage that can be completed (TB-32)."""
    for place in range(table.placed * STAGES_A_CARD):
        if is_open(table, place) and can_be_reached(table, place):
            stage = stage_at(table, place)
            if stage < Stage.OWNED_WAGON or owner_is_in(table, stage - Stage.OWNED_WAGON):
                return True
    return False


@compiled
def owner_is_in(table, owner):
    return owner < table.num_players and table.status[owner] != Status.OUT
