"""Value each die that may be laid on the next scene card, by the best order of all remaining dice."""

import numpy as np

from dig_envs.agents.two_bit_bandits.valuation.stages import value_row
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.two_bit_bandits.components import PATHS, ROW


@compiled
def value_dice(table, player, strength, values):
    """Write the value of the stage in points for each die on the next card, with the other dice in their best order.

    All distinct orders of the dice are evaluated.

    Args:
        values: float32 (PATHS,), by face less 1; only remaining faces are written.
    """
    dice = scratch(ROW, np.int8)  # faces from 1 to 6, the laid dice first
    first = copy_laid_dice(table, dice)
    end = append_dice_left(table, dice, first)
    last_face = 0  # none yet; orders with the same first face are consecutive
    while True:
        value = np.float32(value_row(table, player, strength, dice, 0, np.int64(strength.power)))
        face = dice[first]
        if face != last_face or value > values[face - 1]:
            values[face - 1] = value
        last_face = face
        if not to_next_order(dice, first, end):
            break


@compiled
def copy_laid_dice(table, dice):
    """Write the faces, 1 to 6, of the dice on the row; return their number."""
    count = 0
    while count < table.row_size and table.row_dice[count] != 0:
        dice[count] = table.row_dice[count]
        count += 1
    return count


@compiled
def append_dice_left(table, dice, first):
    """Write the faces, 1 to 6, of the remaining dice in ascending order from index `first`; return the index after the last."""
    end = first
    for face in range(PATHS):
        for _ in range(table.rolled[face]):
            dice[end] = face + 1
            end += 1
    return end


@compiled
def to_next_order(dice, first, end):
    """Rearrange dice[first:end] into the next permutation in lexicographic order; return False after the last one."""
    k = end - 2
    while k >= first and dice[k] >= dice[k + 1]:
        k -= 1
    if k < first:
        return False
    j = end - 1
    while dice[j] <= dice[k]:
        j -= 1
    swap(dice, k, j)
    k += 1
    j = end - 1
    while k < j:
        swap(dice, k, j)
        k += 1
        j -= 1
    return True


@compiled
def swap(dice, a, b):
    """Exchange two dice."""
    face = dice[a]
    dice[a] = dice[b]
    dice[b] = face
