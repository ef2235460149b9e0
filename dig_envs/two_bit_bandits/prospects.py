"""What a stage promises before its scenes are seen, to a Good Guy that backs out where the next scene is too dangerous."""

import numpy as np

from dig_envs.two_bit_bandits.components import (
    BACKED_OUT_HEALTH,
    BONUS_OF,
    NUM_MINIONS,
    NUM_SHAMANDILLOS,
    SCENES_OF,
    SHAMANDILLO_POINTS,
    TOP_LEVEL,
    Stage,
)
from dig_envs.two_bit_bandits.odds import BOSS, MOST_LOST, ODDS, Help

MOST_POWER = 24
BATTLE_POINTS = 50.0
BOLDNESS = 0.97  # the chance to survive the next scene for which one goes on
# What the dice lead to in a scene not yet seen, when they are laid as one likes.
SHARES = np.array([0.0, 0.3, 0.1, 0.1, 0.0] + [0.4 / NUM_MINIONS] * NUM_MINIONS + [0.1 / NUM_MINIONS] * NUM_MINIONS)
UNSEEN = (ODDS[:, :, :BOSS] * SHARES[:, None]).sum(axis=2).astype(np.float32)  # by Help, level less 1, health lost
UNSEEN_POINTS = 0.4 * BATTLE_POINTS + 0.1 * 2 * BATTLE_POINTS  # a scene at level 1

# The kinds of stages that are told apart: oasis to fort, and a hideout by its Shamandillo, the last one not known.
LURES = tuple((stage, 0) for stage in range(Stage.OASIS, Stage.HIDEOUT))
LURES += tuple((int(Stage.HIDEOUT), boss) for boss in range(NUM_SHAMANDILLOS + 1))
FIRST_LURE = int(Stage.OASIS)
POINTS, RISK, AFTER = range(3)
PROMISES = 3


def lost_to_power(odds: np.ndarray, half: int) -> np.ndarray:
    """Odds (…, health lost) as the chances (…, power before, power after); a half of 1 takes each second point."""
    chances = np.zeros((*odds.shape[:-1], MOST_POWER + 1, MOST_POWER + 1))
    for before in range(MOST_POWER + 1):
        for lost in range(MOST_LOST + 1):
            chances[..., before, max(0, before - (lost >> half))] += odds[..., lost]
    return chances


def scenes_of(stage: int, boss: int, half: int) -> list[np.ndarray]:
    """For each scene of a Stage, and the battle of a hideout, the chances by Help, level less 1, power before, power after."""
    scenes = [lost_to_power(UNSEEN, half)] * SCENES_OF[stage]
    return [*scenes, lost_to_power(ODDS[:, :, BOSS + boss], half)] if stage == Stage.HIDEOUT else scenes


def points_of(stage: int) -> np.ndarray:
    """What completing a Stage brings on average, by level less 1."""
    levels = np.arange(1, TOP_LEVEL + 1)
    points = BONUS_OF[stage] + SCENES_OF[stage] * UNSEEN_POINTS * levels
    return points + SHAMANDILLO_POINTS * levels if stage == Stage.HIDEOUT else points


def promise_of(stage: int, boss: int, leaving: bool, half: int) -> np.ndarray:
    """By Help, level less 1, power: points that completing brings on average, the chance to die, the power left on average.

    Args:
        stage: a Stage with scenes.
        boss: the Shamandillo of a hideout, or NUM_SHAMANDILLOS if it is not known.
        leaving: whether one may back out.
        half: 1 if an Adobe Mask takes each second point of damage.
    """
    scenes = scenes_of(stage, boss, half)
    powers = np.arange(MOST_POWER + 1.0)
    backed_out = np.stack([0 * powers, 0 * powers, np.maximum(powers, BACKED_OUT_HEALTH)], axis=-1)
    promise = np.stack([powers > 0, powers == 0, powers], axis=-1)
    for k, scene in reversed(list(enumerate(scenes))):
        promise = scene @ promise
        if leaving and k > 0:
            fearful = (scene[..., 0] > 1 - BOLDNESS) & (powers > 0)
            promise = np.where(fearful[..., None], backed_out, promise)
    promise[..., POINTS] *= points_of(stage)[:, None]
    return promise


def all_promises() -> np.ndarray:
    """Float32: by whether one may back out, whether each second damage counts, Help, level less 1, power, lure, promise."""
    promises = [[promise_of(*lure, leaving, half) for lure in LURES] for leaving in (False, True) for half in (0, 1)]
    shaped = np.array(promises, np.float32).reshape(2, 2, len(LURES), len(Help), TOP_LEVEL, MOST_POWER + 1, PROMISES)
    return np.ascontiguousarray(np.moveaxis(shaped, 2, -2))
