"""Play Dig Dig greedily: the lowest number that fits, and power cards last."""

from dig_envs.core.compile import compiled
from dig_envs.dig_dig.components import COPIES, NUM_KINDS, NUMBERS
from dig_envs.dig_dig.rules.actions import LAY, PICK_UP, PLAY, POWER
from dig_envs.dig_dig.state import NONE, Phase


@compiled
def greedy(table, seat, player, mask, rng):
    """Return the greedy bot's action."""
    if table.phase == Phase.SET_UP:
        return LAY + highest_to_lay(mask)
    number = lowest_to_play(mask)
    if number != NONE:
        return all_copies(mask, number)
    for action in range(POWER, PICK_UP):
        if mask[action]:
            return action
    return PICK_UP


@compiled
def highest_to_lay(mask):
    """Return the highest kind that may be laid; power cards stand above the numbers."""
    highest = NONE
    for kind in range(NUM_KINDS):
        if mask[LAY + kind]:
            highest = kind
    return highest


@compiled
def lowest_to_play(mask):
    """Return the lowest number that may be played; NONE if there is none."""
    for number in range(NUMBERS):
        if mask[PLAY + COPIES * number]:
            return number
    return NONE


@compiled
def all_copies(mask, number):
    """Return the play of as many copies of a number as may be played."""
    action = PLAY + COPIES * number
    while action + 1 < PLAY + COPIES * (number + 1) and mask[action + 1]:
        action += 1
    return action
