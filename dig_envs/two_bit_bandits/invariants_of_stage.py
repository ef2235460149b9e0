"""Check the stage in play: scene cards, dice, progress, and whether the phase belongs to it."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.card_set import MOST_POINTS
from dig_envs.two_bit_bandits.components import (
    ENCOUNTERS_A_PATH,
    NUM_MINIONS,
    NUM_PICKUPS,
    PATHS,
    ROW,
    SCENES_OF,
    SHAMANDILLO_POINTS,
    SLOTS,
    TOP_LEVEL,
    Encounter,
    Stage,
)
from dig_envs.two_bit_bandits.invariants_of_map import is_on_map
from dig_envs.two_bit_bandits.observation_layout import MOST_FOES
from dig_envs.two_bit_bandits.rules.battle import HIDEOUT_PICKUPS
from dig_envs.two_bit_bandits.rules.holdings import STORED
from dig_envs.two_bit_bandits.rules.level_map import can_explore, may_play, stage_at
from dig_envs.two_bit_bandits.state import NONE, Final, Phase

MOST_BATTLE_POINTS = int(MOST_FOES) * MOST_POINTS
MOST_BOSS_POINTS = SHAMANDILLO_POINTS * TOP_LEVEL


@compiled
def stage_is_sound(table):
    if not phase_is_sound(table) or not pending_is_sound(table) or not pool_is_sound(table):
        return False
    if table.place == NONE:
        return stage_is_clear(table)
    if table.place != table.pawn[table.active] or not is_on_map(table, table.came_from):
        return False
    stage = stage_at(table, np.int64(table.place))
    if stage == Stage.SALOON or not may_play(table, np.int64(table.place), np.int64(table.active)):
        return False
    if table.row_size != SCENES_OF[stage] or not row_is_sound(table) or not progress_is_sound(table):
        return False
    return encounter_is_sound(table) if table.scene < table.row_size else stage_end_is_sound(table, stage)


# --- the phase


@compiled
def phase_is_sound(table):
    """Check that the phase belongs to the map, a stage, a battle, or the time before, in or after the final battle."""
    phase = table.phase
    in_stage = table.place != NONE
    if phase <= Phase.LAY and phase != Phase.EXPLORE and not can_explore(table):
        return False
    if phase <= Phase.LAY or phase == Phase.CHOOSE:
        return not in_stage and table.final == Final.AHEAD
    if phase == Phase.PLAY_ON:
        return not in_stage and table.final == Final.WON
    if phase == Phase.REVIVE:
        return not in_stage and table.final == Final.RUNNING
    if phase == Phase.OVER:
        return not in_stage
    if phase == Phase.BOOST or phase == Phase.REROLL or phase == Phase.SAVE:
        return in_stage == (table.final != Final.RUNNING)
    return in_stage and table.final != Final.RUNNING


@compiled
def pending_is_sound(table):
    """Check `then`, the phase after damage or new pickups, which is set only while these are pending."""
    if table.phase == Phase.HOLD:
        return table.then == (Phase.ENCOUNTER if table.scene < table.row_size else Phase.STAGE_DONE)
    if table.phase != Phase.SAVE:
        return table.then == 0
    return table.then == Phase.ENCOUNTER if table.foe == NONE else Phase.BREATH <= table.then <= Phase.RECOVERY


@compiled
def pool_is_sound(table):
    """Check that a pool of pickups exists only while a slot is free, and has at most the new and the held pickups."""
    count = np.int64(0)
    for kind in range(NUM_PICKUPS):
        count += table.pool[kind]
    if table.phase != Phase.HOLD:
        return count == 0
    count_held = np.int64(table.pickups[table.active][0] != NONE)
    new = 1 if table.then == Phase.ENCOUNTER else HIDEOUT_PICKUPS
    return table.pickups[table.active][STORED] == NONE and 0 < count <= new + SLOTS - count_held


# --- the parts of the stage


@compiled
def stage_is_clear(table):
    """Return whether all fields of the stage are cleared."""
    clear = table.came_from == NONE and table.row_size == 0 and table.scene == 0 and table.encounter == 0
    for k in range(ROW):
        clear = clear and table.row[k] == NONE and table.row_dice[k] == 0
    for face in range(PATHS):
        clear = clear and table.rolled[face] == 0
    return clear and table.switched == 0 and table.tentative == 0


@compiled
def row_is_sound(table):
    """Check the number of scene cards, with dice from the first on; all dice are assigned once the stage is played."""
    rolled = np.int64(0)
    for face in range(PATHS):
        if table.rolled[face] < 0:
            return False
        rolled += table.rolled[face]
    if (rolled > 0) != (table.phase == Phase.ASSIGN):
        return False
    for k in range(ROW):
        if (table.row[k] != NONE) != (k < table.row_size) or not 0 <= table.row_dice[k] <= PATHS:
            return False
        if (table.row_dice[k] != 0) != (k < table.row_size - rolled):
            return False
    return rolled <= table.row_size


@compiled
def progress_is_sound(table):
    """Check the counts of scenes, encounters and switches, and that they can have given the tentative points."""
    if not (0 <= table.scene <= table.row_size and 0 <= table.encounter <= ENCOUNTERS_A_PATH):
        return False
    if not 0 <= table.switched <= (table.row_size > 0):
        return False
    if table.phase == Phase.ASSIGN and (table.scene != 0 or table.switched != 0):
        return False
    met = ENCOUNTERS_A_PATH * np.int64(table.scene) + table.encounter
    most = MOST_BATTLE_POINTS * met + (MOST_BOSS_POINTS if 0 < table.scene == table.row_size else 0)
    return 0 <= table.tentative <= most


@compiled
def encounter_is_sound(table):
    """Check that the phase belongs to the last encounter; before a scene there is none."""
    if table.phase == Phase.ASSIGN or table.phase == Phase.READY:
        return table.encounter == 0 and table.foe == NONE
    if table.encounter == 0:
        return False
    scene = np.int64(table.scene)
    code = table.faces.scenes[table.row[scene]][table.row_dice[scene] - 1][table.encounter - 1]
    if table.phase == Phase.HOLD:
        return code == Encounter.BARREL and table.foe == NONE
    if table.phase == Phase.SAVE and table.foe == NONE:
        return code == Encounter.TUMBLE_BOMB or code == Encounter.SPIKES
    if code < Encounter.BATTLE or (code >= Encounter.ELEMENTAL and table.elemental == 0):
        return False
    return table.foe == (code - Encounter.BATTLE) % NUM_MINIONS


@compiled
def stage_end_is_sound(table, stage):
    """Check the phase after the last scene: the battle of a hideout, or the choice of pickups of a hideout or wagon."""
    if table.encounter != 0:
        return False
    if table.phase == Phase.HOLD:
        return table.foe == NONE
    if stage != Stage.HIDEOUT:
        return False
    return table.foe == NONE if table.phase == Phase.READY else table.foe >= NUM_MINIONS
