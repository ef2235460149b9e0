"""Choose the first legal action of a mask or of a list. Scripted bots call these functions."""

import numpy as np

from dig_envs.core.compiler import compiled

NOTHING = -1  # no action


@compiled
def first_legal(mask):
    """Return the legal action with the lowest number, or NOTHING if no action is legal."""
    for action in range(len(mask)):
        if mask[action]:
            return np.int64(action)
    return np.int64(NOTHING)


@compiled
def first_of(mask, wanted):
    """Return the first action of the list `wanted` that is legal, or NOTHING."""
    for k in range(len(wanted)):
        if mask[wanted[k]]:
            return wanted[k]
    return np.int64(NOTHING)
