"""Check the invariants of a state of 2-Bit Bandits between decisions, after the range of each field (`core/fields.py`)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.seats import steps_clockwise
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    LAST_ROUND,
    LEVELS,
    MAX_PLAYERS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    SCENES,
    SIDES,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    Encounter,
    Stage,
)  # fmt: skip
from dig_envs.two_bit_bandits.determinize import count_visible_pickups
from dig_envs.two_bit_bandits.rules.attack import may_attack
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import Slot
from dig_envs.two_bit_bandits.rules.level_map import (
    STEP_X,
    STEP_Y,
    Side,
    can_be_entered,
    has_path,
    opposite,
    stage_at,
)
from dig_envs.two_bit_bandits.rules.setup import LEVEL_PARTS, has_hideout
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

UPPER = LEVEL_PARTS[0].sum(axis=1)  # cards of the upper part of the level stack, by length (TB-5)
LEVELS_IN_ALL = LEVEL_PARTS.sum(axis=(0, 2))  # level cards besides Stone Ridge, by length
HIDEOUTS_IN_ALL = LEVEL_PARTS[:, :, 1].sum(axis=0)  # hideouts among them, by length


class Broken(IntEnum):
    """The invariants of 2-Bit Bandits by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # turns, active seat, phase, mover
    MAP = 2  # positions of level cards, paths, reachable places
    SEATS = 3  # health, pickups, status and place of each Good Guy
    CARDS = 4  # each pickup, scene card and Shamandillo in one place
    KNOWLEDGE = 5  # knowledge of seats is true
    ATTACK = 6  # the seat that is asked, and the seats that passed
    LEVELS = 7  # each level card in one place, the parts of the stack, a defeated Shamandillo for each completed hideout


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
    if not (is_filled(state.secret.stack, table.stack_size) and knowledge_is_true(state)):
        return Broken.KNOWLEDGE.value
    if not attack_is_sound(state):
        return Broken.ATTACK.value
    return Broken.NONE.value if levels_are_conserved(state) and stack_parts_are_sound(state) else Broken.LEVELS.value


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
    """Check turn, end, phase, active seat and mover. A forfeit ends a game at any decision, and changes only end and mover."""
    table, mover = state.table, state.secret.mover
    if table.active >= table.num_players or not 0 < table.max_turns >= table.turn:
        return False
    if table.phase == Phase.OVER:
        return table.end != End.RUNNING and mover == NOBODY
    if table.end == End.TRUNCATED or table.turn == table.max_turns:
        return False
    if table.status[table.active] != (Status.DOWN if table.phase == Phase.REVIVE else Status.IN):
        return False
    if table.end == End.OVER:
        return mover == NOBODY
    return mover == table.active or (table.phase == Phase.ATTACK and 0 <= mover < table.num_players)


# --- the map


@compiled
def map_is_sound(table):
    """Check the cards on the map, the first of which is Stone Ridge, and the counts of hideouts and unseen stages."""
    if not is_filled(table.level_card, table.placed):
        return False
    if table.level_card[0] + table.rotation[0] != 0 or table.x[0] != 0 or table.y[0] != 0 or table.reached[0] != 1:
        return False
    hideouts = 0
    for card in range(LEVELS):
        if not (card_is_sound(table, card) if card < table.placed else row_is_blank(table, card)):
            return False
        hideouts += card < table.placed and has_hideout(table, table.level_card[card])
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
    """Check a card on the map: stages, neighbours, paths, and that its entry is at an exit of an earlier card (TB-9)."""
    exits = joined = taken = 0
    for at in range(STAGES_A_CARD):
        if table.done[card][at] == 1 and stage_at(table, STAGES_A_CARD * card + at) <= Stage.SALOON:
            return False
    for side in range(len(SIDES)):
        exits |= ((table.faces.exits[table.level_card[card]] >> side) & 1) << (side + table.rotation[card]) % len(SIDES)
        other = table.neighbour[card][side]
        if other != adjacent_card(table, card, side):
            return False
        if other != NONE:
            if table.neighbour[other][opposite(side)] != card:
                return False
            taken |= 1 << side
            if has_path(table, card, side) and has_path(table, other, opposite(side)):
                joined |= 1 << side
    if table.paths[card] != exits or table.free[card] != exits & ~taken or table.joined[card] != joined:
        return False
    if card == 0:
        return True
    entry = (table.rotation[card] + Side.SOUTH) % len(SIDES)
    parent = table.neighbour[card][entry]
    if not 0 <= parent < card or (table.paths[parent] >> opposite(entry)) & 1 == 0:
        return False
    return table.reached[card] == can_be_entered(table, card)


