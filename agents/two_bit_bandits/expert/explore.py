"""Choose the destinations of the expert of 2-Bit Bandits: a stage, the saloon, or new level cards."""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.places import PROMISE, PROMISES, WORTH, is_idle, kind_of, write_promises
from dig_envs.agents.two_bit_bandits.valuation.prices import PICKUP
from dig_envs.agents.two_bit_bandits.valuation.strength import power_of, strength_of
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import stack_floats
from dig_envs.two_bit_bandits.components import BONUS_OF, LEVELS, PLACES, SIDES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.explore import FINAL_HIDEOUT
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE

LOOK_VALUE = 1300.0  # points of a look at level cards, after which the seat may choose a new stage immediately
LOOK_VALUE_ALONE = 250.0  # the same in a solo game, where no rival can take the present stages
FINAL_VALUE = 800.0  # points of a look that may begin the final battle, at a power equal to full health
FINAL_POWER = 100.0  # additional points per point of power above that


@compiled
def destination(table, player, mask):
    """Return the action that goes to the best stage or saloon, or that looks at level cards."""
    if mask[Action.FINISH]:
        return np.int64(Action.FINISH)
    best, best_worth = best_place(table, player, mask)
    if mask[Action.LOOK] and (best == NONE or best_worth < value_of_look(table, player)):
        return np.int64(Action.LOOK)
    if best == NONE:
        return np.int64(Action.STOP) if mask[Action.STOP] else Action.STAGE + first_place(mask)
    return Action.STAGE + best


@compiled
def best_place(table, player, mask):
    """Return the legal place with the highest worth, and its worth in points; NONE if all places are idle."""
    promises = stack_floats(PROMISES)
    write_promises(table, player, strength_of(table, player), kinds_to_choose(table, mask), promises)
    best = NONE
    best_worth = np.float32(0)
    for place in range(PLACES):
        if mask[Action.STAGE + place]:
            kind = kind_of(stage_at(table, place))
            worth = promises[PROMISE * kind + WORTH]
            if not is_idle(table, player, kind) and (best == NONE or worth > best_worth):
                best = place
                best_worth = worth
    return best, best_worth


@compiled
def first_place(mask):
    """Return the first legal place; if all places are idle, a saloon."""
    place = 0
    while mask[Action.STAGE + place] == 0:
        place += 1
    return place


@compiled
def kinds_to_choose(table, mask):
    """Return the kinds of the legal stages as a bit set."""
    kinds = 0
    for place in range(PLACES):
        if mask[Action.STAGE + place]:
            kinds |= 1 << kind_of(stage_at(table, place))
    return kinds


@compiled
def value_of_look(table, player):
    """Return the value of a look at level cards, in points. If the final battle may begin (TB-28), it depends on power."""
    if table.hideouts + 1 == FINAL_HIDEOUT[table.span]:
        return FINAL_VALUE + FINAL_POWER * (power_of(table, player) - table.max_health)
    return LOOK_VALUE_ALONE if table.num_players == 1 else LOOK_VALUE


@compiled
def keep_action(table, seat, mask):
    """Return the action that keeps the better level card."""
    if mask[Action.KEEP + 1] and face_value(table, seat.looked[1]) > face_value(table, seat.looked[0]):
        return Action.KEEP + 1
    return np.int64(Action.KEEP)


@compiled
def face_value(table, level_card):
    """Return the value of the stages of a level card in points: bonus points and pickups; 0 for a hideout."""
    value = 0.0
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        value += PICKUP if stage == Stage.WAGON else np.float64(BONUS_OF[stage]) if stage != Stage.HIDEOUT else 0.0
    return value


@compiled
def lay_action(mask):
    """Return the action that places the card at the first legal exit."""
    for exit_ in range((LEVELS - 1) * len(SIDES)):
        if mask[Action.LAY + exit_]:
            return Action.LAY + exit_
    return NONE
