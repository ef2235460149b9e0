"""Bones: their colours, their backs, and how many of a colour there are."""

from dig_envs.core.compile import compiled
from dig_envs.dig.components import BACK_OF, NUM_BONES, NUM_COLOURS


@compiled
def colour_of(bone):
    return bone % NUM_COLOURS


@compiled
def back_of(table, bone):
    """The back that everyone sees: without scents all are alike (DIG-14)."""
    return BACK_OF[bone] if table.scents else 0


@compiled
def count_of(bones, colour):
    """How many bones of a colour are among counts by bone."""
    count = 0
    for bone in range(colour, NUM_BONES, NUM_COLOURS):
        count += bones[bone]
    return count
