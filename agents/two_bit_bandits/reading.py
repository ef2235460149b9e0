"""Answer questions about a table of 2-Bit Bandits for several bots."""

from dig_envs.core.compiler import compiled


@compiled
def first_legal(mask):
    """Return the first legal action."""
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@compiled
def next_card(table):
    """Return the scene card that the next die is for."""
    k = 0
    while table.row_dice[k] != 0:
        k += 1
    return table.row[k]
