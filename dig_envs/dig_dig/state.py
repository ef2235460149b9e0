"""The state of one game of Dig Dig: every field with its range and meaning."""

from enum import IntEnum

from dig_envs.core.fields import Field
from dig_envs.core.game import define_state
from dig_envs.dig_dig.components import CLEARING_RUN, COPIES, HAND, MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW

NONE = -1  # no card, or a card that is not known


class Phase(IntEnum):
    """The phase of the game, which decides the source that the active seat plays from."""

    SET_UP = 0  # seats choose their face-up cards, one after another (DD-3)
    OPENING = 1  # the first play (DD-4)
    FOLLOWING = 2  # the second play, which must be higher (DD-5)
    PLAY = 3


KIND = range(NONE, NUM_KINDS)
COUNT = range(COPIES + 1)
CARDS = range(NUM_CARDS + 1)

TABLE, SEAT, STATE, FIELDS = define_state(
    table=(
        Field("active", range(MAX_PLAYERS), "the seat whose turn it is"),
        Field("phase", range(len(Phase)), "the phase of the game"),
        Field("picks", range(ROW), "in the set-up: cards that the active seat has chosen so far, by kind", (NUM_KINDS,)),
        Field("face_up", range(ROW + 1), "face-up cards of each seat, by kind", (MAX_PLAYERS, NUM_KINDS)),
        Field("blind", range(2), "1 where a blind card lies", (MAX_PLAYERS, ROW)),
        Field("hand_size", CARDS, "cards in each hand", (MAX_PLAYERS,)),
        Field("known", COUNT, "cards of each hand that all players know, by kind (DD-21)", (MAX_PLAYERS, NUM_KINDS)),
        Field("place", range(MAX_PLAYERS), "the order in which seats went out, from 1; 0 in play", (MAX_PLAYERS,)),
        Field("deck_size", CARDS, "cards in the deck"),
        Field("pile", KIND, "kinds of the pile's cards, from the bottom", (NUM_CARDS,)),
        Field("pile_size", CARDS, "cards in the pile"),
        Field("in_pile", COUNT, "cards in the pile, by kind", (NUM_KINDS,)),
        Field("top", KIND, "the kind that the next card is played against, below any NINJA; NONE on an empty pile"),
        Field("run", range(CLEARING_RUN), "cards of the number `top` on top of the pile"),
        Field("compost", COUNT, "cards in the compost, by kind", (NUM_KINDS,)),
        Field("last_seat", range(NONE, MAX_PLAYERS), "the seat that played last"),
        Field("last_kind", KIND, "their kind; with a count of 0: NONE after picking up, else the blind card that did not fit"),
        Field("last_count", COUNT, "the number of cards played"),
        Field("row", range(1, ROW + 1), "face-up cards, and blind cards, that each seat is dealt; the full game has 3"),
        Field("hand", range(1, HAND + 1), "the size up to which a seat fills its hand; the full game has 3"),
    ),
    seat=(Field("hand", COUNT, "cards in hand, by kind", (NUM_KINDS,)),),
    secret=(
        Field("blind", KIND, "kinds of the blind cards", (MAX_PLAYERS, ROW)),
        Field("deck", KIND, "kinds of the deck's cards; the last one is the top", (NUM_CARDS,)),
    ),
    max_players=MAX_PLAYERS,
)
