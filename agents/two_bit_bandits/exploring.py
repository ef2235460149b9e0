"""Where the expert of 2-Bit Bandits goes: new level cards, stages by points against risk, the saloon in between."""

import numpy as np

from agents.two_bit_bandits.outlook import value_of_stage
from dig_envs.core.compile import compiled
from dig_envs.two_bit_bandits.components import BONUS_OF, LEVELS, PLACES, SIDES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.foresight import power
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.explore import FINAL_HIDEOUT
from dig_envs.two_bit_bandits.rules.holdings import count_held
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE
from dig_envs.two_bit_bandits.worth import PICKUP, worth_of_power

LOOK_VALUE = 1300.0  # of a new level card, whose stages one may choose at once
LOOK_VALUE_ALONE = 250.0  # nobody else can take what is there already
FINAL_VALUE = 800.0  # of a look that may begin the final battle, at full health
FINAL_POWER = 100.0  # for each point of power


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
    if mask[actions.LOOK] and (best == NONE or best_value < value_of_look(table, player)):
        return actions.LOOK
    if best == NONE:
        return actions.STOP if mask[actions.STOP] else actions.STAGE + 1  # Stone Ridge
    return actions.STAGE + best


@compiled
def value_of_look(table, player):
    """Before the last hideout one had better be strong: the final battle may begin with this card (TB-28)."""
    if table.hideouts + 1 == FINAL_HIDEOUT[table.span]:
        return FINAL_VALUE + FINAL_POWER * (power(table, player) - table.max_health)
    return LOOK_VALUE_ALONE if table.num_players == 1 else LOOK_VALUE


@compiled
def idles(table, player, place):
    """A saloon at nearly full health: nothing is gained by waiting."""
    return stage_at(table, place) == Stage.SALOON and table.health[player] + 1 >= table.max_health


@compiled
def stage_value(table, player, place):
    """In points, against doing nothing."""
    stage = stage_at(table, place)
    if stage == Stage.SALOON:
        return worth_of_power(table, np.int64(table.max_health)) - worth_of_power(table, power(table, player))
    if stage == Stage.WAGON or stage >= Stage.OWNED_WAGON:
        return PICKUP * (2 - count_held(table, player))
    return value_of_stage(table, player, stage)


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
