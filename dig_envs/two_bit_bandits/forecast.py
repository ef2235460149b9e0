"""The blocks of an observation that foresee: what stages promise, what the dice on a row will bring."""

from statistics import NormalDist

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.two_bit_bandits.blocks import (
    BOSS_RISK_AT,
    FIRST_FOE,
    NEXT_AT,
    OUTLOOK_AT,
    PATH_FEATURES,
    PATH_PRICE,
    ROW_AT,
    STAGE_FEATURES,
    STAGES_AT,
)
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    ENCOUNTERS_A_PATH,
    NUM_MINIONS,
    PATHS,
    ROW,
    SHAMANDILLO_POINTS,
    SLOTS,
    Encounter,
    Pickup,
    Stage,
)
from dig_envs.two_bit_bandits.dice_fit import EVERY_FACE, dice_left, encode_fits, face_of
from dig_envs.two_bit_bandits.dice_value import MOST_DICE_VALUED, encode_values
from dig_envs.two_bit_bandits.foresight import (
    CHANCE,
    COST,
    PRICE,
    RISKS,
    SPREAD,
    next_boss,
    points_for,
)
from dig_envs.two_bit_bandits.odds import BOSS
from dig_envs.two_bit_bandits.prospects import AFTER, FIRST_LURE, PROMISES, all_promises
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import count_held
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import Phase

A_POWER = 1 / 16
A_COST = np.float32(1 / 16)
A_PRICE = np.float32(1 / 8000)
QUARTER = np.float32(1 / 4)
THIRD = np.float32(1 / 3)


def promised_features() -> np.ndarray:
    """What stages promise, scaled, as an observation has it: float32, by all that `all_promises` goes by, feature of a lure."""
    promises = np.clip(all_promises() * np.array([1 / 2000, 1.0, A_POWER], np.float32), 0, 1)
    features = np.zeros((*promises.shape[:-1], STAGE_FEATURES), np.float32)
    features[..., :PROMISES] = promises
    return features.reshape(*promises.shape[:-2], -1)


PROMISED = promised_features()
# Where the promises of saloon, wagon and the others stand in an observation.
SALOON_AFTER_AT = STAGES_AT + STAGE_FEATURES * Stage.SALOON + AFTER
WAGON_AFTER_AT = STAGES_AT + STAGE_FEATURES * Stage.WAGON + AFTER
FIRST_LURE_AT = STAGES_AT + STAGE_FEATURES * FIRST_LURE
HIDEOUT_AT = STAGES_AT + STAGE_FEATURES * Stage.HIDEOUT
SAFE_FEATURES = STAGE_FEATURES * (Stage.HIDEOUT - FIRST_LURE)  # of all lures but the hideouts

# What an encounter writes into a path's features, and where.
PATH_FEATURE = np.array([0, *range(FIRST_FOE), *([*range(FIRST_FOE, PATH_PRICE)] * 2)])
PATH_VALUE = np.array([0.0] + [1 / 3] * FIRST_FOE + [0.5] * NUM_MINIONS + [1.0] * NUM_MINIONS, np.float32)

# The normal distribution from -4 to 4 standard deviations.
STEPS = 8
LAST_STEP = 8 * STEPS - 1
NORMAL = np.array([NormalDist().cdf(k / STEPS - 4) for k in range(LAST_STEP + 1)], np.float32)
LEAST_SPREAD = np.float32(0.1)  # what nothing can happen in has none


# --- what one may choose


@inlined
def encode_prospects(table, player, standing, out):
    """What each kind of stage promises to who stands like that."""
    lures = PROMISED[standing.leaving, standing.half, standing.help, standing.row, standing.power]
    out[SALOON_AFTER_AT] = min(1.0, table.max_health * A_POWER)
    out[WAGON_AFTER_AT] = min(1.0, (standing.power + SLOTS - count_held(table, player)) * A_POWER)
    for k in range(SAFE_FEATURES):
        out[np.uint32(FIRST_LURE_AT + k)] = lures[k]
    boss = np.uint32(SAFE_FEATURES + STAGE_FEATURES * next_boss(table))
    for k in range(STAGE_FEATURES):
        out[np.uint32(HIDEOUT_AT + k)] = lures[boss + np.uint32(k)]


# --- the stage in play, as the active seat has it


@inlined
def encode_odds(table, standing, out):
    risks = RISKS[standing.half, standing.help, standing.row, standing.power]
    boss = np.uint8(BOSS + next_boss(table))
    out[BOSS_RISK_AT] = risks[boss, COST] * A_COST
    out[BOSS_RISK_AT + 1] = risks[boss, CHANCE]
    if table.row_size > 0:
        encode_row(table, risks, out)
        encode_next(table, risks, out)
        encode_outlook(table, np.int64(standing.power), risks, boss, out)
        if table.phase == Phase.ASSIGN:
            encode_dice(table, standing, out)


