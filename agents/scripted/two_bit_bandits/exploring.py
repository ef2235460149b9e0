"""Where the expert of 2-Bit Bandits goes: stages by points against risk, hideouts last, the saloon in between."""

import numpy as np

from agents.scripted.two_bit_bandits.odds import BOSS_DAMAGE, SCENE_DAMAGE
from agents.scripted.two_bit_bandits.risk import HEALTH_POINT, life_value, softened, staying_power, survival
from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    LEVELS,
    PLACES,
    SCENES_OF,
    SHAMANDILLO_POINTS,
    SIDES,
    STAGES_A_CARD,
    Stage,
)
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.holdings import count_held
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE, Final

SCENE_GAIN = 40.0  # points and pickups met in a scene, at level 1
PICKUP = 150.0
RISE_OF_LEVEL = 300.0  # what a hideout costs everybody in later stages
LOOK_VALUE = 200.0  # of a new level card, whose stages one may choose at once
RISK_SHARE = 0.5  # of the lives at risk when a stage is chosen: the others are saved by backing out


@compiled
def where_to(table, player, mask):
    """The best stage, a look at level cards, or the saloon."""
    if mask[actions.FINISH]:
        return actions.FINISH
    best = NONE
    best_value = 0.0
    for place in range(PLACES):
        if mask[actions.STAGE + place] and not idles(table, player, np.int64(place)):
            value = stage_value(table, player, np.int64(place))
            if best == NONE or value > best_value:
                best = place
                best_value = value
    if mask[actions.LOOK] and (best == NONE or best_value < LOOK_VALUE):
        return actions.LOOK
    if best == NONE:
        return actions.STOP if mask[actions.STOP] else actions.STAGE + 1  # Stone Ridge
    return actions.STAGE + best


@compiled
def idles(table, player, place):
    """A saloon at nearly full health: nothing is gained by waiting."""
    return stage_at(table, place) == Stage.SALOON and table.health[player] + 1 >= table.max_health


@compiled
def stage_value(table, player, place):
    stage = stage_at(table, place)
    if stage == Stage.SALOON:
        return HEALTH_POINT * (table.max_health - table.health[player]) - PICKUP * count_held(table, player)
    if stage == Stage.WAGON or stage >= Stage.OWNED_WAGON:
        return PICKUP * (2 - count_held(table, player)) + LOOK_VALUE
    scenes = SCENES_OF[stage]
    damage = scenes * SCENE_DAMAGE[level(table)]
    gain = BONUS_OF[stage] + scenes * SCENE_GAIN * level(table)
    if stage == Stage.HIDEOUT:
        damage += BOSS_DAMAGE[level(table)]
        gain += SHAMANDILLO_POINTS * level(table) + PICKUP * 2 - RISE_OF_LEVEL
    chance = survival(staying_power(table, player), softened(table, player, damage))
    if table.final == Final.WON:  # nothing is lost any more
        return chance * gain
    return chance * gain - RISK_SHARE * (1.0 - chance) * life_value(table, player)


@compiled
def keep(table, seat, mask):
    """The level card with more to gain."""
    if mask[actions.KEEP + 1] and face_value(table, seat.looked[1]) > face_value(table, seat.looked[0]):
        return actions.KEEP + 1
    return actions.KEEP


@compiled
def face_value(table, level_card):
    value = 0.0
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        value += PICKUP if stage == Stage.WAGON else np.float64(BONUS_OF[stage]) if stage != Stage.HIDEOUT else 0.0
    return value


@compiled
def lay(mask):
    """Any exit."""
    for exit_ in range((LEVELS - 1) * len(SIDES)):
        if mask[actions.LAY + exit_]:
            return actions.LAY + exit_
    return NONE
