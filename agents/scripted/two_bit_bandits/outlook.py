"""What a stage will bring, by the odds: the best of going on and backing out after every scene, for every health.

`values[h]` is what is to be expected from some moment of the stage on with a power of h (see `foresight.power`); `values[0]` is
death. From the stage's end back to its present scene, each scene turns the values after it into those before it.
"""

import numpy as np

from agents.scripted.two_bit_bandits.worth import PICKUP, worth_of_backing_out, worth_of_death, worth_of_power
from dig_envs.core.compile import compiled
from dig_envs.core.scratch import scratch
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    ENCOUNTERS_A_PATH,
    NUM_SHAMANDILLOS,
    SCENES_OF,
    SHAMANDILLO_POINTS,
    Encounter,
    Stage,
)
from dig_envs.two_bit_bandits.forecast import points_for
from dig_envs.two_bit_bandits.foresight import halved, help_of, power
from dig_envs.two_bit_bandits.odds import BOSS, MOST_LOST, ODDS
from dig_envs.two_bit_bandits.prospects import MOST_POWER, UNSEEN, UNSEEN_POINTS
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.rules.stage import may_leave_stages
from dig_envs.two_bit_bandits.state import NONE

VALUES = MOST_POWER + 1
RISE_OF_LEVEL = 300.0  # what it is worth to be the one who raises it
RISE_OF_LEVEL_ALONE = -300.0  # when nobody else does, there is no hurry
UNSEEN_PICKUPS = 0.3


@compiled
def at_the_end(table, player, gain, values):
    values[0] = worth_of_death(table, player)
    for h in range(1, VALUES):
        values[h] = gain + worth_of_power(table, h)


@compiled
def before_loss(odds, half, values):
    """What the values were before health was lost by these odds; with an Adobe Mask each second point counts."""
    for h in range(VALUES - 1, 0, -1):
        value = 0.0
        for lost in range(MOST_LOST + 1):
            value += odds[lost] * values[max(0, h - (lost >> half))]
        values[h] = value


@compiled
def before_encounter(table, player, code, values):
    if code == Encounter.HEART or code == Encounter.BARREL:
        for h in range(1, VALUES - 1):
            values[h] = values[h + 1] + (PICKUP if code == Encounter.BARREL else 0.0)
    else:
        before_loss(ODDS[help_of(table, player), level(table) - 1, code], halved(table, player), values)


@compiled
def before_scene(table, player, card, path, values):
    for at in range(ENCOUNTERS_A_PATH - 1, -1, -1):
        code = np.int64(table.faces.scenes[card][path][at])
        if code != Encounter.NONE:
            before_encounter(table, player, code, values)


@compiled
def before_boss(table, player, values):
    kind = NUM_SHAMANDILLOS if table.boss == NONE else np.int64(table.boss)
    before_loss(ODDS[help_of(table, player), level(table) - 1, BOSS + kind], halved(table, player), values)


@compiled
def with_backing_out(table, player, values):
    """Where one may, the better of both."""
    for h in range(1, VALUES):
        values[h] = max(values[h], worth_of_backing_out(table, h))


@compiled
def points_of(table, card, path):
    """What a path's battles are worth."""
    gain = 0.0
    for at in range(ENCOUNTERS_A_PATH):
        gain += level(table) * points_for(table, np.uint8(table.faces.scenes[card][path][at]))
    return gain


@compiled
def reward_of(table, stage):
    """What completing it brings, but for its scenes."""
    gain = np.float64(BONUS_OF[stage])
    if stage == Stage.HIDEOUT:
        gain += SHAMANDILLO_POINTS * level(table) + 2 * PICKUP
        gain += RISE_OF_LEVEL_ALONE if table.num_players == 1 else RISE_OF_LEVEL
    return gain


@compiled
def value_of_row(table, player, dice, first, points):
    """What the stage in play brings from scene `first` on with such power, with dice[k] (from 0) on card k."""
    stage = stage_at(table, np.int64(table.place))
    values = scratch(VALUES, np.float64)
    gain = table.tentative + reward_of(table, stage)
    for k in range(first, table.row_size):
        gain += points_of(table, np.int64(table.row[k]), dice[k])
    at_the_end(table, player, gain, values)
    leaving = may_leave_stages(table, player)
    if stage == Stage.HIDEOUT:
        before_boss(table, player, values)
        if leaving and first < table.row_size:
            with_backing_out(table, player, values)
    for k in range(table.row_size - 1, first - 1, -1):
        before_scene(table, player, np.int64(table.row[k]), dice[k], values)
        if leaving and k > first:
            with_backing_out(table, player, values)
    return values[points]


@compiled
def value_of_stage(table, player, stage):
    """What a stage is worth whose scenes are not yet seen, against doing nothing."""
    values = scratch(VALUES, np.float64)
    scenes = SCENES_OF[stage]
    at_the_end(table, player, reward_of(table, stage) + scenes * UNSEEN_POINTS * level(table), values)
    leaving = may_leave_stages(table, player)
    if stage == Stage.HIDEOUT:
        before_boss(table, player, values)
        if leaving:
            with_backing_out(table, player, values)
    for k in range(scenes - 1, -1, -1):
        before_loss(UNSEEN[help_of(table, player), level(table) - 1], halved(table, player), values)
        if leaving and k > 0:
            with_backing_out(table, player, values)
    now = power(table, player)
    return values[now] - worth_of_power(table, now) + scenes * UNSEEN_PICKUPS * PICKUP
