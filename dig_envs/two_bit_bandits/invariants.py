"""Check what must hold in every state of 2-Bit Bandits between decisions."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.two_bit_bandits.components import (
    DIE_SIDES,
    ENCOUNTER_NAMES,
    ENCOUNTERS_A_PATH,
    HIDEOUTS,
    LAST_ROUND,
    LEVELS,
    LOWER,
    MAX_PLAYERS,
    MOST_DICE,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
    PLACES,
    ROW,
    SCENES,
    SIDES,
    SLOTS,
    STACK,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    UPPER,
    Encounter,
    Length,
    Minion,
    Stage,
)
from dig_envs.two_bit_bandits.determinize import pickups_in_sight, seats_after
from dig_envs.two_bit_bandits.rules.attack import may_attack
from dig_envs.two_bit_bandits.rules.foes import has_power, level
from dig_envs.two_bit_bandits.rules.level_map import STEP_X, STEP_Y, can_be_entered, has_path, is_entry, opposite
from dig_envs.two_bit_bandits.rules.setup import has_hideout
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

LEVELS_IN_ALL = np.array([sum(part) for part in zip(map(sum, UPPER), map(sum, LOWER), strict=True)])


class Broken(IntEnum):
    """The invariants of 2-Bit Bandits by number; 0 is a sound state."""

    NONE = 0
    OPTIONS = 1  # number of players, length, health, end
    TURN = 2  # whose turn, phase, mover
    SEATS = 3  # health, points, continues, places in range
    MAP = 4  # how the cards lie, and what can be reached
    STACK = 5  # level cards, each once
    PICKUPS = 6  # each kind as often as there are copies
    SCENES = 7  # each scene card once
    SHAMANDILLOS = 8
    STAGE = 9  # the stage in play, or none
    BATTLE = 10  # the battle, or none
    KNOWLEDGE = 11  # what seats know is true
    ATTACK = 12  # the seat that is asked, and the seats that passed


@compiled
def check(state):
    table = state.table
    if not options_in_range(table):
        return Broken.OPTIONS.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not seats_are_sound(table):
        return Broken.SEATS.value
    if not map_is_sound(table):
        return Broken.MAP.value
    if not stack_is_sound(state):
        return Broken.STACK.value
    if not pickups_are_sound(state):
        return Broken.PICKUPS.value
    if not scenes_are_sound(state):
        return Broken.SCENES.value
    if not shamandillos_are_sound(state):
        return Broken.SHAMANDILLOS.value
    if not stage_is_sound(table):
        return Broken.STAGE.value
    if not battle_is_sound(table):
        return Broken.BATTLE.value
    if not knowledge_is_true(state):
        return Broken.KNOWLEDGE.value
    return 0 if window_is_sound(state) else Broken.ATTACK.value


@compiled
def options_in_range(table):
    return (
        1 <= table.num_players <= MAX_PLAYERS
        and (table.reward == Reward.WIN or table.reward == Reward.SCORE)
        and End.RUNNING <= table.end <= End.TRUNCATED
        and table.max_turns > 0
        and 0 <= table.turn <= table.max_turns
        and Length.EASY <= table.span <= Length.EPIC
        and 6 <= table.max_health <= 12
        and Final.AHEAD <= table.final <= Final.WON
    )


@compiled
def turn_is_sound(state):
    table = state.table
    if not 0 <= table.active < table.num_players or not 0 <= table.phase <= Phase.OVER:
        return False
    if table.end != End.RUNNING:
        return state.secret.mover == NOBODY
    if table.phase == Phase.OVER or table.status[table.active] > Status.DOWN:
        return False
    return state.secret.mover == table.active or table.phase == Phase.ATTACK


@compiled
def seats_are_sound(table):
    for p in range(MAX_PLAYERS):
        if not (0 <= table.health[p] <= table.max_health and table.points[p] >= 0 and 0 <= table.half[p] <= 1):
            return False
        if not (0 <= table.continues[p] <= table.span + 1 and Status.IN <= table.status[p] <= Status.OUT):
            return False
        if not lies_on_the_map(table, table.pawn[p]):
            return False
        if p >= table.num_players and not seat_is_empty(table, p):
            return False
        if table.pickups[p][0] == NONE and table.pickups[p][1] != NONE:
            return False
    return table.may_know >> table.num_players == 0 and starter_is_sound(table)


@compiled
def lies_on_the_map(table, place):
    """Tell whether a place is one of a card on the map."""
    return 0 <= place < PLACES and place // STAGES_A_CARD < table.placed


@compiled
def seat_is_empty(table, p):
    """Return whether a seat's fields of the table are those of a seat that nobody plays."""
    quiet = table.health[p] == 0 and table.points[p] == 0 and table.half[p] == 0 and table.continues[p] == 0
    return quiet and table.pawn[p] == 0 and table.status[p] == Status.IN and table.pickups[p][0] == NONE


