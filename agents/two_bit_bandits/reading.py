"""What bots of 2-Bit Bandits read off a table."""

from dig_envs.core.compile import compiled


@compiled
def first_legal(mask):
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@compiled
def next_card(table):
    """The scene card that the next die is for."""
    k = 0
    while table.row_dice[k] != 0:
        k += 1
    return table.row[k]
