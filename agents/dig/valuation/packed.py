"""Pack counts of bones in one integer, three bits per colour and the sum above them, so that copies are cheap."""

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import NUM_COLOURS

BITS = 3
MASK = (1 << BITS) - 1
SUM_AT = BITS * NUM_COLOURS


@compiled
def one(colour):
    """Return the packed counts of a single bone."""
    return (1 << (BITS * colour)) + (1 << SUM_AT)


@compiled
def count_in(bones, colour):
    """Return the count of a colour."""
    return (bones >> (BITS * colour)) & MASK


@compiled
def size_of(bones):
    """Return the number of bones."""
    return bones >> SUM_AT
