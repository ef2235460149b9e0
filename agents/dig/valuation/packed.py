"""Pack counts of bones by colour in one whole number, three bits a colour and their sum above: it costs nothing to copy."""

from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_BONES, NUM_COLOURS
from dig_envs.dig.rules.bones import colour_of

BITS = 3
MASK = (1 << BITS) - 1
SUM_AT = BITS * NUM_COLOURS


@compiled
def one(colour):
    """Return a single bone of a colour, packed."""
    return (1 << (BITS * colour)) + (1 << SUM_AT)


@compiled
def count_in(hand, colour):
    """Return how many bones of a colour are in a packed hand."""
    return (hand >> (BITS * colour)) & MASK


@compiled
def size_of(hand):
    """Return how many bones are in a packed hand."""
    return hand >> SUM_AT


@compiled
def hand_of(seat):
    """Return the seat's hand, packed."""
    hand = 0
    for bone in range(NUM_BONES):
        hand += seat.hand[bone] * one(colour_of(bone))
    return hand
