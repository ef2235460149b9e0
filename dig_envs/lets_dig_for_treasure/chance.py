"""The deal of a variant and its hidden cards, for exact enumeration.

Cells of hidden cards have numbers: 21 s + k is the card k of stack s, counted from the bottom of the stack.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Options
from dig_envs.lets_dig_for_treasure.components import NUM_KINDS, STACK_CARDS, STACKS
from dig_envs.lets_dig_for_treasure.rules.stacks import known_at
from dig_envs.lets_dig_for_treasure.state import NONE, STATE

HEIGHT = 21  # cells of one stack: the stacks of all variants are lower, and all cells fit into 64 bits
ONE = np.uint64(1)

__all__ = ["NUM_KINDS", "hidden_cells", "read_cell", "roots", "write_cell"]


def roots(options: Options) -> tuple[np.ndarray, np.ndarray]:
    """Return the only deal of a variant as the seats see it, since all cards are face down and no seat is drawn.

    Returns:
        states: structured (1,), at the first decision, with the cards in order of their kinds.
        probabilities: float64 (1,), with sum 1.
    """
    state = np.zeros(1, STATE)
    options.write(state["table"][0:1].reshape(()))
    table, seats, secret = state["table"], state["seats"], state["secret"]
    for name in ("card", "urgent", "stack", "thief", "victim", "last", "busted", "looker"):
        table[name] = NONE
    seats["tops"] = seats["stolen"] = seats["skeleton"] = secret["cards"] = NONE
    counts = options.variant_size.counts
    cards = np.repeat(np.arange(NUM_KINDS), counts)
    height = -(-len(cards) // int(table["stacks"][0]))
    for stack in range(int(table["stacks"][0])):
        kinds = cards[height * stack : height * (stack + 1)]
        secret["cards"][0, STACK_CARDS * stack : STACK_CARDS * stack + len(kinds)] = kinds
        table["stack_size"][0, stack] = len(kinds)
    table["unseen"] = counts
    table["new_player"] = 1
    return state, np.ones(1)


@compiled
def hidden_cells(state):
    """Return the cells that hold a card which no seat knows, as bits of a uint64. These cards are exchangeable."""
    table = state.table
    cells = np.uint64(0)
    for stack in range(STACKS):
        for at in range(table.stack_size[stack]):
            known = False
            for p in range(table.num_players):
                known = known or known_at(state.seats[p], stack, table.stack_size[stack] - 1 - at) != NONE
            if not known:
                cells |= ONE << np.uint64(HEIGHT * stack + at)
    return cells


@compiled
def read_cell(state, cell):
    """Return the kind of the card in a cell."""
    return np.int64(state.secret.cards[STACK_CARDS * (cell // HEIGHT) + cell % HEIGHT])


@compiled
def write_cell(state, cell, kind):
    """Put a card of a kind into a cell."""
    state.secret.cards[STACK_CARDS * (cell // HEIGHT) + cell % HEIGHT] = kind