@inlined
def encode_row(table, risks, out):
    """A die leads to one path of its card, those not yet laid to a few; a Tuba may bring any card to any die."""
    held = table.pickups[table.active]
    every = held[0] == Pickup.TUBA or held[1] == Pickup.TUBA
    faces, kinds = (EVERY_FACE, np.int64(PATHS)) if every else dice_left(table, np.int64(1))
    for k in range(table.row_size):
        die = np.int64(table.row_dice[k])
        one = die > 0 and not every
        leading = die - 1 if one else faces
        for i in range(1 if one else kinds):
            encode_path(table, np.int64(k), np.uint8(face_of(leading, i)), risks, out)


@inlined
def encode_path(table, k, path, risks, out):
    """Each path has an encounter, hardly any has more: what the first one writes needs no branch."""
    at = ROW_AT + (k * PATHS + path) * PATH_FEATURES
    encounters = table.faces.scenes[np.uint8(table.row[np.uint8(k)])][np.uint8(path)]
    code = np.uint8(encounters[0])
    out[np.uint32(at + PATH_FEATURE[code])] = PATH_VALUE[code]
    price = risks[code, PRICE]
    for encounter in range(1, ENCOUNTERS_A_PATH):
        code = np.uint8(encounters[encounter])
        if code == Encounter.NONE:
            break
        cell = np.uint32(at + PATH_FEATURE[code])
        out[cell] = max(out[cell], PATH_VALUE[code]) if code >= Encounter.BATTLE else out[cell] + THIRD
        price += risks[code, PRICE]
    out[np.uint32(at + PATH_PRICE)] = min(np.float32(1), max(np.float32(0), price * A_PRICE + QUARTER))


@inlined
def encode_next(table, risks, out):
    """The scene that is next, or the battle of a hideout."""
    k = table.scene
    if k == table.row_size:
        out[NEXT_AT] = out[BOSS_RISK_AT]
        out[NEXT_AT + 1] = out[BOSS_RISK_AT + 1]
    elif table.row_dice[k] > 0:
        encode_path_risk(table, np.int64(k), np.int64(table.row_dice[k] - 1), risks, out, np.int64(NEXT_AT))


@compiled
def encode_path_risk(table, k, path, risks, out, at):
    cost = np.float32(0)
    chance = np.float32(1)
    for encounter in range(ENCOUNTERS_A_PATH):
        code = np.uint8(table.faces.scenes[np.uint8(table.row[k])][path][encounter])
        cost += risks[code, COST]
        chance *= risks[code, CHANCE]
    out[at] = min(np.float32(1), max(np.float32(0), cost * A_COST))
    out[at + 1] = chance


@inlined
def encode_outlook(table, strength, risks, boss, out):
    """From the next scene on, as far as dice are laid."""
    stage = stage_at(table, np.int64(table.place))
    cost = np.float32(0)
    spread = LEAST_SPREAD
    points = np.int64(0)
    for k in range(table.scene, table.row_size):
        if table.row_dice[k] == 0:
            break
        encounters = table.faces.scenes[np.uint8(table.row[k])][np.uint8(table.row_dice[k] - 1)]
        for encounter in range(ENCOUNTERS_A_PATH):
            code = np.uint8(encounters[encounter])
            if code == Encounter.NONE:
                break
            cost += risks[code, COST]
            spread += risks[code, SPREAD]
            points += points_for(table, code)
    if stage == Stage.HIDEOUT:
        cost += risks[boss, COST]
        spread += risks[boss, SPREAD]
        points += SHAMANDILLO_POINTS
    points = points * level(table) + np.int64(table.tentative) + BONUS_OF[stage]
    out[OUTLOOK_AT] = min(np.float32(1), max(np.float32(0), cost * (A_COST * np.float32(0.5))))
    out[OUTLOOK_AT + 1] = min(1.0, points * (1 / 5000))
    out[OUTLOOK_AT + 2] = chance_of(strength - np.float32(0.5) - cost, spread)


@inlined
def chance_of(margin, spread):
    """That no more is lost than that on top of the mean, by the normal distribution."""
    step = (margin / np.sqrt(spread) + np.float32(4)) * np.float32(STEPS)
    return NORMAL[np.uint8(min(np.float32(LAST_STEP), max(np.float32(0), step)))]


@inlined
def encode_dice(table, standing, out):
    """How well each face that may be laid on the next card fits there."""
    faces, count = dice_left(table, np.int64(ROW))
    if count <= MOST_DICE_VALUED:
        encode_values(table, standing, faces, count, out)
    else:
        encode_fits(faces, count, np.int64(table.row_size - count), out)
