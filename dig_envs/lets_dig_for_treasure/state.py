"""Defines the record of one game of Let's Dig for Treasure.

All cards go into score piles openly but one: the card that the Pirate Hat steals. So `known`, the cards that all have seen
going into each pile, is nearly the whole truth. The stolen card still counts in its victim's row there until all know which
it is; the seats that know it have it in `stolen`.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.game import state_dtype
from dig_envs.lets_dig_for_treasure.components import (
    LOOT,
    MAX_PLAYERS,
    NUM_KINDS,
    NUM_PLACES,
    SCORE_KINDS,
    STACKS,
    TOPS,
)


class Phase(IntEnum):
    """Says what the active seat decides."""

    DIG = 0  # dig or stop; in secret: whether a Dog negates the Skeleton just dug
    PLAYER = 1  # which player an Heirloom, a Sewer Line or the Pirate Hat is for
    ORDER = 2  # which of the waiting effects comes next
    STACK = 3  # which stack to look at
    TAKE = 4  # which of the cards looked at a Map scores
    PUT_BACK = 5  # which of the others comes next from the top
    STEAL = 6


NONE = np.int64(-1)  # no card, stack, pile or seat
TOP = np.int64(0)  # the place of a stack's top card

TABLE, SEAT, STATE = state_dtype(
    table=[
        ("teams", "i1"),
        ("land_mine", "i1"),
        ("owner", "i1"),  # the seats of LD-13
        ("new_player", "i1"),
        ("active", "i1"),  # whose turn
        ("extra_turns", "i1"),  # that it is owed
        ("phase", "i1"),
        ("card", "i1"),  # the kind whose effect is being decided
        ("urgent", "i1"),  # a kind that a Map scored, whose effect comes before those that wait
        ("waiting", "i1", (len(SCORE_KINDS),)),  # effects, by SCORE_KINDS
        ("stack", "i1"),  # that is looked at
        ("placed", "i1"),  # so many of its cards lie in their new order
        ("digs", "i1"),  # in this turn
        ("dug", "i1", (NUM_KINDS,)),  # and not yet scored or discarded
        ("stake", "i2"),  # points by which the active seat's pile, as `known`, would grow if they lay in it
        ("stack_size", "i1", (STACKS,)),
        ("destroyed", "i1", (STACKS,)),
        ("lost", "i1"),  # cards that a Land Mine destroyed unseen
        ("looker", "i1", (STACKS,)),  # the pile whose players know the top of a stack
        ("looked", "i1", (STACKS,)),  # so many places of it; of a destroyed stack, cards that are gone
        ("known", "i1", (MAX_PLAYERS, NUM_KINDS)),  # cards seen going into each pile
        ("points", "i2", (MAX_PLAYERS,)),  # that those cards count, without the bonus of the Lottery Ticket
        ("pile_size", "i1", (MAX_PLAYERS,)),
        ("used_dogs", "i1", (MAX_PLAYERS,)),
        ("thief", "i1"),  # the piles between which a card went unseen
        ("victim", "i1"),
        ("loot", "i1", (LOOT,)),  # what that card may be, as far as all know
        ("ticket_turn", "i2"),  # the turn in which the Lottery Ticket was scored, counted from 1
        ("discard", "i1", (NUM_KINDS,)),
        ("unseen", "i1", (NUM_KINDS,)),  # cards that have not come up yet
        ("last", "i1"),  # the kind that came up last
        ("busted", "i1"),  # the seat whose turn, the last one, ended in a bust
    ],
    seat=[
        ("tops", "i1", (STACKS, TOPS)),  # cards known to lie there, from the top; in a destroyed stack, to have lain there
        ("stolen", "i1"),  # the card that changed piles unseen, if this seat knows it
        ("skeleton", "i1"),  # the stack from which it has just dug a Skeleton, while it decides about its Dog
    ],
    secret=[("cards", "i1", (NUM_PLACES,))],  # the stacks one after another; the top is a stack's last card
    max_players=MAX_PLAYERS,
)
