"""Check the invariants of a state of 2-Bit Bandits between decisions, after the range of each field (`core/fields.py`)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    LEVELS,
    MAX_DICE,
    MAX_PLAYERS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    ROW,
    SCENES,
    SIDES,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    Encounter,
    Stage,
)  # fmt: skip
from dig_envs.two_bit_bandits.determinize import count_visible_pickups
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import Slot
from dig_envs.two_bit_bandits.rules.level_map import STEP_X, STEP_Y, can_be_entered, has_path, opposite
from dig_envs.two_bit_bandits.rules.setup import LEVEL_PARTS, has_hideout
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase

LEVELS_IN_ALL = LEVEL_PARTS.sum(axis=(0, 2))  # level cards besides Stone Ridge, by length
HIDEOUTS_IN_ALL = LEVEL_PARTS[:, :, 1].sum(axis=0)  # hideouts among them, by length


class Broken(IntEnum):
    """The invariants of 2-Bit Bandits by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # turn, active seat, mover
    MAP = 2  # positions of level cards and their paths
    SEATS = 3  # health, pickups and place of each Good Guy
    CARDS = 4  # each pickup, scene card and Shamandillo in one place
    STAGE = 5  # the stage in play and the battle; without them all is clear
    KNOWLEDGE = 6  # knowledge of seats is true
    LEVELS = 7  # each level card in one place


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    table = state.table
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not map_is_sound(table):
        return Broken.MAP.value
    if not seats_are_sound(table):
        return Broken.SEATS.value
    if not (pickups_are_conserved(state) and scenes_are_conserved(state) and shamandillos_are_conserved(state)):
        return Broken.CARDS.value
    if not (stage_is_sound(table) and battle_is_sound(table)):
        return Broken.STAGE.value
    if not (is_filled(state.secret.stack, table.stack_size) and knowledge_is_true(state)):
        return Broken.KNOWLEDGE.value
    return Broken.NONE.value if levels_are_conserved(state) else Broken.LEVELS.value


@compiled
def is_filled(cells, size):
    """Return whether the first `size` cells, and no others, hold a card."""
    for k in range(len(cells)):
        if (cells[k] != NONE) != (k < size):
            return False
    return True


@compiled
def cells_with(cells, card):
    """Count the cells that hold a card."""
    count = 0
    for k in range(len(cells)):
        count += cells[k] == card
    return count


@compiled
def turn_is_sound(state):
    """Return whether turn, end, active seat and mover agree. A forfeit ends a game at any decision."""
    table, mover = state.table, state.secret.mover
    if table.active >= table.num_players or not 0 < table.max_turns >= table.turn:
        return False
    if table.window > state.secret.window or (state.secret.window > 0 and table.phase != Phase.ATTACK):
        return False
    if table.end != End.RUNNING:
        return mover == NOBODY
    if table.phase == Phase.ATTACK:
        return 0 <= mover < table.num_players and state.seats[mover].asked == Asked.NOW
    return mover == table.active and table.phase != Phase.OVER


# --- the map


@compiled
def map_is_sound(table):
    """Return whether the cards on the map, their neighbours and paths, and the counts of unseen stages and hideouts agree."""
    if not is_filled(table.level_card, table.placed) or table.level_card[0] != 0:
        return False
    hideouts = 0
    for card in range(LEVELS):
        if card >= table.placed:
            if not row_is_blank(table, card):
                return False
        elif not card_is_sound(table, card):
            return False
        else:
            hideouts += has_hideout(table, table.level_card[card])
    for stage in range(Stage.SALOON, len(STAGE_NAMES)):
        if table.stages_unseen[stage] != count_unseen(table, stage):
            return False
    return hideouts == table.hideouts


@compiled
def row_is_blank(table, card):
    """Return whether an unused row of the map is blank."""
    used = table.rotation[card] + table.paths[card] + table.free[card] + table.joined[card] + table.reached[card]
    for at in range(STAGES_A_CARD):
        used += table.done[card][at]
    return used == 0 and table.x[card] == 0 and table.y[card] == 0 and is_filled(table.neighbour[card], 0)


@compiled
def card_is_sound(table, card):
    """Return whether the neighbours of a card on the map and its paths agree with the places and faces of the cards."""
    exits = joined = taken = 0
    for at in range(STAGES_A_CARD):
        if table.done[card][at] == 1 and table.faces.stages[table.level_card[card]][at] <= Stage.SALOON:
            return False
    for side in range(len(SIDES)):
        exits |= ((table.faces.exits[table.level_card[card]] >> side) & 1) << (side + table.rotation[card]) % len(SIDES)
        other = table.neighbour[card][side]
        if other != NONE:
            if table.x[other] != table.x[card] + STEP_X[side] or table.y[other] != table.y[card] + STEP_Y[side]:
                return False
            taken |= 1 << side
            if has_path(table, card, side) and has_path(table, other, opposite(side)):
                joined |= 1 << side
    if table.paths[card] != exits or table.free[card] != exits & ~taken or table.joined[card] != joined:
        return False
    return table.reached[card] == (card == 0 or can_be_entered(table, card))


@compiled
def count_unseen(table, stage):
    """Count the stages of a kind on the level cards that are not on the map."""
    count = 0
    for card in range(1, LEVELS):
        for at in range(STAGES_A_CARD):
            count += table.faces.stages[card][at] == stage
            count -= card < table.placed and table.faces.stages[table.level_card[card]][at] == stage
    return count


