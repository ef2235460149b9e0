"""Check the invariants of a state of 2-Bit Bandits between decisions, after the range of each field (`core/fields.py`).

A state that passes can be played on, by any legal actions, to states that pass.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.seats import steps_clockwise
from dig_envs.two_bit_bandits.components import (
    ENCOUNTER_NAMES,
    ENCOUNTERS_A_PATH,
    LAST_ROUND,
    LEVELS,
    MAX_DICE,
    MAX_FOES,
    MAX_MINION_POINTS,
    MAX_PLAYERS,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
    ROW,
    SCENES,
    SCENES_OF,
    SIDES,
    SLOTS,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    Encounter,
    Minion,
    Stage,
)  # fmt: skip
from dig_envs.two_bit_bandits.determinize import count_visible_pickups
from dig_envs.two_bit_bandits.rules.attack import ADDED_MINIONS, GOLEM_HEALTH, may_attack
from dig_envs.two_bit_bandits.rules.dice import may_reroll
from dig_envs.two_bit_bandits.rules.foes import full_health, has_power, level
from dig_envs.two_bit_bandits.rules.holdings import Slot, count_held
from dig_envs.two_bit_bandits.rules.level_map import (
    STEP_X,
    STEP_Y,
    Side,
    can_be_entered,
    can_explore,
    has_path,
    may_play,
    opposite,
    stage_at,
)
from dig_envs.two_bit_bandits.rules.setup import LEVEL_PARTS, has_hideout
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

UPPER = LEVEL_PARTS[0].sum(axis=1)  # cards of the upper part of the level stack, by length (TB-5)
LEVELS_IN_ALL = LEVEL_PARTS.sum(axis=(0, 2))  # level cards besides Stone Ridge, by length
HIDEOUTS_IN_ALL = LEVEL_PARTS[:, :, 1].sum(axis=0)  # hideouts among them, by length
MAX_ENEMY_POINTS = MAX_FOES * MAX_MINION_POINTS  # for one encounter; a Shamandillo, a bonus or a Princess gives less

# By phase: the states of the final battle, as bits, in which it occurs outside a stage, and in a stage.
AHEAD, RUNNING, WON = (1 << final for final in Final)
FINALS = np.array(
    [[AHEAD, 0]] * len((Phase.EXPLORE, Phase.KEEP, Phase.LAY, Phase.CHOOSE))
    + [[0, AHEAD | WON]] * len((Phase.ASSIGN, Phase.HOLD, Phase.READY, Phase.ATTACK))
    + [[RUNNING, AHEAD | WON]] * len((Phase.BOOST, Phase.REROLL, Phase.SAVE))
    + [[RUNNING, 0], [WON, 0], [AHEAD | RUNNING | WON, 0]]  # REVIVE, PLAY_ON, OVER
)


class Broken(IntEnum):
    """The invariants of 2-Bit Bandits by number; 0 is a sound state."""

    NONE = 0
    CARD_SET = 1  # the faces fit the rules
    TURN = 2  # turns, active seat, phase, mover
    MAP = 3  # positions of level cards, paths, reachable places
    SEATS = 4  # health, pickups, status and place of each Good Guy
    CARDS = 5  # each pickup, scene card and Shamandillo in one place
    STAGE = 6  # the stage in play, and the phase
    BATTLE = 7  # the enemies and the dice of the battle
    KNOWLEDGE = 8  # knowledge of seats is true
    ATTACK = 9  # the seat that is asked, and the seats that passed
    POINTS = 10  # points fit the completed stages
    LEVELS = 11  # each level card in one place, the parts of the stack, a defeated Shamandillo for each completed hideout


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    table = state.table
    if not card_set_is_sound(table.faces):
        return Broken.CARD_SET.value
    if not turn_is_sound(state):
        return Broken.TURN.value
    if not map_is_sound(table):
        return Broken.MAP.value
    if not seats_are_sound(table):
        return Broken.SEATS.value
    if not (pickups_are_conserved(state) and scenes_are_conserved(state) and shamandillos_are_conserved(state)):
        return Broken.CARDS.value
    if not (phase_is_sound(table) and stage_is_sound(table)):
        return Broken.STAGE.value
    if not battle_is_sound(table):
        return Broken.BATTLE.value
    if not (is_filled(state.secret.stack, table.stack_size) and knowledge_is_true(state)):
        return Broken.KNOWLEDGE.value
    if not attack_is_sound(state):
        return Broken.ATTACK.value
    if not points_are_sound(table):
        return Broken.POINTS.value
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
def card_set_is_sound(faces):
    """Check that Stone Ridge has a saloon and no hideout, other level cards at most one, and that the pickups fit the deck."""
    pickups = saloons = 0
    for kind in range(NUM_PICKUPS):
        pickups += faces.copies[kind]
    for card in range(LEVELS):
        hideouts = 0
        for at in range(STAGES_A_CARD):
            hideouts += faces.stages[card][at] == Stage.HIDEOUT
            saloons += card == 0 and faces.stages[card][at] == Stage.SALOON
        if hideouts > (card > 0):
            return False
    return saloons > 0 and pickups <= PICKUPS


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


# --- the stage in play


@compiled
def phase_is_sound(table):
    """Check that the phase belongs to the map, a stage or the final battle, and the phase that follows it."""
    phase = table.phase
    if (FINALS[phase, 1 if table.place != NONE else 0] >> table.final) & 1 == 0:
        return False
    if phase == Phase.HOLD:
        return table.then == (Phase.ENCOUNTER if table.scene < table.row_size else Phase.STAGE_DONE)
    if phase == Phase.SAVE and table.foe == NONE:
        return table.then == Phase.ENCOUNTER
    if phase == Phase.SAVE:
        return Phase.BREATH <= table.then <= Phase.RECOVERY
    return table.then == 0 and (can_explore(table) or not (phase == Phase.KEEP or phase == Phase.LAY))


@compiled
def stage_is_sound(table):
    """Check the stage in play, its row and its dice, and the pickups to choose from; all are clear without a stage."""
    rolled = pool = 0
    for face in range(PATHS):
        rolled += table.rolled[face]
    for kind in range(NUM_PICKUPS):
        pool += table.pool[kind]
    if (rolled > 0) != (table.phase == Phase.ASSIGN) or rolled > table.row_size:
        return False
    for k in range(ROW):
        if (table.row_dice[k] != 0) != (k < table.row_size - rolled):
            return False
    if (pool > 0) != (table.phase == Phase.HOLD):
        return False
    if table.row_size == 0 and table.scene + table.encounter + table.switched + table.tentative > 0:
        return False
    if table.place == NONE:
        return table.came_from == NONE and table.row_size == 0
    if table.place != table.pawn[table.active] or not 0 <= table.came_from < STAGES_A_CARD * table.placed:
        return False
    stage = stage_at(table, table.place)
    if table.row_size != SCENES_OF[stage] or stage == Stage.SALOON or not may_play(table, table.place, table.active):
        return False
    if table.phase == Phase.HOLD:
        held = count_held(table, table.active)
        if table.pickups[table.active][Slot.STORED] != NONE or pool + held > 2 * SLOTS:
            return False
    return progress_is_sound(table, stage)


@compiled
def progress_is_sound(table, stage):
    """Check that scene, encounter and enemy fit the phase, and that the encounters met can have given the tentative points."""
    met = ENCOUNTERS_A_PATH * table.scene + table.encounter - (table.foe != NONE and table.foe < NUM_MINIONS)
    boss_defeated = table.phase == Phase.HOLD and table.then == Phase.STAGE_DONE
    if table.scene > table.row_size or table.tentative > MAX_ENEMY_POINTS * (met + boss_defeated):
        return False
    scenes_left = table.scene < table.row_size
    if table.phase == Phase.ASSIGN:
        return table.scene + table.encounter == 0 and table.foe == NONE
    if table.phase == Phase.READY:
        return table.encounter == 0 and table.foe == NONE and (scenes_left or stage == Stage.HIDEOUT)
    if (table.encounter > 0) != scenes_left:
        return False
    if table.phase == Phase.HOLD:
        return table.foe == NONE
    if scenes_left:
        return table.foe < NUM_MINIONS and (table.foe != NONE or table.phase == Phase.SAVE)
    return stage == Stage.HIDEOUT and table.foe >= NUM_MINIONS


# --- the battle


@compiled
def battle_is_sound(table):
    """Check the enemies, rounds and dice; without a battle all are clear."""
    if table.due > 0 and table.phase != Phase.SAVE:
        return False
    if not dice_are_sound(table):
        return False
    if table.foe != NONE and table.place == NONE and table.final != Final.RUNNING:
        return False
    if table.foe == NONE:
        fighting = table.phase == Phase.ATTACK or table.phase == Phase.BOOST or table.phase == Phase.REROLL
        clear = table.elemental + table.minions + table.foe_health + table.rounds + table.height + table.rerolls == 0
        return clear and table.dice[0] == NONE and table.final != Final.RUNNING and not fighting
    return rounds_are_sound(table) and (minions_are_sound(table) if table.foe < NUM_MINIONS else boss_is_sound(table))


@compiled
def minions_are_sound(table):
    """Check the minions: the level, and at most two for each thrown pickup and one for each finished round (TB-19, TB-21)."""
    if table.final == Final.RUNNING:
        return False
    gone = SLOTS * table.num_players
    for p in range(table.num_players):
        gone -= count_held(table, p)
    finished = table.rounds - (table.phase == Phase.REROLL or table.phase == Phase.SAVE)
    if not level(table) <= table.minions <= level(table) + ADDED_MINIONS * gone + finished:
        return False
    if table.phase == Phase.ATTACK:
        return table.foe_health == 0
    return 1 <= table.foe_health <= table.minions * (GOLEM_HEALTH if has_power(table, Minion.GOLEM) else 1)


@compiled
def boss_is_sound(table):
    """Check that the enemy is the top Shamandillo, with at most its full health."""
    if table.boss == NONE or table.foe != NUM_MINIONS + table.boss or table.phase == Phase.ATTACK:
        return False
    return 1 <= table.foe_health <= full_health(table)


@compiled
def rounds_are_sound(table):
    """Check that the number of rounds is within the limit of a battle (TB-27), or of the cycles of the final battle (TB-29)."""
    begun = table.phase == Phase.REROLL or table.phase == Phase.SAVE
    if table.phase == Phase.ATTACK:
        return table.rounds == 0
    if table.final != Final.RUNNING:
        most = LAST_ROUND - (not begun)
    elif table.phase != Phase.OVER:
        most = table.num_players * table.cycle + (table.active - table.starter) % table.num_players + begun
    else:
        most = table.num_players * min(table.cycle + 1, LAST_ROUND)
    return begun <= table.rounds <= most


@compiled
def dice_are_sound(table):
    """Check the dice, the level and the red dice in number, and while a reroll is asked, that there is one, and the heights."""
    count = 0 if table.dice[0] == NONE else level(table) + table.reds
    flying = 0
    for k in range(MAX_DICE):
        if (table.dice[k] != NONE) != (k < count) or table.rerolled[k] > (k < count):
            return False
    for height in range(TOP_LEVEL + 1):
        flying += table.foe_heights[height]
    if table.foe_heights[0] != 0 or (table.height == 0 and flying > 0):
        return False
    return table.phase != Phase.REROLL or (may_reroll(table) and flying <= table.foe_health)


@compiled
def points_are_sound(table):
    """Check that completed stages and the final battle can have given the points of each seat."""
    gains = 0
    for card in range(table.placed):
        for at in range(STAGES_A_CARD):
            gains += table.done[card][at] * (ENCOUNTERS_A_PATH * ROW + 1)
    if table.final == Final.RUNNING:
        gains += table.rounds - (table.phase == Phase.REROLL)
    elif table.final == Final.WON:
        gains += LAST_ROUND * MAX_PLAYERS + 1
    for p in range(table.num_players):
        if table.points[p] > MAX_ENEMY_POINTS * gains:
            return False
    return True


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
