"""The bot `expert` of 2-Bit Bandits: it weighs points against risks, lays dice for the whole row, and backs out in time."""

import numpy as np

from dig_envs.agents.two_bit_bandits.expert.attack import best_throw
from dig_envs.agents.two_bit_bandits.expert.explore import destination, keep_action, lay_action
from dig_envs.agents.two_bit_bandits.expert.stage import before_scene, best_die, best_reroll, best_to_hold, save_life
from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.foes import need
from dig_envs.two_bit_bandits.state import Phase


@compiled
def expert(table, seat, player, mask, rng):
    """Return the action for the current phase."""
    phase = table.phase
    if phase == Phase.EXPLORE or phase == Phase.CHOOSE or phase == Phase.PLAY_ON:
        return destination(table, player, mask)
    if phase == Phase.KEEP:
        return keep_action(table, seat, mask)
    if phase == Phase.LAY:
        return lay_action(mask)
    if phase == Phase.ASSIGN:
        return best_die(table, player, mask)
    if phase == Phase.HOLD:
        return best_to_hold(mask)
    return in_stage(table, player, mask)


@compiled
def in_stage(table, player, mask):
    """Return the action in a stage or in the final battle."""
    phase = table.phase
    if phase == Phase.READY:
        return before_scene(table, player, mask)
    if phase == Phase.ATTACK:
        return best_throw(table, player, mask)
    if phase == Phase.BOOST:
        return np.int64(Action.GO_ON)  # the pickups may still save a life
    if phase == Phase.REROLL:
        return best_reroll(table, mask, need(table))
    if phase == Phase.SAVE:
        return save_life(table, player, mask)
    return np.int64(Action.REVIVE)
