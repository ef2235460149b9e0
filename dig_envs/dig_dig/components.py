"""The components of Dig Dig: 56 cards, four of each kind (DD-1)."""

from enum import IntEnum

MAX_PLAYERS = 4
NUMBERS = 10
COPIES = 4
KIND_NAMES = (*(str(number) for number in range(1, NUMBERS + 1)), "boom", "limbo", "drop", "ninja")
NUM_KINDS = len(KIND_NAMES)
NUM_CARDS = NUM_KINDS * COPIES
ROW = 3  # blind cards and face-up cards of a player in the full game (DD-2)
HAND = 3  # cards up to which a player draws in the full game (DD-8)
CLEARING_RUN = 4  # cards of one number on top that clear the pile (DD-10)


class Card(IntEnum):
    """The kind of a card. The kinds 0 to 9 are the numbers 1 to 10."""

    ONE = 0
    FIVE = 4
    TEN = 9
    BOOM = 10
    LIMBO = 11
    DROP = 12
    NINJA = 13
