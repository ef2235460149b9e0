"""What the stage in play is worth from some moment on, in points, for every power that a Good Guy may then have.

From the stage's end back to the present, each encounter turns the values after it into those before it: by the odds of what it
costs and, where one may leave, by the better of going on and backing out.

`values[DEAD + power]`, float32 (VALUES,); the last one stands for all greater power. The others fill one line of a cache.
"""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.scratch import room
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    ENCOUNTERS_A_PATH,
    SHAMANDILLO_POINTS,
    TOP_LEVEL,
    Encounter,
    Stage,
)
from dig_envs.two_bit_bandits.foresight import next_boss, points_for
from dig_envs.two_bit_bandits.odds import ATTACKED, BOSS, MOST_LOST, ODDS, Help
from dig_envs.two_bit_bandits.prospects import UNSEEN
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.worth import PICKUP, WORTHS_OF_BACKING_OUT, WORTHS_OF_POWER, worth_of_death

POWERS = 16  # that are told apart: as many as a register holds
DEAD = POWERS - 1
VALUES = DEAD + 1 + POWERS
RISE_OF_LEVEL = 300.0  # what it is worth to be the one who raises it
RISE_OF_LEVEL_ALONE = -300.0  # when nobody else does, there is no hurry

ANY_SCENE = ATTACKED  # what may come in a scene not yet seen, after all that may come of itself
SAME = POWERS  # where the odds stand that power does not change; before them those to win some, then those to lose some
DEATH = 2 * POWERS  # from here on those to die, by power less 1
PICKUPS_IN = np.zeros(ANY_SCENE + 1, np.float32)
PICKUPS_IN[Encounter.BARREL] = PICKUP


def all_turns() -> np.ndarray:
    """The odds of what may come to power: float32, by whether each second damage counts, Help, level less 1, what may come.

    The last axis (48,) has the odds of each change of power and, for each power, those of death.
    """
    odds = np.concatenate([ODDS[:, :, :ATTACKED], UNSEEN[:, :, None]], axis=2)
    turns = np.zeros((2, len(Help), TOP_LEVEL, ANY_SCENE + 1, DEATH + POWERS))
    for half in (0, 1):
        for lost in range(MOST_LOST + 1):
            least = lost >> half
            turns[half, ..., DEATH : DEATH + min(least, POWERS)] += odds[..., lost, None]
            if least < POWERS:
                turns[half, ..., SAME + least] += odds[..., lost]
    turns[..., [Encounter.BARREL, Encounter.HEART], :] = 0.0
    turns[..., [Encounter.BARREL, Encounter.HEART], SAME - 1] = 1.0
    return turns.astype(np.float32)


TURNS = all_turns()


# --- the end


@compiled
def reward_of(table, stage):
    """What completing a stage brings, but for its scenes."""
    gain = np.float64(BONUS_OF[stage])
    if stage == Stage.HIDEOUT:
        gain += SHAMANDILLO_POINTS * level(table) + 2 * PICKUP
        gain += RISE_OF_LEVEL_ALONE if table.num_players == 1 else RISE_OF_LEVEL
    return gain


@compiled
def at_the_end(table, player, gain, values):
    values[DEAD] = worth_of_death(table, player)
    worths = WORTHS_OF_POWER[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        values[DEAD + power] = np.float32(gain) + worths[power]


@inlined
def after_scenes(table, player, standing, stage, points, leaving, values):
    """Once all scenes are over, with these points from them; of a hideout before its battle, which one may leave or not."""
    at_the_end(table, player, points + reward_of(table, stage), values)
    if stage == Stage.HIDEOUT:
        before_coming(standing, np.uint8(BOSS + next_boss(table)), values)
        if leaving:
            with_backing_out(table, values)


# --- what comes before


@inlined
def before_coming(standing, code, values):
    """Before what may come of that code (see `odds.py`), to who stands like that (see `foresight.standing_of`).

    The sums go along the powers before, all of which fit into a register at once.
    """
    turn = TURNS[standing.half, standing.help, standing.row, code]
    before = room(POWERS)
    other = room(POWERS)  # two sums, so that one need not wait for the other
    for k in range(POWERS):
        before[k] = PICKUPS_IN[code] + values[DEAD] * turn[DEATH + k]
        other[k] = values[DEAD + POWERS] * turn[k]
    for after in range(1, POWERS, 2):
        value, next_value = values[DEAD + after], values[DEAD + 1 + after]
        first = np.uint64(SAME + 1 - after)
        for k in range(POWERS):
            before[k] += value * turn[first + np.uint64(k)]
            other[k] += next_value * turn[first - np.uint64(1) + np.uint64(k)]
    for k in range(POWERS):
        values[DEAD + 1 + k] = before[k] + other[k]


@inlined
def before_scene(table, standing, card, path, values):
    """The points of its battles are not counted here."""
    encounters = table.faces.scenes[np.uint8(card)][np.uint8(path)]
    for at in range(ENCOUNTERS_A_PATH - 1, -1, -1):
        if encounters[at] != Encounter.NONE:
            before_coming(standing, np.uint8(encounters[at]), values)


@inlined
def with_backing_out(table, values):
    """Where one may, the better of both."""
    worths = WORTHS_OF_BACKING_OUT[np.uint8(table.max_health)]
    for power in range(1, POWERS + 1):
        values[DEAD + power] = max(values[DEAD + power], worths[power])


@inlined
def points_of(table, card, path):
    """What a path's battles are worth."""
    encounters = table.faces.scenes[np.uint8(card)][np.uint8(path)]
    points = np.int64(0)
    for at in range(ENCOUNTERS_A_PATH):
        if encounters[at] == Encounter.NONE:
            break
        points += points_for(table, np.uint8(encounters[at]))
    return level(table) * points


@inlined
def value_at(values, power):
    return values[DEAD + min(np.int64(power), POWERS)]
