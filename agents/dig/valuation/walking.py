"""Compute distances and moves in the yard of DIG."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import HAND_LIMIT, MAX_STEP, PLACES
from dig_envs.dig.rules import Action

# The number of moves by bones in hand and distance; a table, as a division takes most of the time of a valuation.
MOVES = np.array([[-(-way // (MAX_STEP - bones)) for way in range(PLACES)] for bones in range(HAND_LIMIT + 1)])


@compiled
def distance(place, other):
    """Return the distance between two places."""
    return other - place if other > place else place - other


@compiled
def moves_between(place, other, bones):
    """Return the number of moves from one place to another with a number of bones in hand."""
    return MOVES[bones, distance(place, other)]


@compiled
def step_toward(place, target, bones):
    """Return the action of the longest move toward a target that does not pass it."""
    step = min(distance(place, target), MAX_STEP - bones)
    return (Action.AWAY if target > place else Action.HOME) + step - 1
