"""Choose the first legal action; for scripted bots."""

import numpy as np

from dig_envs.core.compiler import compiled

NOTHING = -1  # no action


@compiled
def first_legal(mask):
    """Return the first legal action, or NOTHING."""
    for action in range(len(mask)):
        if mask[action]:
            return np.int64(action)
    return np.int64(NOTHING)


@compiled
def first_of(mask, wanted):
    """Return the first legal action of a list, or NOTHING."""
    for k in range(len(wanted)):
        if mask[wanted[k]]:
            return wanted[k]
    return np.int64(NOTHING)
