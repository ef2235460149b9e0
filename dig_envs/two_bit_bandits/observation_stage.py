"""Encode the blocks of the stage in play: scene cards, dice, battle."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.two_bit_bandits.components import (
    DIE_SIDES,
    ENCOUNTERS_A_PATH,
    MAX_PLAYERS,
    MOST_DICE,
    NUM_PICKUPS,
    PATHS,
    ROW,
    SLOTS,
    TOP_LEVEL,
    Encounter,
)
from dig_envs.two_bit_bandits.observation_layout import (
    AT,
    ELEMENTAL,
    ENCOUNTER_COLUMN,
    ENCOUNTER_COLUMNS,
    IS_ELEMENTAL,
    MOST_FOES,
    MOST_ROUNDS,
    PATH_COLUMNS,
    PATH_DIE,
    POINTS_UNIT,
    STAGE_COLUMN,
    THEN,
)
from dig_envs.two_bit_bandits.observation_map import encode_place
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE, Phase

QUARTER = np.float32(1 / 4)
A_DIE = np.float32(1 / MOST_DICE)
THEN_COLUMN = np.array([THEN.index(phase) if phase in THEN else 0 for phase in Phase], np.uint8)


@compiled
def encode_stage(table, player, out):
    """Write the stage in play, which is a wagon while its pickups are chosen."""
    stage = np.uint8(stage_at(table, np.int64(table.place)))
    out[AT.stage + np.int64(STAGE_COLUMN[stage])] = 1.0
    encode_place(table, np.int64(table.came_from), player, out, np.int64(AT.came_from))
    for kind in range(NUM_PICKUPS):
        out[AT.pool + kind] = table.pool[kind] * QUARTER
    if table.row_size > 0:
        out[AT.scene + table.scene] = 1.0
        out[AT.encounter] = table.encounter * (1 / ENCOUNTERS_A_PATH)
        out[AT.tentative] = (table.tentative & (POINTS_UNIT - 1)) * (1 / POINTS_UNIT)
        out[AT.tentative + 1] = (table.tentative // POINTS_UNIT) * (2 / POINTS_UNIT)
        out[AT.switched] = table.switched
        for face in range(PATHS):
            out[AT.rolled + face] = table.rolled[face] * (1 / ROW)
        encode_row(table, out)


@inlined
def encode_row(table, out):
    """Write the paths of the scene cards. The first encounter needs no branch; few paths have more."""
    for k in range(table.row_size):
        paths = table.faces.scenes[np.uint8(table.row[np.uint8(k)])]
        for path in range(PATHS):
            at = np.uint32(AT.row + (k * PATHS + path) * PATH_COLUMNS)
            code = np.uint8(paths[path][0])
            out[at + np.uint32(ENCOUNTER_COLUMN[code])] = 1.0
            out[at + np.uint32(ELEMENTAL)] = IS_ELEMENTAL[code]
            if paths[path][1] != Encounter.NONE:
                encode_more(paths[path], np.int64(k * PATHS + path), out)
        die = table.row_dice[np.uint8(k)]
        if die > 0:
            out[np.uint32(AT.row + (k * PATHS + die - 1) * PATH_COLUMNS + PATH_DIE)] = 1.0


@compiled
def encode_more(encounters, path, out):
    """Write the second and the third encounter of a path of the row."""
    for more in range(ENCOUNTERS_A_PATH - 1):
        code = np.uint8(encounters[more + 1])
        if code != Encounter.NONE:
            at = AT.more_encounters + (more * ROW * PATHS + path) * ENCOUNTER_COLUMNS
            out[at + np.int64(ENCOUNTER_COLUMN[code])] = 1.0
            out[at + ELEMENTAL] = IS_ELEMENTAL[code]


@inlined
def encode_pending(table, out):
    """Write the pending damage, and the phase after damage or the choice of pickups."""
    out[AT.due] = table.due * A_DIE
    out[AT.then + np.int64(THEN_COLUMN[np.uint8(table.then)])] = 1.0


@compiled
def encode_battle(table, out):
    out[AT.foe + table.foe] = 1.0
    out[AT.elemental] = table.elemental
    out[AT.enemies] = table.minions * (1 / MOST_FOES)
    out[AT.enemies + 1] = table.foe_health * (1 / MOST_FOES)
    out[AT.window] = table.window * (1 / MAX_PLAYERS)
    out[AT.rounds] = table.rounds * (1 / MOST_ROUNDS)
    out[AT.rerolls] = table.rerolls * (1 / (2 * SLOTS))
    out[AT.height] = table.height * (1 / TOP_LEVEL)
    if table.height > 0:
        for height in range(TOP_LEVEL):
            out[AT.foe_heights + height] = table.foe_heights[height + 1] * (1 / MOST_FOES)
    for k in range(MOST_DICE):
        if table.dice[k] != NONE:
            out[AT.dice + 2 * k] = (1 + table.dice[k]) * (1 / DIE_SIDES)
            out[AT.dice + 2 * k + 1] = table.rerolled[k]
            if table.rerolled[k] == 0:
                out[AT.free_dice + DIE_SIDES * colour(table, k) + table.dice[k]] += A_DIE
