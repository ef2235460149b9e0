"""Check the invariants of a state of 2-Bit Bandits between decisions.

Every number is checked to be in range before it is used as an index, whatever the bytes of the state. A state that passes
can be played on without errors.

| module | checks |
|---|---|
| `invariants_of_cards` | the card set, level stack, pickups, scene cards, Shamandillos, knowledge of cards |
| `invariants_of_map` | the positions of level cards, and the reachable places |
| `invariants_of_stage` | the stage in play, and whether the phase belongs to it |
| `invariants_of_battle` | enemies, dice, heights, the attack before a battle |
| `invariants_of_course` | whether Shamandillos, hideouts, points and final battle agree |
"""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.two_bit_bandits.components import (
    LAST_ROUND,
    LEAST_HEALTH,
    MAX_PLAYERS,
    MOST_HEALTH,
    NUM_PICKUPS,
    SLOTS,
    Length,
)
from dig_envs.two_bit_bandits.invariants_of_battle import battle_is_sound, window_is_sound
from dig_envs.two_bit_bandits.invariants_of_cards import (
    faces_are_sound,
    knowledge_is_true,
    pickups_are_sound,
    scenes_are_sound,
    shamandillos_are_sound,
    stack_is_sound,
)
from dig_envs.two_bit_bandits.invariants_of_course import course_is_sound
from dig_envs.two_bit_bandits.invariants_of_map import is_on_map, map_is_sound
from dig_envs.two_bit_bandits.invariants_of_stage import stage_is_sound
from dig_envs.two_bit_bandits.state import NONE, Final, Phase, Status


class Broken(IntEnum):
    """The invariants of 2-Bit Bandits by number; 0 means that none is broken."""

    NONE = 0
    OPTIONS = 1  # number of players, length, health, end, the faces of the cards
    TURN = 2  # active seat, phase, mover
    SEATS = 3  # health, points, continues, pickups, places in range
    MAP = 4  # positions of level cards, reachable places
    STACK = 5  # level cards, each once
    PICKUPS = 6  # the number of copies of each kind
    SCENES = 7  # each scene card once
    SHAMANDILLOS = 8
    STAGE = 9  # the stage in play, if any, and the phase
    BATTLE = 10  # the battle, if any
    KNOWLEDGE = 11  # the knowledge of all seats is true
    ATTACK = 12  # the seat that is asked, and the seats that passed
    COURSE = 13  # Shamandillos, hideouts, points and the final battle agree with each other


@compiled
def check(state):
    table = state.table
    if not options_in_range(table) or not faces_are_sound(table.faces):
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
    if not window_is_sound(state):
        return Broken.ATTACK.value
    return 0 if course_is_sound(state) else Broken.COURSE.value


@compiled
def options_in_range(table):
    return (
        1 <= table.num_players <= MAX_PLAYERS
        and (table.reward == Reward.WIN or table.reward == Reward.SCORE)
        and End.RUNNING <= table.end <= End.TRUNCATED
        and table.max_turns > 0
        and 0 <= table.turn <= table.max_turns
        and Length.EASY <= table.span <= Length.EPIC
        and LEAST_HEALTH <= table.max_health <= MOST_HEALTH
        and Final.AHEAD <= table.final <= Final.WON
    )


@compiled
def turn_is_sound(state):
    """Check active seat, phase and mover. A forfeit ends a game at any decision and changes only `end` and `mover`."""
    table = state.table
    mover = state.secret.mover
    if not 0 <= table.active < table.num_players or not 0 <= table.phase <= Phase.OVER:
        return False
    if table.phase == Phase.OVER:
        return table.end != End.RUNNING and mover == NOBODY
    if table.end == End.TRUNCATED or table.turn >= table.max_turns:
        return False
    if table.status[table.active] != (Status.DOWN if table.phase == Phase.REVIVE else Status.IN):
        return False
    if table.end == End.OVER:
        return mover == NOBODY
    return mover == table.active or (table.phase == Phase.ATTACK and 0 <= mover < table.num_players)


# --- seats


@compiled
def seats_are_sound(table):
    for p in range(MAX_PLAYERS):
        if not (0 <= table.health[p] <= table.max_health and table.points[p] >= 0 and 0 <= table.half[p] <= 1):
            return False
        if not 0 <= table.continues[p] <= table.span + 1 or not is_on_map(table, table.pawn[p]):
            return False
        if p >= table.num_players and not seat_is_empty(table, p):
            return False
        if not (slots_are_sound(table, p) and status_is_sound(table, p) and health_is_sound(table, p)):
            return False
    return table.may_know >> table.num_players == 0 and starter_is_sound(table)


@compiled
def seat_is_empty(table, p):
    """Return whether the fields of a seat are those of an unused seat."""
    empty = table.health[p] == 0 and table.points[p] == 0 and table.half[p] == 0 and table.continues[p] == 0
    return empty and table.pawn[p] == 0 and table.status[p] == Status.IN and table.pickups[p][0] == NONE


@compiled
def slots_are_sound(table, p):
    """Check that slots hold pickups, the active slot first."""
    for slot in range(SLOTS):
        if not NONE <= table.pickups[p][slot] < NUM_PICKUPS:
            return False
    return table.pickups[p][0] != NONE or table.pickups[p][1] == NONE


@compiled
def status_is_sound(table, p):
    """Check that a Good Guy is down only in the final battle with a continue left, and has stopped only after it."""
    status = table.status[p]
    if status == Status.DOWN:
        return table.final == Final.RUNNING and table.continues[p] > 0
    if status == Status.STOPPED:
        return table.final == Final.WON
    return status == Status.IN or status == Status.OUT


@compiled
def health_is_sound(table, p):
    """Check health and half damage: a seat at zero health is defeated, or must save its life or spend a continue."""
    if (table.status[p] == Status.DOWN or table.status[p] == Status.OUT) and table.health[p] != 0:
        return False
    if p == table.active and table.phase < Phase.OVER:
        dying = table.phase == Phase.SAVE or table.phase == Phase.REVIVE
        if (table.health[p] == 0) != dying or (table.phase == Phase.SAVE and table.pickups[p][0] == NONE):
            return False
    return table.half[p] == 0 or table.final == Final.RUNNING or (p == table.active and table.place != NONE)


@compiled
def starter_is_sound(table):
    """Check that the final battle has a first seat unless it is ahead, and counts cycles only while it runs."""
    if table.final == Final.AHEAD:
        return table.starter == NONE and table.cycle == 0
    if table.final == Final.WON and table.cycle != 0:
        return False
    return 0 <= table.starter < table.num_players and 0 <= table.cycle <= LAST_ROUND - (table.phase != Phase.OVER)
