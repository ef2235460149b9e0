"""Counts of bones by colour in one whole number, three bits a colour and their sum above: a hand that costs nothing to copy."""

from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_BONES, NUM_COLOURS
from dig_envs.dig.rules.bones import colour_of

BITS = 3
MASK = (1 << BITS) - 1
SUM_AT = BITS * NUM_COLOURS


@compiled
def one(colour):
    """A single bone of a colour."""
    return (1 << (BITS * colour)) + (1 << SUM_AT)


@compiled
def count_in(hand, colour):
    return (hand >> (BITS * colour)) & MASK


@compiled
def size_of(hand):
    return hand >> SUM_AT


@compiled
def hand_of(seat):
    hand = 0
    for bone in range(NUM_BONES):
        hand += seat.hand[bone] * one(colour_of(bone))
    return hand