@compiled
def starter_is_sound(table):
    """Check that somebody began the final battle, unless it is still ahead, and that its cycles are counted while it runs."""
    if table.final == Final.AHEAD:
        return table.starter == NONE and table.cycle == 0
    if table.final == Final.WON and table.cycle != 0:
        return False
    return 0 <= table.starter < table.num_players and 0 <= table.cycle <= LAST_ROUND


# --- the map


@compiled
def map_is_sound(table):
    if not 1 <= table.placed <= LEVELS or table.level_card[0] != 0:
        return False
    if table.x[0] != 0 or table.y[0] != 0 or table.rotation[0] != 0 or table.reached[0] != 1:
        return False
    hideouts = 0
    for card in range(LEVELS):
        if (table.level_card[card] != NONE) != (card < table.placed):
            return False
        if card < table.placed:
            hideouts += has_hideout(table, np.int64(table.level_card[card]))
            if not 0 <= table.rotation[card] < len(SIDES) or not neighbours_are_sound(table, card):
                return False
            if not paths_are_sound(table, card) or not stages_are_sound(table, card):
                return False
            if card > 0 and (table.reached[card] == 1) != can_be_entered(table, np.int64(card)):
                return False
        elif not nothing_lies_there(table, card):
            return False
    return hideouts == table.hideouts and unseen_stages_are_sound(table)


@compiled
def nothing_lies_there(table, card):
    """Return whether a row of the map without a card is blank."""
    blank = table.x[card] == 0 and table.y[card] == 0 and table.rotation[card] == 0 and table.reached[card] == 0
    for side in range(len(SIDES)):
        blank = blank and table.neighbour[card][side] == NONE
    for at in range(STAGES_A_CARD):
        blank = blank and table.done[card][at] == 0
    return blank and table.paths[card] == 0 and table.free[card] == 0 and table.joined[card] == 0


@compiled
def neighbours_are_sound(table, card):
    """Check that the neighbours of a card on the map are the cards that lie beside it, and that they name it as theirs."""
    free = np.int64(table.paths[card])
    for side in range(len(SIDES)):
        other = np.int64(table.neighbour[card][side])
        if other != card_beside(table, card, side):
            return False
        if other != NONE:
            free &= ~(1 << side)
            if table.neighbour[other][opposite(side)] != card:
                return False
    return table.free[card] == free


@compiled
def card_beside(table, card, side):
    """Return the card that lies at that side of a card on the map; NONE if there is none."""
    for other in range(table.placed):
        if table.x[other] == table.x[card] + STEP_X[side] and table.y[other] == table.y[card] + STEP_Y[side]:
            return np.int64(other)
    return np.int64(NONE)


@compiled
def paths_are_sound(table, card):
    """Check that a card's exits are those of its face, turned, its entry meets a card, and joined paths are marked."""
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
    """Check that only stages that can be completed are marked as done."""
    for at in range(STAGES_A_CARD):
        done = table.done[card][at]
        if not 0 <= done <= 1 or (done == 1 and table.faces.stages[table.level_card[card]][at] <= Stage.SALOON):
            return False
    return True


@compiled
def unseen_stages_are_sound(table):
    """Check that the stages counted as unseen are those of the level cards that are not on the map."""
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


@compiled
def stack_is_sound(state):
    """Check that each level card lies on the map or in the stack at most once, as many in all as the length says."""
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


