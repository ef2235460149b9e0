"""Distances and steps in the yard of DIG, as its bots count them."""

from dig_envs.core.compile import compiled
from dig_envs.dig.components import MAX_STEP
from dig_envs.dig.rules import AWAY, HOME


@compiled
def distance(place, other):
    return other - place if other > place else place - other


@compiled
def moves_between(place, other, bones):
    """Move actions from one place to another with so many bones in hand."""
    speed = MAX_STEP - bones
    return (distance(place, other) + speed - 1) // speed


@compiled
def step_toward(place, target, bones):
    """The longest move toward another place that does not pass it."""
    step = min(distance(place, target), MAX_STEP - bones)
    return (AWAY if target > place else HOME) + step - 1
