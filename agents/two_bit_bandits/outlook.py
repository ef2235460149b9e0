"""What a stage will bring, in play or before its scenes are seen (see `stage_value.py`)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.scratch import room
from dig_envs.two_bit_bandits.components import SCENES_OF
from dig_envs.two_bit_bandits.foresight import standing_of
from dig_envs.two_bit_bandits.prospects import UNSEEN_POINTS
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.stage_value import (
    ANY_SCENE,
    VALUES,
    after_scenes,
    before_coming,
    before_scene,
    points_of,
    value_at,
    with_backing_out,
)
from dig_envs.two_bit_bandits.worth import PICKUP, worth_of_power

UNSEEN_PICKUPS = 0.3


@compiled
def value_of_row(table, player, dice, first, points):
    """What the stage in play brings from scene `first` on with such power, with dice[k] (from 0) on card k."""
    stage = stage_at(table, np.int64(table.place))
    values = room(VALUES)
    standing = standing_of(table, player)
    gain = np.int64(table.tentative)
    for k in range(first, table.row_size):
        gain += points_of(table, np.int64(table.row[k]), dice[k])
    after_scenes(table, player, standing, stage, gain, standing.leaving and first < table.row_size, values)
    for k in range(table.row_size - 1, first - 1, -1):
        before_scene(table, standing, np.int64(table.row[k]), dice[k], values)
        if standing.leaving and k > first:
            with_backing_out(table, values)
    return value_at(values, points)


@compiled
def value_of_stage(table, player, stage):
    """What a stage is worth whose scenes are not yet seen, against doing nothing."""
    values = room(VALUES)
    standing = standing_of(table, player)
    scenes = SCENES_OF[stage]
    points_on_the_way = scenes * UNSEEN_POINTS * level(table)
    after_scenes(table, player, standing, stage, points_on_the_way, standing.leaving, values)
    for k in range(scenes - 1, -1, -1):
        before_coming(standing, np.uint8(ANY_SCENE), values)
        if standing.leaving and k > 0:
            with_backing_out(table, values)
    return value_at(values, standing.power) - worth_of_power(table, standing.power) + scenes * UNSEEN_PICKUPS * PICKUP
