"""Which die fits best on the next scene card, if the others then go where the stage is worth most.

Values by power (see `stage_value.py`) of each set of dice that may be left, from the last die back: the best that any of its
dice brings on the card that is then next. So a later die may go by the power that is left by then, which the rules don't allow,
as all dice are laid before the first scene; to try every order would take longer.
"""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.scratch import room
from dig_envs.two_bit_bandits.components import ENCOUNTERS_A_PATH, PATHS
from dig_envs.two_bit_bandits.dice_fit import FIT, SIZES, face_of, fit_at
from dig_envs.two_bit_bandits.foresight import COST, RISKS
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.stage_value import (
    DEAD,
    POWERS,
    VALUES,
    after_scenes,
    before_scene,
    points_of,
    value_at,
)
from dig_envs.two_bit_bandits.worth import WORTHS_OF_BACKING_OUT, worth_of_backing_out

MOST_DICE_VALUED = 3
ALL_SETS = POWERS << MOST_DICE_VALUED  # of dice, each a number by its bits
WORST = np.float32(-1e9)
# What one has at least, by whether one may leave, full health, power.
FLOORS = np.stack([np.full_like(WORTHS_OF_BACKING_OUT, WORST), WORTHS_OF_BACKING_OUT])


@inlined
def twins_of(faces, count):
    """The dice that show the same face as the one before, as a set."""
    twins = np.int64(0)
    for die in range(1, count):
        twins |= (face_of(faces, die) == face_of(faces, die - 1)) << die
    return twins


@inlined
def is_first(dice, twins):
    """Of sets that show the same faces, one will do: that of the first twins."""
    return (dice & twins) >> 1 & ~dice == 0


@compiled
def encode_values(table, standing, faces, count, out):
    """Of these dice, on the next card."""
    if table.rolled[face_of(faces, np.int64(0))] == count:
        out[fit_at(face_of(faces, np.int64(0)))] = 1.0
        return
    sets = room(ALL_SETS)
    values = room(VALUES)
    first = np.int64(table.row_size) - count
    twins = twins_of(faces, count)
    strength = power_left(table, standing, first)
    value_end(table, standing, first, values)
    keep(values, FLOORS[0, 0], np.int64(0), sets)
    every = (1 << count) - 1
    for dice in range(1, every):
        if is_first(np.int64(dice), twins):
            value_set(table, standing, first + count, faces, np.int64(dice), twins, sets, values)
    card = np.int64(table.row[first])
    best = WORST
    for die in range(count):
        rest = np.int64(every ^ 1 << die)
        if is_first(rest, twins):
            before_card(table, standing, card, face_of(faces, die), sets, rest, values)
            worth = value_at(values, strength)
            if standing.leaving and first > 0:
                worth = max(worth, worth_of_backing_out(table, strength))
            out[fit_at(face_of(faces, die))] = worth
            best = max(best, worth)
    for face in range(PATHS):
        if table.rolled[face] > 0:
            out[fit_at(face)] = FIT / (FIT + (best - out[fit_at(face)]))


# --- back from the end


@inlined
def value_end(table, standing, first, values):
    """Once all scenes are over, with the points of those whose dice are laid; then before a hideout's battle."""
    points = np.int64(table.tentative)
    for k in range(first):
        points += points_of(table, np.int64(table.row[k]), np.int64(table.row_dice[k] - 1))
    stage = stage_at(table, np.int64(table.place))
    after_scenes(table, np.int64(table.active), standing, stage, points, standing.leaving, values)


@inlined
def value_set(table, standing, end, faces, dice, twins, sets, values):
    """With these dice left, which go up to card `end`; one may back out before the next."""
    k = end - np.int64(SIZES[np.uint8(dice)])
    floor = FLOORS[standing.leaving, np.uint8(table.max_health)]
    new = True
    for die in range(MOST_DICE_VALUED):
        rest = dice & ~(1 << die)
        if rest != dice and is_first(rest, twins):
            before_card(table, standing, np.int64(table.row[k]), face_of(faces, die), sets, rest, values)
            if new:
                keep(values, floor, dice, sets)
            else:
                keep_better(values, dice, sets)
            new = False


@inlined
def before_card(table, standing, card, path, sets, rest, values):
    """A card before the others of a set; the points on its way were not yet counted."""
    points = np.float32(points_of(table, card, path))
    start = np.uint64(rest * POWERS)
    for k in range(POWERS):
        values[DEAD + 1 + k] = sets[start + np.uint64(k)] + points
    before_scene(table, standing, card, path, values)


@inlined
def power_left(table, standing, first):
    """What the cards before that one leave on average."""
    risks = RISKS[standing.half, standing.help, standing.row, standing.power]
    left = np.float32(standing.power) + np.float32(0.5)
    for k in range(first):
        encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(table.row_dice[k] - 1)]
        for at in range(ENCOUNTERS_A_PATH):
            left -= risks[np.uint8(encounters[at]), COST]
    return np.int64(max(np.float32(1), left))


@inlined
def keep(values, floor, dice, sets):
    start = np.uint64(dice * POWERS)
    for k in range(POWERS):
        sets[start + np.uint64(k)] = max(values[DEAD + 1 + k], floor[1 + k])


@inlined
def keep_better(values, dice, sets):
    start = np.uint64(dice * POWERS)
    for k in range(POWERS):
        sets[start + np.uint64(k)] = max(sets[start + np.uint64(k)], values[DEAD + 1 + k])
