"""Bones: their colours, their backs, and how many of a colour there are."""

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import BACK_OF, NUM_BONES, NUM_COLOURS


@compiled
def colour_of(bone):
    """Return the colour of a bone (DIG-1)."""
    return bone % NUM_COLOURS


@compiled
def back_of(table, bone):
    """Return the back that everyone sees; without scents all are alike (DIG-14)."""
    return BACK_OF[bone] if table.scents else 0


@compiled
def count_of(bones, colour):
    """Return how many bones of a colour are among counts by bone."""
    count = 0
    for bone in range(colour, NUM_BONES, NUM_COLOURS):
        count += bones[bone]
    return count
