"""Convert players and backs to the actions that name them, and back."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BACKS
from dig_envs.digging_bandits.rules.actions import BACK, PLAYER
from dig_envs.digging_bandits.rules.players import exposed, player_count


@compiled
def seat_named(table, player, action):
    """Return the seat that an action `player +k` names."""
    return np.int64((player + 1 + action - PLAYER) % table.num_players)


@compiled
def name_of_seat(table, player, other):
    """Return the action that names another seat."""
    return PLAYER + (other - player - 1) % table.num_players


@compiled
def legal_exposed(table, player, mask):
    """Write the other players who are not in the cabin (DB-28, DB-31)."""
    for other in range(player_count(table)):
        if exposed(table, player, other):
            mask[name_of_seat(table, player, other)] = 1


@compiled
def legal_backs(table, victim, mask):
    """Write the backs of the cards that a player holds."""
    for back in range(BACKS):
        mask[BACK + back] = table.backs[victim][back] > 0
