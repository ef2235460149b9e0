"""How the stages in reach compare: what each is worth in points, to a Good Guy that backs out where that is better."""

import itertools

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.blocks import (
    BEST_AT,
    CARD_FEATURES,
    KINDS_OF_STAGE,
    MAP_AT,
    MERIT,
    OPEN,
    STAGE_FEATURES,
    STAGES_AT,
)
from dig_envs.two_bit_bandits.components import BACKED_OUT_HEALTH, SLOTS, STAGES_A_CARD, TOP_LEVEL, Stage
from dig_envs.two_bit_bandits.forecast import A_PRICE, QUARTER
from dig_envs.two_bit_bandits.foresight import next_boss
from dig_envs.two_bit_bandits.odds import Help
from dig_envs.two_bit_bandits.prospects import FIRST_LURE, LURES, MOST_POWER, points_of, scenes_of
from dig_envs.two_bit_bandits.rules.holdings import count_held
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.worth import HEALTH_POINT

DEATH = (-200.0, -5500.0)  # in points, against no power left: another life begins at full health; there is none, or no hurry
EQUAL = np.float32(150.0)  # points less that halve a merit


def worth_of(stage: int, boss: int, death: float, leaving: bool, half: int) -> np.ndarray:
    """In points against doing nothing, by Help, level less 1, power; arguments as of `prospects.promise_of`."""
    powers = np.arange(MOST_POWER + 1.0)
    values = points_of(stage)[:, None] + HEALTH_POINT * powers
    values[:, 0] = death
    backed_out = HEALTH_POINT * np.maximum(powers, BACKED_OUT_HEALTH)
    backed_out[0] = death
    for k, scene in reversed(list(enumerate(scenes_of(stage, boss, half)))):
        values = (scene @ values[..., None])[..., 0]
        if leaving and k > 0:
            values = np.maximum(values, backed_out)
    return values - HEALTH_POINT * powers


def all_worths() -> np.ndarray:
    """Float32: by DEATH, whether one may back out, whether each second damage counts, Help, level less 1, power, lure."""
    cases = itertools.product(DEATH, (False, True), (0, 1))
    worths = [[worth_of(*lure, death, leaving, half) for lure in LURES] for death, leaving, half in cases]
    shaped = np.array(worths, np.float32).reshape(2, 2, 2, len(LURES), len(Help), TOP_LEVEL, MOST_POWER + 1)
    return np.ascontiguousarray(np.moveaxis(shaped, 3, -1))


WORTHS = all_worths()


@compiled
def encode_merits(table, player, standing, out):
    """After `stages` and `map`, which tell what is in reach."""
    dear = np.uint8(table.num_players == 1 or table.continues[player] == 0)
    worths = WORTHS[dear, standing.leaving, standing.half, standing.help, standing.row, standing.power]
    saloon = np.float32(HEALTH_POINT * (table.max_health - np.int64(standing.power)))
    wagon = np.float32(HEALTH_POINT * (SLOTS - count_held(table, player)))
    best = -np.float32(np.inf)
    for kind in range(Stage.SALOON, KINDS_OF_STAGE):
        if out[STAGES_AT + STAGE_FEATURES * kind + OPEN] == 1:
            best = max(best, worth_of_kind(table, saloon, wagon, worths, np.int64(kind)))
    for place in range(table.placed * STAGES_A_CARD):
        at = MAP_AT + CARD_FEATURES * (place // STAGES_A_CARD) + STAGE_FEATURES * (place % STAGES_A_CARD)
        if out[at + OPEN] == 1:
            kind = min(np.int64(stage_at(table, place)), np.int64(Stage.OWNED_WAGON))
            less = max(np.float32(0), best - worth_of_kind(table, saloon, wagon, worths, kind))
            out[at + MERIT] = EQUAL / (EQUAL + less)
    out[BEST_AT] = min(np.float32(1), max(np.float32(0), best * A_PRICE + QUARTER))


@compiled
def worth_of_kind(table, saloon, wagon, worths, kind):
    """Of a saloon the power it brings, of a wagon the pickups."""
    if kind == Stage.SALOON:
        return saloon
    if kind == Stage.WAGON or kind == Stage.OWNED_WAGON:
        return wagon
    lure = kind - FIRST_LURE
    return worths[lure + next_boss(table)] if kind == Stage.HIDEOUT else worths[lure]
