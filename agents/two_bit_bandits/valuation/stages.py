"""Value the stage in play and stages with unseen scenes by the backward induction of `induction.py`."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation import induction
from dig_envs.agents.two_bit_bandits.valuation.induction import VALUES
from dig_envs.agents.two_bit_bandits.valuation.odds import BOSS, UNSEEN_SCENE
from dig_envs.agents.two_bit_bandits.valuation.power_odds import unseen_points
from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP, price_of_power
from dig_envs.agents.two_bit_bandits.valuation.strength import next_boss
from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import Encounter, Stage
from dig_envs.two_bit_bandits.rules.battle import HIDEOUT_PICKUPS
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import stage_at

RISE_OF_LEVEL = 300.0  # points for the seat that raises the level
RISE_OF_LEVEL_ALONE = -300.0  # the same in a solo game, where no rival can raise the level
UNSEEN_PICKUPS = 0.3  # mean number of pickups in an unseen scene

# By code of encounter: 1 for a battle, its minion, 1 for an elemental minion.
CODES = np.arange(len(components.ENCOUNTER_NAMES))
IS_BATTLE = (CODES >= Encounter.BATTLE).astype(np.int64)
MINION_OF = (IS_BATTLE * (CODES - Encounter.BATTLE) % components.NUM_MINIONS).astype(np.uint8)
IS_ELEMENTAL = (CODES >= Encounter.ELEMENTAL).astype(np.uint8)


class Forecast(NamedTuple):
    """The value of a stage in points and the chances to complete it and to die, with backing out where that is better."""

    value: Any
    completes: Any
    dies: Any


@compiled
def value_row(table, player, strength, dice, first, power):
    """Return the value in points of the stage in play from scene `first`, with a power and with dice[k] (1 to 6) on card k."""
    values = stack_floats(VALUES)
    value_after_scenes(table, player, strength, points_of_row(table, dice, first), first < table.row_size, values)
    for k in range(table.row_size - 1, first - 1, -1):
        value_before_scene(table, strength, table.row[k], dice[k] - 1, values)
        if strength.leaving and k > first:
            induction.with_backing_out(table, values)
    return induction.value_at(values, power)


@compiled
def forecast_row(table, player, strength, dice, first):
    """Return the Forecast of the stage in play from scene `first`, with the power of `strength`.

    The Forecast is that of going on: it does not include backing out immediately.
    """
    values, completes, dies = stack_floats(VALUES), stack_floats(VALUES), stack_floats(VALUES)
    may_leave = strength.leaving and first < table.row_size
    induction.value_end(table, player, points_of_row(table, dice, first) + reward_of(table, stage_in_play(table)), values)
    induction.chances_at_end(completes, dies)
    if stage_in_play(table) == Stage.HIDEOUT:
        step_back(strength, np.uint8(BOSS + next_boss(table)), values, completes, dies)
        if may_leave:
            back_out(table, values, completes, dies)
    for k in range(table.row_size - 1, first - 1, -1):
        encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(dice[k] - 1)]
        for at in range(components.ENCOUNTERS_A_PATH - 1, -1, -1):
            if encounters[at] != Encounter.NONE:
                step_back(strength, np.uint8(encounters[at]), values, completes, dies)
        if strength.leaving and k > first:
            back_out(table, values, completes, dies)
    return forecast_at(values, completes, dies, strength.power)


@compiled
def forecast_stage(table, player, strength, stage):
    """Return the Forecast of a stage with unseen scenes; its value is relative to doing nothing."""
    values, completes, dies = stack_floats(VALUES), stack_floats(VALUES), stack_floats(VALUES)
    scenes = components.SCENES_OF[stage]
    induction.value_end(table, player, scenes * unseen_points(table) * level(table) + reward_of(table, stage), values)
    induction.chances_at_end(completes, dies)
    if stage == Stage.HIDEOUT:
        step_back(strength, np.uint8(BOSS + next_boss(table)), values, completes, dies)
        if strength.leaving:
            back_out(table, values, completes, dies)
    for k in range(scenes - 1, -1, -1):
        step_back(strength, np.uint8(UNSEEN_SCENE), values, completes, dies)
        if strength.leaving and k > 0:
            back_out(table, values, completes, dies)
    forecast = forecast_at(values, completes, dies, strength.power)
    value = forecast.value - price_of_power(table, strength.power) + scenes * UNSEEN_PICKUPS * PICKUP
    return Forecast(np.float32(value), forecast.completes, forecast.dies)


# --- one step of the induction


@inlined
def step_back(strength, code, values, completes, dies):
    """Convert the values and chances after an encounter to those before it."""
    induction.before_encounter(strength, code, induction.PICKUP_POINTS[code], values)
    induction.before_encounter(strength, code, np.float32(0), completes)
    induction.before_encounter(strength, code, np.float32(0), dies)


@inlined
def back_out(table, values, completes, dies):
    """Replace the values and chances of going on by those of backing out where backing out is better."""
    induction.chances_with_backing_out(table, values, completes, dies)
    induction.with_backing_out(table, values)


@inlined
def forecast_at(values, completes, dies, power):
    """Return the Forecast for a power."""
    return Forecast(induction.value_at(values, power), induction.value_at(completes, power), induction.value_at(dies, power))


@inlined
def value_before_scene(table, strength, card, path, values):
    """Convert the values after a scene to those before it. The points of its battles count at the end of the stage."""
    encounters = table.faces.scenes[np.uint8(card)][np.uint8(path)]
    for at in range(components.ENCOUNTERS_A_PATH - 1, -1, -1):
        if encounters[at] != Encounter.NONE:
            code = np.uint8(encounters[at])
            induction.before_encounter(strength, code, induction.PICKUP_POINTS[code], values)


@inlined
def value_after_scenes(table, player, strength, points, more_scenes, values):
    """Write the values after the last scene of a stage with a number of points; in a hideout, before its battle."""
    stage = stage_in_play(table)
    induction.value_end(table, player, points + reward_of(table, stage), values)
    if stage == Stage.HIDEOUT:
        induction.before_encounter(strength, np.uint8(BOSS + next_boss(table)), np.float32(0), values)
        if strength.leaving and more_scenes:
            induction.with_backing_out(table, values)


# --- points


@inlined
def stage_in_play(table):
    """Return the Stage in play."""
    return stage_at(table, table.place)


@compiled
def reward_of(table, stage):
    """Return the value of completing a stage without its scenes: bonus, Shamandillo, pickups, rise of the level."""
    gain = np.float64(components.BONUS_OF[stage])
    if stage == Stage.HIDEOUT:
        gain += components.SHAMANDILLO_POINTS * level(table) + HIDEOUT_PICKUPS * PICKUP
        gain += RISE_OF_LEVEL_ALONE if table.num_players == 1 else RISE_OF_LEVEL
    return gain


@compiled
def points_of_stage(table, stage):
    """Return the mean points for completing a stage with unseen scenes."""
    points = components.BONUS_OF[stage] + components.SCENES_OF[stage] * unseen_points(table) * level(table)
    return points + components.SHAMANDILLO_POINTS * level(table) if stage == Stage.HIDEOUT else points


@inlined
def points_of_row(table, dice, first):
    """Return the tentative points after the scenes from `first` are won."""
    points = table.tentative
    for k in range(first, table.row_size):
        points += points_of_path(table, table.row[k], dice[k] - 1)
    return points


@inlined
def points_of_path(table, card, path):
    """Return the points of a path's battles at the present level."""
    encounters = table.faces.scenes[np.uint8(card)][np.uint8(path)]
    points = 0
    for at in range(components.ENCOUNTERS_A_PATH):
        if encounters[at] == Encounter.NONE:
            break
        points += points_of_encounter(table, np.uint8(encounters[at]))
    return level(table) * points


@inlined
def points_of_encounter(table, code):
    """Return the points of an encounter at level 1 (TB-21): the points of its minion, 0 without a battle."""
    return IS_BATTLE[code] * table.faces.minion_points[MINION_OF[code]][IS_ELEMENTAL[code]]
