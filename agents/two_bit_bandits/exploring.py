"""Choose where the expert of 2-Bit Bandits goes: to the stage worth most, to new level cards, or to the saloon."""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.places import PROMISE, PROMISES, WORTH, is_idle, kind_of, promise_kinds
from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP
from dig_envs.agents.two_bit_bandits.valuation.strength import power_of, strength_of
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import room
from dig_envs.two_bit_bandits.components import BONUS_OF, LEVELS, PLACES, SIDES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.explore import FINAL_HIDEOUT
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE

LOOK_VALUE = 1300.0  # points that a look at level cards is worth, as one may choose among the new stages at once
LOOK_VALUE_ALONE = 250.0  # the same in a solo game, where nobody else can take what is there already
FINAL_VALUE = 800.0  # points that a look is worth that may begin the final battle, with as much power as full health
FINAL_POWER = 100.0  # points more for each point of power above that


@compiled
def where_to(table, player, mask):
    """Return the action that goes to the best stage or saloon, or looks at level cards."""
    if mask[actions.FINISH]:
        return actions.FINISH
    best, best_worth = best_place(table, player, mask)
    if mask[actions.LOOK] and (best == NONE or best_worth < value_of_look(table, player)):
        return actions.LOOK
    if best == NONE:
        return actions.STOP if mask[actions.STOP] else actions.STAGE + 1  # Stone Ridge
    return actions.STAGE + best


@compiled
def best_place(table, player, mask):
    """Return the legal place that is worth most and its worth in points; NONE if all are idle."""
    promises = room(PROMISES)
    promise_kinds(table, player, strength_of(table, player), kinds_to_choose(table, mask), promises)
    best = NONE
    best_worth = np.float32(0)
    for place in range(PLACES):
        if mask[actions.STAGE + place]:
            kind = kind_of(stage_at(table, place))
            worth = promises[PROMISE * kind + WORTH]
            if not is_idle(table, player, kind) and (best == NONE or worth > best_worth):
                best = place
                best_worth = worth
    return best, best_worth


@compiled
def kinds_to_choose(table, mask):
    """Collect the kinds of the stages that are legal, as a set with a bit for each."""
    kinds = np.int64(0)
    for place in range(PLACES):
        if mask[actions.STAGE + place]:
            kinds |= 1 << kind_of(stage_at(table, place))
    return kinds


@compiled
def value_of_look(table, player):
    """Value a look at level cards, in points; by power where the final battle may begin with the next card (TB-28)."""
    if table.hideouts + 1 == FINAL_HIDEOUT[table.span]:
        return FINAL_VALUE + FINAL_POWER * (power_of(table, player) - table.max_health)
    return LOOK_VALUE_ALONE if table.num_players == 1 else LOOK_VALUE


@compiled
def keep(table, seat, mask):
    """Return the action that keeps the level card with more to gain."""
    if mask[actions.KEEP + 1] and face_value(table, seat.looked[1]) > face_value(table, seat.looked[0]):
        return actions.KEEP + 1
    return actions.KEEP


@compiled
def face_value(table, level_card):
    """Add up the bonus points and pickups of a level card's stages, in points; a hideout counts nothing."""
    value = 0.0
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        value += PICKUP if stage == Stage.WAGON else np.float64(BONUS_OF[stage]) if stage != Stage.HIDEOUT else 0.0
    return value


@compiled
def lay(mask):
    """Return the action that places the card at the first exit."""
    for exit_ in range((LEVELS - 1) * len(SIDES)):
        if mask[actions.LAY + exit_]:
            return actions.LAY + exit_
    return NONE