@compiled
def adjacent_card(table, card, side):
    """Return the card on the map that is adjacent to a card on a side, or NONE."""
    for other in range(table.placed):
        if table.x[other] == table.x[card] + STEP_X[side] and table.y[other] == table.y[card] + STEP_Y[side]:
            return other
    return NONE


@compiled
def count_unseen(table, stage):
    """Count the stages of a kind on the level cards that are not on the map."""
    count = 0
    for card in range(1, LEVELS):
        for at in range(STAGES_A_CARD):
            count += table.faces.stages[card][at] == stage
            count -= card < table.placed and table.faces.stages[table.level_card[card]][at] == stage
    return count


# --- seats


@compiled
def seats_are_sound(table):
    """Check the Good Guys, the seats that may know the top of the stack, and the first seat of the final battle."""
    for p in range(MAX_PLAYERS):
        held = table.pickups[p]
        if table.health[p] > table.max_health or table.pawn[p] // STAGES_A_CARD >= table.placed:
            return False
        if held[Slot.STORED] != NONE and held[Slot.ACTIVE] == NONE:
            return False
        if p >= table.num_players and held[Slot.ACTIVE] != NONE:
            return False
        if table.status[p] == Status.DOWN and (table.final != Final.RUNNING or table.continues[p] == 0):
            return False
        if table.status[p] == Status.STOPPED and table.final != Final.WON:
            return False
        if (table.status[p] == Status.DOWN or table.status[p] == Status.OUT) and table.health[p] != 0:
            return False
    if table.phase == Phase.SAVE and table.pickups[table.active][Slot.ACTIVE] == NONE:
        return False
    dying = table.phase == Phase.SAVE or table.phase == Phase.REVIVE
    if table.phase != Phase.OVER and (table.health[table.active] == 0) != dying:
        return False
    if (table.starter == NONE) != (table.final == Final.AHEAD) or table.starter >= table.num_players:
        return False
    if table.cycle > (LAST_ROUND - (table.phase != Phase.OVER) if table.final == Final.RUNNING else 0):
        return False
    return table.may_know >> table.num_players == 0


# --- pickups, scene cards, Shamandillos


@compiled
def pickups_are_conserved(state):
    """Check that each pickup is in the deck, among the discards, in a slot or in the pool."""
    table, deck = state.table, state.secret.pickups
    for kind in range(NUM_PICKUPS):
        if count_visible_pickups(table, kind) + cells_with(deck, kind) != table.faces.copies[kind]:
            return False
    return is_filled(deck, table.pickup_deck)


@compiled
def scenes_are_conserved(state):
    """Check that each scene card is in the deck, in the row or among the discards, and the encounters of the deck."""
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
    """Check that each Shamandillo is either defeated or in the deck, that a seen one is the next, and the level."""
    table, deck = state.table, state.secret.bosses
    left = NUM_SHAMANDILLOS - table.num_defeated
    for boss in range(NUM_SHAMANDILLOS):
        if table.defeated[boss] + cells_with(deck, boss) != 1:
            return False
    if not (is_filled(deck, left) and 1 <= level(table) <= TOP_LEVEL):
        return False
    return table.boss == NONE or (left > 0 and deck[left - 1] == table.boss)


# --- knowledge


@compiled
def knowledge_is_true(state):
    """Check that known level cards are on top of the stack, or were before a look, and that `others` allows the knowledge."""
    table = state.table
    looking = table.phase == Phase.KEEP or table.phase == Phase.LAY
    if table.looks != (min(2, table.stack_size) if looking else 0):
        return False
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        looks = table.looks if p == table.active else 0
        allowed = table.may_know & ~(1 << p) if p < table.num_players else 0
        if seat.others & ~allowed != 0 or seat.second > (table.phase == Phase.LAY and looks == 2):
            return False
        for k in range(2):
            if seat.looked[k] != (state.secret.stack[table.stack_size - 1 - k] if k < looks else NONE):
                return False
    for p in range(MAX_PLAYERS):
        if state.seats[p].known != NONE and not known_top_is_true(state, p):
            return False
    return True


