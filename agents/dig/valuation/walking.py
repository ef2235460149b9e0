"""Count distances and steps in the yard of DIG."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import HAND_LIMIT, MAX_STEP, PLACES
from dig_envs.dig.rules.actions import AWAY, HOME

# Move actions by bones in hand and distance: looked up, for a division takes as long as all the rest.
MOVES = np.array([[-(-way // (MAX_STEP - bones)) for way in range(PLACES)] for bones in range(HAND_LIMIT + 1)])


@compiled
def distance(place, other):
    """Return the distance between two places, in places."""
    return other - place if other > place else place - other


@compiled
def moves_between(place, other, bones):
    """Return how many moves it takes from one place to another with so many bones in hand."""
    return MOVES[bones, distance(place, other)]


@compiled
def step_toward(place, target, bones):
    """Return the longest move toward another place that does not pass it, as an action."""
    step = min(distance(place, target), MAX_STEP - bones)
    return (AWAY if target > place else HOME) + step - 1
