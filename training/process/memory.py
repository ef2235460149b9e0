"""Estimate how much memory tables, networks and games take, so that what would not fit is refused before it is begun."""

from collections.abc import Sequence
from itertools import pairwise

from dig_envs.core.game import Game

FLOAT = 4
TABLE = 2_000  # bytes of a table beside its states and observations
GAME = 1_000  # of the record of a game in an arena
COPIES = 4  # of an observation, between a batch and a network
STATES = 3  # of a table: the present one, the one that ended last, and a copy to look at
TENSORS = 6  # for each weight: itself, its gradient, two moments, the average, what is written


def of_tables(game: Game, num_tables: int, floats: int) -> float:
    """Estimate the bytes of so many tables with observations of so many floats."""
    return num_tables * (TABLE + STATES * game.state.itemsize + COPIES * FLOAT * (floats + game.num_actions))


def of_network(sizes: Sequence[int], copies: int = 0) -> float:
    """Estimate the bytes of training a network with layers of these sizes, inputs and outputs included.

    Args:
        sizes: how many numbers go from one layer to the next.
        copies: frozen ones that are kept beside it.
    """
    return FLOAT * (TENSORS + copies) * sum(given * taken + taken for given, taken in pairwise(sizes))


def of_rows(rows: int, units: int, layer: int, decisions: int) -> float:
    """Estimate the bytes that so many rows of an observation add to the training of a network.

    Args:
        rows: in all groups.
        units: of the layer that they share.
        layer: units of the hidden layer that sees them.
        decisions: in a minibatch.
    """
    return FLOAT * TENSORS * rows * units * (layer + decisions)