@compiled
def known_top_is_true(state, p):
    """Return whether the card that a seat knows is the top, and all other seats consider this knowledge possible."""
    table = state.table
    if table.stack_size == 0 or state.seats[p].known != top_before_look(state, 0) or (table.may_know >> p) & 1 == 0:
        return False
    for other in range(table.num_players):
        if other != p and (state.seats[other].others >> p) & 1 == 0:
            return False
    return True


@compiled
def top_before_look(state, k):
    """Return the card k below the top of the stack, as it was before the active seat kept the second card (TB-8)."""
    exchanged = k < 2 and state.seats[state.table.active].second == 1
    return state.secret.stack[state.table.stack_size - 1 - (1 - k if exchanged else k)]


@compiled
def attack_is_sound(state):
    """Check that an attack asks one seat, and that only earlier seats have passed or are known to be finished (TB-19)."""
    table = state.table
    asked = NOBODY
    if table.phase == Phase.ATTACK:
        asked = state.secret.mover
        for p in range(table.num_players):
            if table.end != End.RUNNING and asked == NOBODY and state.seats[p].asked == Asked.NOW:  # after a forfeit
                asked = p
        if asked == NOBODY or not may_attack(table, asked):
            return False
        if state.secret.window != steps_clockwise(table, table.active, asked):
            return False
    elif state.secret.window != 0:
        return False
    for p in range(MAX_PLAYERS):
        if not asked_is_sound(state, p, asked):
            return False
    return table.window <= state.secret.window


@compiled
def asked_is_sound(state, p, asked):
    """Check the attack state of a seat: earlier seats that could throw a pickup have passed."""
    part = state.seats[p].asked
    if p == asked:
        return part == Asked.NOW
    table = state.table
    if asked == NOBODY or p >= table.num_players or steps_clockwise(table, table.active, p) > state.secret.window:
        return part == Asked.NO
    return part == Asked.PASSED or (part == Asked.NO and not may_attack(table, p))


# --- level cards


@compiled
def levels_are_conserved(state):
    """Check that level cards on the map and in the stack differ, with their number by length, and the defeated Shamandillos."""
    table = state.table
    seen = hideouts = 0
    defeated = 1 if table.final == Final.WON else 0
    for card in range(table.placed):
        seen |= 1 << table.level_card[card]
        for at in range(STAGES_A_CARD):
            place = STAGES_A_CARD * card + at
            chosen = table.place == place and table.phase == Phase.HOLD and table.then == Phase.STAGE_DONE
            defeated += stage_at(table, place) == Stage.HIDEOUT and (table.done[card][at] == 1 or chosen)
    for k in range(table.stack_size):
        seen |= 1 << state.secret.stack[k]
        hideouts += has_hideout(table, state.secret.stack[k])
    cards = 0
    for card in range(LEVELS):
        cards += (seen >> card) & 1
    if cards != table.placed + table.stack_size or cards - 1 != LEVELS_IN_ALL[table.span]:
        return False
    return table.hideouts + hideouts == HIDEOUTS_IN_ALL[table.span] and table.num_defeated == defeated


@compiled
def stack_parts_are_sound(state):
    """Check that the upper part of the stack had its number of hideouts (TB-5). Its last card may be put back many times."""
    table = state.table
    size = UPPER[table.span]
    left = LEVEL_PARTS[0, table.span, 1]  # hideouts of the upper part that are not accounted for
    for card in range(1, min(table.placed, size)):
        left -= has_hideout(table, table.level_card[card])
    for k in range(size - table.placed + 1):
        left -= has_hideout(table, top_before_look(state, k))
    if table.placed <= size:
        return left == 0
    if left < 0 or left > 1:
        return False
    for card in range(size, table.placed):  # the last card of the upper part was placed
        if has_hideout(table, table.level_card[card]) == left:
            return True
    return table.stack_size > 0 and has_hideout(table, top_before_look(state, 0)) == left
