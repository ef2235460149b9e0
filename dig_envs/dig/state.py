"""The record of one game of DIG."""

from enum import IntEnum

from dig_envs.core.game import state_dtype
from dig_envs.dig.components import MAX_PLAYERS, NUM_BACKS, NUM_BONES, NUM_COLOURS, PLACES


class Phase(IntEnum):
    """The decision that the active seat must make."""

    ACT = 0  # move, dig, drop or end the turn
    PUT = 1  # keep the bone just dug, or put one in the hole (DIG-5)


NONE = -1  # no bone, or none known

TABLE, SEAT, STATE = state_dtype(
    table=[
        ("scents", "i1"),
        ("active", "i1"),  # whose turn
        ("phase", "i1"),
        ("actions_left", "i1"),
        ("length", "i1"),  # the furthest place of the yard, card or hole
        ("bones", "i1"),  # how many bones lie in the yard
        ("yard", "i1", (PLACES,)),  # a Card by place
        ("bowls", "i1", (NUM_COLOURS,)),  # the place of each colour's bowl
        ("values", "i1", (NUM_COLOURS,)),  # what each colour pays as the bowls lie
        ("back", "i1", (PLACES,)),  # with scents the back of the bone there, else 0
        ("seen_by", "i1", (PLACES,)),  # bit p: seat p may know the bone there
        ("place", "i1", (MAX_PLAYERS,)),
        ("hand_size", "i1", (MAX_PLAYERS,)),
        ("hand_backs", "i1", (MAX_PLAYERS, NUM_BACKS)),  # of each hand, bones by back (all back 0 without scents)
        ("hand_seen", "i1", (MAX_PLAYERS, MAX_PLAYERS, NUM_BACKS)),  # [p][q]: at most so many of q's bones are known to p
        ("dropped", "i1", (MAX_PLAYERS, NUM_BONES)),
    ],
    seat=[
        ("hand", "i1", (NUM_BONES,)),  # my bones, by bone
        ("dug", "i1"),  # the bone just dug, by me or (if I know it) by another, while its digger decides
        ("known", "i1", (PLACES,)),  # the bone there, if I know it, else NONE
        ("known_hand", "i1", (MAX_PLAYERS, NUM_BONES)),  # bones that I know in others' hands
    ],
    secret=[("yard", "i1", (PLACES,))],  # the bone there, else NONE
    max_players=MAX_PLAYERS,
)