@compiled
def seats_are_sound(table):
    """Return whether health is within its limit, pawns are on the map, and pickups are held in order."""
    for p in range(MAX_PLAYERS):
        held = table.pickups[p]
        if table.health[p] > table.max_health or table.pawn[p] // STAGES_A_CARD >= table.placed:
            return False
        if held[Slot.ACTIVE] == NONE and held[Slot.STORED] != NONE:
            return False
        if p >= table.num_players and held[Slot.ACTIVE] != NONE:
            return False
    return max(table.place, table.came_from) < STAGES_A_CARD * table.placed and table.starter < table.num_players


# --- cards


@compiled
def pickups_are_conserved(state):
    """Return whether each pickup is in the deck, among the discards, in a slot or in the pool."""
    table, deck = state.table, state.secret.pickups
    for kind in range(NUM_PICKUPS):
        if count_visible_pickups(table, kind) + cells_with(deck, kind) != table.faces.copies[kind]:
            return False
    return is_filled(deck, table.pickup_deck)


@compiled
def scenes_are_conserved(state):
    """Return whether each scene card is in the deck, in the row or among the discards, and the encounters of the deck agree."""
    table, deck = state.table, state.secret.scenes
    for card in range(SCENES):
        if table.scene_discard[card] + cells_with(table.row, card) + cells_with(deck, card) != (card < table.faces.num_scenes):
            return False
    if not (is_filled(deck, table.scene_deck) and is_filled(table.row, table.row_size)):
        return False
    for code in range(Encounter.BARREL, len(ENCOUNTER_NAMES)):
        count = table.encounters_unseen[code]
        for k in range(table.scene_deck):
            for path in range(PATHS):
                count -= cells_with(table.faces.scenes[deck[k]][path], code)
        if count != 0:
            return False
    return True


@compiled
def shamandillos_are_conserved(state):
    """Return whether each Shamandillo is either defeated or in the deck, and a seen one is the next."""
    table, deck = state.table, state.secret.bosses
    left = NUM_SHAMANDILLOS - table.num_defeated
    for boss in range(NUM_SHAMANDILLOS):
        if table.defeated[boss] + cells_with(deck, boss) != 1:
            return False
    if not (is_filled(deck, left) and 1 <= level(table) <= TOP_LEVEL):
        return False
    return table.boss == NONE or (left > 0 and deck[left - 1] == table.boss)


@compiled
def levels_are_conserved(state):
    """Return whether level cards on the map and in the stack differ, and their number is that of the length."""
    table = state.table
    seen = hideouts = 0
    for card in range(table.placed):
        seen |= 1 << table.level_card[card]
    for k in range(table.stack_size):
        seen |= 1 << state.secret.stack[k]
        hideouts += has_hideout(table, state.secret.stack[k])
    cards = 0
    for card in range(LEVELS):
        cards += (seen >> card) & 1
    if cards != table.placed + table.stack_size or cards - 1 != LEVELS_IN_ALL[table.span]:
        return False
    return table.hideouts + hideouts == HIDEOUTS_IN_ALL[table.span]


# --- the stage in play


@compiled
def stage_is_sound(table):
    """Return whether dice and pickups are there while they are chosen; without a stage its fields are clear."""
    rolled = pool = 0
    for face in range(PATHS):
        rolled += table.rolled[face]
    for kind in range(NUM_PICKUPS):
        pool += table.pool[kind]
    if (rolled > 0) != (table.phase == Phase.ASSIGN) or (pool > 0) != (table.phase == Phase.HOLD):
        return False
    for k in range(ROW):
        if (table.row_dice[k] != 0) != (k < table.row_size - rolled):
            return False
    if (table.place == NONE) != (table.came_from == NONE) or (table.place == NONE and table.row_size > 0):
        return False
    return table.row_size > 0 or table.scene + table.encounter + table.switched + table.tentative == 0


@compiled
def battle_is_sound(table):
    """Return whether the dice have their number; without an enemy the fields of a battle are clear."""
    count = 0 if table.dice[0] == NONE else level(table) + table.reds
    for k in range(MAX_DICE):
        if (table.dice[k] != NONE) != (k < count) or table.rerolled[k] > (k < count):
            return False
    for height in range(TOP_LEVEL + 1):
        if table.height == 0 and table.foe_heights[height] > 0:
            return False
    if table.foe != NONE:
        return table.due == 0 or table.then != 0
    used = table.elemental + table.minions + table.foe_health + table.rounds + table.height + table.rerolls + count
    return used == 0 and table.final != Final.RUNNING


# --- knowledge


@compiled
def knowledge_is_true(state):
    """Return whether each seat knows the true level cards: those that it looks at, and the one that it remembers."""
    table = state.table
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        looks = table.looks if p == table.active else 0
        for k in range(2):
            if seat.looked[k] != (state.secret.stack[table.stack_size - 1 - k] if k < looks <= table.stack_size else NONE):
                return False
        if seat.known != NONE and (table.may_know >> p & 1 == 0 or seat.known != top_before_look(state)):
            return False
    return table.may_know >> table.num_players == 0


@compiled
def top_before_look(state):
    """Return the top of the stack before the active seat kept the second card (TB-8); NONE if the stack is empty."""
    below = state.seats[state.table.active].second
    return state.secret.stack[state.table.stack_size - 1 - below] if state.table.stack_size > below else NONE
