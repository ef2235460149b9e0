"""Choose whether the expert sets a trap as it shuffles the Draw deck."""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.exchanges import wealth
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.rules.actions import SET_TRAP, SHUFFLE_PLAINLY
from dig_envs.digging_bandits.rules.turn import next_player


@compiled
def shuffle(table, player, mask):
    """Set a trap if the next player has more to lose."""
    if mask[SET_TRAP] and wealth(table, next_player(table, player)) > wealth(table, player):
        return np.int64(SET_TRAP)
    return np.int64(SHUFFLE_PLAINLY)
