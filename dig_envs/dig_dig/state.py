"""The record of one game of Dig Dig."""

from enum import IntEnum

from dig_envs.core.game import state_dtype
from dig_envs.dig_dig.components import MAX_PLAYERS, NUM_CARDS, NUM_KINDS, ROW


class Phase(IntEnum):
    """The phase of the game, which decides what the active seat plays from."""

    SET_UP = 0  # seats choose their face-up cards, one after another (DD-3)
    OPENING = 1  # the first play (DD-4)
    FOLLOWING = 2  # the second, which must be higher (DD-5)
    PLAY = 3


NONE = -1  # no card

TABLE, SEAT, STATE = state_dtype(
    table=[
        ("active", "i1"),  # whose turn
        ("phase", "i1"),
        ("picks", "i1", (NUM_KINDS,)),  # in the set-up: what the active seat has chosen so far
        ("face_up", "i1", (MAX_PLAYERS, NUM_KINDS)),
        ("blind", "i1", (MAX_PLAYERS, ROW)),  # 1 where a blind card lies
        ("hand_size", "i1", (MAX_PLAYERS,)),
        ("known", "i1", (MAX_PLAYERS, NUM_KINDS)),  # at least so many of a kind are in that hand, as all saw (DD-21)
        ("place", "i1", (MAX_PLAYERS,)),  # 1 for the first seat that went out, and so on; 0 for a seat that is in
        ("deck_size", "i1"),
        ("pile", "i1", (NUM_CARDS,)),  # kinds, from the bottom
        ("pile_size", "i1"),
        ("in_pile", "i1", (NUM_KINDS,)),  # the pile by kind
        ("top", "i1"),  # the kind that the next card is played against: NINJAs are looked through; NONE if there is none
        ("run", "i1"),  # so many cards of that number lie on top
        ("compost", "i1", (NUM_KINDS,)),
        ("last_seat", "i1"),  # who played last, which kind and how many
        ("last_kind", "i1"),  # NONE with a count of 0: picked up; a kind with a count of 0: a blind card that did not fit
        ("last_count", "i1"),
    ],
    seat=[("hand", "i1", (NUM_KINDS,))],
    secret=[("blind", "i1", (MAX_PLAYERS, ROW)), ("deck", "i1", (NUM_CARDS,))],  # kinds; the deck's top is its last card
    max_players=MAX_PLAYERS,
)
