"""The state of one game of DIG: every field with its range and meaning."""

from enum import IntEnum

from dig_envs.core.fields import Field
from dig_envs.core.game import define_state
from dig_envs.dig.components import (
    ACTIONS_PER_TURN,
    BONES_PER_COLOUR,
    HAND_LIMIT,
    MAX_PLAYERS,
    NUM_BACKS,
    NUM_BONES,
    NUM_COLOURS,
    PLACES,
    VALUES,
    YARD_CARDS,
    Card,
)  # fmt: skip

NONE = -1  # no bone, or none known


class Phase(IntEnum):
    """The decision that the active seat must make."""

    ACT = 0  # move, dig, drop or end the turn
    PUT = 1  # keep the bone just dug, or put one in the hole (DIG-5)


BONE = range(NONE, NUM_BONES)
BACK = range(NUM_BACKS)
COPIES = range(BONES_PER_COLOUR + 1)
IN_HAND = range(HAND_LIMIT + 2)  # one above the limit while the digger decides

TABLE, SEAT, STATE, FIELDS = define_state(
    table=(
        Field("scents", range(2), "the option: bones have different backs (DIG-14)"),
        Field("colours", range(1, NUM_COLOURS + 1), "colours in the game, the first ones; the full game has 5 (DIG-16)"),
        Field("copies", COPIES, "bones of each colour in the game; the full game has 4", (NUM_COLOURS,)),
        Field("actions_per_turn", range(1, ACTIONS_PER_TURN + 1), "actions of a turn; the full game has 3"),
        Field("fixed_seats", range(2), "1 if seat 0 begins, 0 if the first seat is drawn"),
        Field("active", range(MAX_PLAYERS), "the seat whose turn it is"),
        Field("phase", range(len(Phase)), "the decision to be made"),
        Field("actions_left", range(ACTIONS_PER_TURN + 1), "actions left in this turn"),
        Field("length", range(YARD_CARDS + 1), "the furthest place of the yard, card or hole"),
        Field("bones", range(NUM_BONES + 1), "bones in the yard"),
        Field("yard", range(Card.BOWL + NUM_COLOURS), "the content of each place, a Card", (PLACES,)),
        Field("bowls", range(PLACES), "the place of each colour's bowl", (NUM_COLOURS,)),
        Field("values", range(VALUES[0] + 1), "points per bone of each colour, at the present order of bowls", (NUM_COLOURS,)),
        Field("back", BACK, "with scents the back of the bone at each place, else 0", (PLACES,)),
        Field("seen_by", range(1 << MAX_PLAYERS), "bit p: seat p may know the bone at that place", (PLACES,)),
        Field("place", range(PLACES), "the place of each dog", (MAX_PLAYERS,)),
        Field("hand_size", IN_HAND, "bones in each hand", (MAX_PLAYERS,)),
        Field("hand_backs", IN_HAND, "bones in each hand by back (without scents all have back 0)", (MAX_PLAYERS, NUM_BACKS)),
        Field("hand_seen", IN_HAND, "[p][q]: q's bones that p may know, by back", (MAX_PLAYERS, MAX_PLAYERS, NUM_BACKS)),
        Field("dropped", COPIES, "each seat's dropped bones, by bone", (MAX_PLAYERS, NUM_BONES)),
    ),
    seat=(
        Field("hand", COPIES, "my bones, by bone", (NUM_BONES,)),
        Field("dug", BONE, "the bone just dug, by me or (if I know it) by another, while its digger decides"),
        Field("known", BONE, "the bone at each place, if I know it", (PLACES,)),
        Field("known_hand", COPIES, "bones that I know in the others' hands, by bone", (MAX_PLAYERS, NUM_BONES)),
    ),
    secret=(Field("yard", BONE, "the bone at each place", (PLACES,)),),
    max_players=MAX_PLAYERS,
)
