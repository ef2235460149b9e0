"""Pack counts of bones by colour in one whole number, three bits a colour and their sum above: it costs nothing to copy."""

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import NUM_COLOURS

BITS = 3
MASK = (1 << BITS) - 1
SUM_AT = BITS * NUM_COLOURS


@compiled
def one(colour):
    """Return a single bone of a colour, packed."""
    return (1 << (BITS * colour)) + (1 << SUM_AT)


@compiled
def count_in(bones, colour):
    """Return how many packed bones are of a colour."""
    return (bones >> (BITS * colour)) & MASK


@compiled
def size_of(bones):
    """Return how many bones are packed."""
    return bones >> SUM_AT