# --- cards


@compiled
def pickups_are_sound(state):
    table = state.table
    for kind in range(NUM_PICKUPS):
        count = pickups_in_sight(table, kind)
        for k in range(PICKUPS):
            count += state.secret.pickups[k] == kind
        if count != table.faces.copies[kind] or table.pool[kind] < 0 or table.pickup_discard[kind] < 0:
            return False
    for k in range(PICKUPS):
        if (state.secret.pickups[k] != NONE) != (k < table.pickup_deck):
            return False
    return True


@compiled
def scenes_are_sound(state):
    table = state.table
    for card in range(SCENES):
        if (state.secret.scenes[card] != NONE) != (card < table.scene_deck):
            return False
        count = np.int64(table.scene_discard[card])
        for k in range(ROW):
            count += table.row[k] == card
        for k in range(table.scene_deck):
            count += state.secret.scenes[k] == card
        if count != (1 if card < table.faces.num_scenes else 0):
            return False
    return unseen_encounters_are_sound(state)


@compiled
def unseen_encounters_are_sound(state):
    """Check that the encounters counted as unseen are those of the scene cards in the deck."""
    table = state.table
    total = np.int64(0)
    for code in range(len(ENCOUNTER_NAMES)):
        total += table.encounters_unseen[code]
    for code in range(Encounter.BARREL, len(ENCOUNTER_NAMES)):
        count = np.int64(0)
        for k in range(table.scene_deck):
            for path in range(PATHS):
                for at in range(ENCOUNTERS_A_PATH):
                    count += table.faces.scenes[state.secret.scenes[k]][path][at] == code
        if table.encounters_unseen[code] != count:
            return False
        total -= count
    return total == 0


@compiled
def shamandillos_are_sound(state):
    table = state.table
    left = NUM_SHAMANDILLOS - table.num_defeated
    defeated = 0
    for boss in range(NUM_SHAMANDILLOS):
        count = np.int64(table.defeated[boss])
        defeated += count
        for k in range(NUM_SHAMANDILLOS):
            count += state.secret.bosses[k] == boss
        if count != 1 or (state.secret.bosses[boss] != NONE) != (boss < left):
            return False
    if table.boss != NONE and (left == 0 or state.secret.bosses[left - 1] != table.boss):
        return False
    return defeated == table.num_defeated <= HIDEOUTS + 1


# --- what is played


@compiled
def stage_is_sound(table):
    if not 0 <= table.row_size <= ROW or not 0 <= table.scene <= table.row_size or table.tentative < 0:
        return False
    if table.row_size == 0 and (table.tentative != 0 or table.encounter != 0 or table.switched != 0):
        return False
    if (table.place == NONE) != (table.came_from == NONE) or (table.place == NONE and table.row_size > 0):
        return False
    if table.place != NONE and not (table.pawn[table.active] == table.place and lies_on_the_map(table, table.came_from)):
        return False
    if not (0 <= table.switched <= 1 and 0 <= table.encounter <= ENCOUNTERS_A_PATH and pending_is_sound(table)):
        return False
    left = np.int64(table.row_size)
    for face in range(PATHS):
        if table.rolled[face] < 0:
            return False
        left -= table.rolled[face]
    for k in range(ROW):
        if (table.row[k] != NONE) != (k < table.row_size) or not 0 <= table.row_dice[k] <= PATHS:
            return False
        if table.row_dice[k] != 0 and k >= table.row_size:
            return False
        left -= table.row_dice[k] != 0
    return left == 0


@compiled
def pending_is_sound(table):
    """Check that the turn waits for something while damage is suffered or pickups are chosen, and only then."""
    if table.phase == Phase.HOLD:
        return table.then == Phase.ENCOUNTER or table.then == Phase.STAGE_DONE
    if table.phase == Phase.SAVE:
        return table.then == Phase.ENCOUNTER or Phase.BREATH <= table.then <= Phase.RECOVERY
    return table.then == 0


