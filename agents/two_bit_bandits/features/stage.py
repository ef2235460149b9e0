"""Encode the values and risks of the stage in play and of the next Shamandillo for the active seat."""

import numpy as np

from dig_envs.agents.two_bit_bandits.features.blocks import AT, between_0_and_1, scaled_worth
from dig_envs.agents.two_bit_bandits.valuation.dice import value_dice
from dig_envs.agents.two_bit_bandits.valuation.induction import VALUES, value_before, value_end
from dig_envs.agents.two_bit_bandits.valuation.odds import BOSS
from dig_envs.agents.two_bit_bandits.valuation.power_odds import POWERS, chance_to_die, mean_cost
from dig_envs.agents.two_bit_bandits.valuation.prices import price_of_backing_out, price_of_power
from dig_envs.agents.two_bit_bandits.valuation.stages import forecast_row, points_of_encounter, points_of_row, stage_in_play
from dig_envs.agents.two_bit_bandits.valuation.strength import next_boss
from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits import components
from dig_envs.two_bit_bandits.components import PATHS, Encounter, Pickup, Stage
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.state import Phase

A_STAGE_POINT = np.float32(1 / 5000)
A_POWER = np.float32(1 / 16)
EQUAL = np.float32(50)  # points below the best die at which the merit of a die is 1/2


@compiled
def encode_boss(table, strength, out):
    """Write the risk of the battle with the next Shamandillo."""
    encode_risk(strength, np.uint8(BOSS + next_boss(table)), out, AT.shamandillo_risk)


@compiled
def encode_stage(table, fighter, strength, out):
    """Write the values of the row's paths, of the dice to assign and of the rest of the stage for the active seat."""
    encode_paths(table, fighter, strength, out)
    if table.phase == Phase.ASSIGN:
        encode_dice(table, fighter, strength, out)
    else:
        encode_next(table, strength, out)
        encode_rest(table, fighter, strength, out)


@inlined
def encode_risk(strength, code, out, at):
    """Write the mean power that an encounter costs, and the chance to survive it."""
    out[at] = between_0_and_1(mean_cost(strength, code) * A_POWER)
    out[at + 1] = np.float32(1) - chance_to_die(strength, code)


@compiled
def encode_paths(table, fighter, strength, out):
    """Write the values of the paths with a die and of the paths that may still receive one; with a Tuba, of all paths."""
    values = stack_floats(VALUES)
    value_end(table, fighter, np.float64(0), values)
    now = price_of_power(table, min(np.int64(strength.power), POWERS))
    held = table.pickups[fighter]
    every = held[0] == Pickup.TUBA or held[1] == Pickup.TUBA
    for k in range(table.row_size):
        die = table.row_dice[k]
        if die > 0 and not every:
            encode_path(table, strength, k, die - 1, values, now, out)
        else:
            for path in range(PATHS):
                if every or table.rolled[path] > 0:
                    encode_path(table, strength, k, path, values, now, out)


@inlined
def encode_path(table, strength, k, path, values, now, out):
    """Write the value of a path as the next path: points and pickups less the expected cost in power and lives."""
    encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(path)]
    worth = np.float32(0)
    for at in range(components.ENCOUNTERS_A_PATH):
        code = np.uint8(encounters[at])
        if code == Encounter.NONE:
            break
        worth += value_before(strength, code, values) - now + np.float32(level(table) * points_of_encounter(table, code))
    out[AT.path_worths + k * PATHS + path] = scaled_worth(worth)


@compiled
def encode_dice(table, fighter, strength, out):
    """Write the merit of each die to assign, and the value of the stage with the best die."""
    values = stack_floats(PATHS)
    value_dice(table, fighter, strength, values)
    best = -np.float32(np.inf)
    for face in range(PATHS):
        if table.rolled[face] > 0:
            best = max(best, values[face])
    for face in range(PATHS):
        if table.rolled[face] > 0:
            out[AT.die_merits + face] = EQUAL / (EQUAL + (best - values[face]))
    out[AT.rest_of_stage] = scaled_worth(best - price_of_backing_out(table, strength.power))


@compiled
def encode_next(table, strength, out):
    """Write the risk of the next scene, or of the battle in a hideout."""
    k = table.scene
    if k == table.row_size:
        out[AT.next_risk] = out[AT.shamandillo_risk]
        out[AT.next_risk + 1] = out[AT.shamandillo_risk + 1]
        return
    encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(table.row_dice[k] - 1)]
    cost = np.float32(0)
    survives = np.float32(1)
    for at in range(components.ENCOUNTERS_A_PATH):
        code = np.uint8(encounters[at])
        if code == Encounter.NONE:
            break
        cost += mean_cost(strength, code)
        survives *= np.float32(1) - chance_to_die(strength, code)
    out[AT.next_risk] = between_0_and_1(cost * A_POWER)
    out[AT.next_risk + 1] = survives


@compiled
def encode_rest(table, fighter, strength, out):
    """Write the value of going on. The scene in play counts as if it began now."""
    scene = table.scene
    forecast = forecast_row(table, fighter, strength, table.row_dice, scene)
    stage = stage_in_play(table)
    points = points_of_row(table, table.row_dice, scene) + components.BONUS_OF[stage]
    points += components.SHAMANDILLO_POINTS * level(table) * (stage == Stage.HIDEOUT)
    out[AT.rest_of_stage] = scaled_worth(forecast.value - price_of_backing_out(table, strength.power))
    out[AT.rest_of_stage + 1] = between_0_and_1(forecast.completes)
    out[AT.rest_of_stage + 2] = between_0_and_1(forecast.dies)
    out[AT.rest_of_stage + 3] = min(np.float32(1), np.float32(points) * A_STAGE_POINT)
