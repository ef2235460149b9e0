"""The components of DIG: colours, bones, bowls and bowl values (DIG-1, DIG-14)."""

from enum import IntEnum

MAX_PLAYERS = 4
COLOURS = ("red", "orange", "green", "blue", "purple")
NUM_COLOURS = len(COLOURS)
BONES_PER_COLOUR = 4
NUM_BONES = NUM_COLOURS * BONES_PER_COLOUR
YARD_CARDS = NUM_BONES + NUM_COLOURS
PLACES = YARD_CARDS + 1  # place 0 is the doghouse
HAND_LIMIT = 3
MAX_STEP = 4
ACTIONS_PER_TURN = 3
VALUES = (5, 4, 3, 2, 1)  # points per bone by rank of the bowl, nearest first (DIG-12)
SCORE_CONSTANT = 20.0


class Card(IntEnum):
    """The public content of a place in the yard. A bowl of colour c is BOWL + c."""

    NOTHING = 0
    HOLE = 1
    BONE = 2
    BOWL = 3


# Bone b is of colour b % 5. Its back shows that colour and another: the (b // 5)-th of the other four, in the order of
# COLOURS, so each ordered pair of colours is on one card. Without scents all bones of a colour are alike: bone = colour.
OTHER_COLOUR = tuple(
    [other for other in range(NUM_COLOURS) if other != colour][rank]
    for rank in range(BONES_PER_COLOUR)
    for colour in range(NUM_COLOURS)
)
BACK_PAIRS = tuple((low, high) for low in range(NUM_COLOURS) for high in range(low + 1, NUM_COLOURS))
NUM_BACKS = len(BACK_PAIRS)
BACK_OF = tuple(BACK_PAIRS.index(tuple(sorted((bone % NUM_COLOURS, OTHER_COLOUR[bone])))) for bone in range(NUM_BONES))
