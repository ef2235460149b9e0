"""Roll dice, and recognise the roll of 4 and 2."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import BEST_ROLL, WARP_DICE


@compiled
def roll_die(state):
    """Roll one die: 1 to 6."""
    return 1 + draw_below(state.secret.rng, Stream.DICE, np.int64(6))


@compiled
def is_four_two(one, other):
    """Return whether two dice show 4 and 2."""
    return one + other == WARP_DICE and (one == 4 or other == 4)


@compiled
def roll_value(state):
    """Roll two dice and return their sum, or BEST_ROLL for 4 and 2, which beats every sum (DB-11, DB-31)."""
    one = roll_die(state)
    other = roll_die(state)
    return BEST_ROLL if is_four_two(one, other) else one + other
