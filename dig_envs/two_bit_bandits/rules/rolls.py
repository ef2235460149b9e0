"""Roll six-sided and ten-sided dice."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.two_bit_bandits.components import DIE_SIDES, PATHS

SIX = np.int64(PATHS)
TEN = np.int64(DIE_SIDES)


@compiled
def roll_six(state):
    """Roll a six-sided die: 1 to 6."""
    return 1 + draw_below(state.secret.rng, Stream.DICE, SIX)


@compiled
def roll_ten(state):
    """Roll a ten-sided die: 0 to 9."""
    return draw_below(state.secret.rng, Stream.DICE, TEN)
