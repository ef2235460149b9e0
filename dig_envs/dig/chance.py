"""The deals of a variant and its hidden bones, for exact enumeration. Cell c is place c of the yard."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import Options
from dig_envs.dig.components import NUM_COLOURS, VALUES, Card
from dig_envs.dig.state import NONE, STATE

NUM_KINDS = NUM_COLOURS  # a variant has no scents, so bones of a colour are alike
ONE = np.uint64(1)

__all__ = ["NUM_KINDS", "hidden_cells", "read_cell", "roots", "write_cell"]


def roots(options: Options) -> tuple[np.ndarray, np.ndarray]:
    """Return the only deal of a variant as the seats see it, since all bones are face down and no seat is drawn.

    Returns:
        states: structured (1,), at the first decision, with the bones in order of their colours.
        probabilities: float64 (1,), with sum 1.
    """
    state = np.zeros(1, STATE)
    options.write(state["table"][0:1].reshape(()))
    table, seats, secret = state["table"], state["seats"], state["secret"]
    seats["dug"] = seats["known"] = secret["yard"] = NONE
    copies = table["copies"][0].astype(np.int64)
    colours = int(table["colours"][0])
    table["bones"] = copies.sum()
    table["length"] = copies.sum() + colours
    table["actions_left"] = table["actions_per_turn"]
    bowls = np.array(options.variant_size.bowls)
    others = np.setdiff1d(np.arange(1, table["length"][0] + 1), bowls)
    table["bowls"][0, :colours] = bowls
    table["values"][0, np.argsort(bowls)] = VALUES[:colours]
    table["yard"][0, bowls] = Card.BOWL + np.arange(colours)
    table["yard"][0, others] = Card.BONE
    secret["yard"][0, others] = np.repeat(np.arange(NUM_COLOURS), copies)
    return state, np.ones(1)


@compiled
def hidden_cells(state):
    """Return the cells that hold a bone which no seat knows, as bits of a uint64. These bones are exchangeable."""
    table = state.table
    cells = np.uint64(0)
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE:
            known = False
            for p in range(table.num_players):
                known = known or state.seats[p].known[place] != NONE
            if not known:
                cells |= ONE << np.uint64(place)
    return cells


@compiled
def read_cell(state, cell):
    """Return the colour of the bone in a cell."""
    return np.int64(state.secret.yard[cell])


@compiled
def write_cell(state, cell, kind):
    """Put a bone of a colour into a cell."""
    state.secret.yard[cell] = kind
