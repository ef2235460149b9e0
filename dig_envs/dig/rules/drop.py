"""Dropping bones at a bowl (DIG-6)."""

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.rules.bones import back_of


@compiled
def drop(state, player):
    """Drop all bones of the bowl's colour, openly (DIG-6)."""
    table = state.table
    colour = table.yard[table.place[player]] - Card.BOWL
    hand = state.seats[player].hand
    for bone in range(colour, NUM_BONES, NUM_COLOURS):
        back = back_of(table, bone)
        table.dropped[player][bone] += hand[bone]
        table.hand_size[player] -= hand[bone]
        table.hand_backs[player][back] -= hand[bone]
        hand[bone] = 0
        for p in range(table.num_players):
            state.seats[p].known_hand[player][bone] = 0
            table.hand_seen[p][player][back] = min(table.hand_seen[p][player][back], table.hand_backs[player][back])