@compiled
def battle_is_sound(table):
    """Check that there are enemies as long as there is a battle, and that outside of one nothing of it is left."""
    if table.due < 0 or (table.due > 0 and table.phase != Phase.SAVE):
        return False
    if table.foe == NONE:
        quiet = table.elemental == 0 and table.minions == 0 and table.foe_health == 0 and table.rounds == 0
        return (
            quiet
            and table.height == 0
            and table.rerolls == 0
            and table.window == 0
            and table.dice[0] == NONE
            and dice_are_sound(table)
        )
    if not 0 <= table.foe < NUM_MINIONS + NUM_SHAMANDILLOS or table.minions < 1:
        return False
    if table.foe_health < 1 and table.phase != Phase.ATTACK and table.end == End.RUNNING:
        return False
    return table.due >= 0 and 0 <= table.rerolls <= 2 * SLOTS and dice_are_sound(table)


@compiled
def dice_are_sound(table):
    """Check that there are no dice, or as many as the level and the red ones, with the yellow one against Fireantulas."""
    count = np.int64(0) if table.dice[0] == NONE else level(table) + table.reds
    for k in range(MOST_DICE):
        if (table.dice[k] != NONE) != (k < count) or not NONE <= table.dice[k] < DIE_SIDES:
            return False
        if not 0 <= table.rerolled[k] <= 1 or (table.rerolled[k] == 1 and k >= count):
            return False
    if count == 0 and (table.reds != 0 or table.rerolls != 0 or table.height != 0):
        return False
    yellows = count > 0 and has_power(table, Minion.FIREANTULA) and level(table) > 1
    return table.reds >= 0 and table.yellows == yellows and heights_are_sound(table)


@compiled
def heights_are_sound(table):
    """Check that enemies have heights if the Good Guy has one, and that without flight rules nobody has."""
    if not 0 <= table.height <= TOP_LEVEL or table.foe_heights[0] != 0:
        return False
    for height in range(TOP_LEVEL + 1):
        if table.foe_heights[height] < 0 or (table.height == 0 and table.foe_heights[height] != 0):
            return False
    return True


@compiled
def knowledge_is_true(state):
    """Check that a known level card is the top of the stack, or one of two looked at, and that the others hold it possible."""
    table = state.table
    top = table.stack_size - 1
    looking = table.phase == Phase.KEEP or table.phase == Phase.LAY
    if table.looks != (min(2, table.stack_size) if looking else 0):
        return False
    for p in range(MAX_PLAYERS):
        seat = state.seats[p]
        if seat.others & ~(table.may_know & ~(1 << p)) != 0:
            return False
        keeps_second = table.phase == Phase.LAY and table.looks == 2 and p == table.active
        if not 0 <= seat.second <= keeps_second:
            return False
        if seat.known != NONE:
            if top < 0 or not others_know_that(state, p):
                return False
            is_second = table.phase == Phase.LAY and table.looks == 2 and state.secret.stack[top - 1] == seat.known
            if state.secret.stack[top] != seat.known and not is_second:
                return False
        for k in range(2):
            looks = p == table.active and k < table.looks
            if seat.looked[k] != (state.secret.stack[top - k] if looks else NONE):
                return False
    return True


@compiled
def others_know_that(state, p):
    """Tell whether every other seat thinks it possible that seat p knows the top of the stack."""
    table = state.table
    for other in range(table.num_players):
        if other != p and not (state.seats[other].others >> p) & 1:
            return False
    return bool((table.may_know >> p) & 1)


@compiled
def window_is_sound(state):
    """Check that in an attack one seat is asked, the mover; seats that passed, or are known to be done, come before it."""
    table = state.table
    open_ = table.phase == Phase.ATTACK and table.end == End.RUNNING
    if not 0 <= table.window <= (state.secret.window if open_ else 0):
        return False
    for p in range(MAX_PLAYERS):
        asked = state.seats[p].asked
        if not open_:
            if asked != Asked.NO and table.end == End.RUNNING:
                return False
        elif (asked == Asked.NOW) != (p == state.secret.mover) or (
            asked == Asked.PASSED and seats_after(table, np.int64(p)) >= state.secret.window
        ):
            return False
    return not open_ or (
        may_attack(table, np.int64(state.secret.mover))
        and state.secret.window == seats_after(table, np.int64(state.secret.mover))
    )
