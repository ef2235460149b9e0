"""The record of one game of Digging Bandits."""

from enum import IntEnum

import numpy as np

from dig_envs.core.game import state_dtype
from dig_envs.digging_bandits.components import (
    BACKS,
    DECK_CELLS,
    HAND_KINDS,
    KINDS,
    MAX_PLAYERS,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    TRADE_ITEMS,
)

NONE = np.int64(-1)  # no card, no seat, no place; a card that not everyone knows
PUBLIC = np.int64(1 << MAX_PLAYERS)  # the bit that says that everyone knows a card, in a set of seats (a bit a seat)
EVERYONE = np.int64((1 << MAX_PLAYERS) - 1) | PUBLIC
DEPTH = 10  # frames: a turn, CARD CACHE, a card drawn, the trade or theft in it, an event, three blocks


class FrameKind(IntEnum):
    """Name the kinds of frame: things begun and not finished. `rules/flow.py` tells how frames nest.

    The kinds stand in groups (`FRAME_GROUPS`).
    """

    NOTHING = 0
    MOVE = 1
    DESTINATION = 2
    TRAVEL = 3
    ACTION = 4
    ENCORE = 5
    EVENT = 6
    TOOLS = 7
    DIGGING = 8
    OUTLAW = 9
    BRIBE = 10
    LASSO = 11
    BUILD = 12
    OFFER = 13
    ANSWER = 14
    PARTNER = 15
    TURN_IN = 16
    BOUNTY = 17
    DISCARD = 18
    TAKE = 19
    STAKE = 20
    DUEL = 21
    SHUFFLE = 22
    TIP = 23


What = FrameKind  # the name in the meaning of the observation's block `begun`, of which trained models hold a digest


class Event(IntEnum):
    """Name the events that others may answer out of turn (DB-47). They stand in groups (`EVENT_GROUPS`)."""

    ROLL = 0
    SHERIFF = 1
    COWBOY = 2
    TOLL = 3
    BRIBE = 4
    TNT = 5
    DIG = 6
    SPOON = 7
    DYNAMITE = 8
    PICK_UP = 9
    OUTLAW = 10
    LASSO = 11
    BUILD = 12
    TRADE = 13
    DUEL = 14
    GAMBLING = 15
    HIDEOUT = 16
    HEIST = 17
    BONUS = 18
    WARP = 19
    ENCORE = 20
    RESCUE = 21


# Groups of frames and events; the rules dispatch by group. The members of a group are consecutive.
FRAME_GROUPS = (
    (FrameKind.NOTHING,),
    # the turn itself, always the bottom frame
    (FrameKind.MOVE, FrameKind.DESTINATION, FrameKind.TRAVEL, FrameKind.ACTION, FrameKind.ENCORE),
    (FrameKind.EVENT,),
    # digs and plays of a main action
    (FrameKind.TOOLS, FrameKind.DIGGING, FrameKind.OUTLAW, FrameKind.BRIBE, FrameKind.LASSO, FrameKind.BUILD),
    # TRADE and WANTED
    (FrameKind.OFFER, FrameKind.ANSWER, FrameKind.PARTNER, FrameKind.TURN_IN, FrameKind.BOUNTY),
    # Doodads and immediate cards
    (FrameKind.DISCARD, FrameKind.TAKE, FrameKind.STAKE, FrameKind.DUEL, FrameKind.SHUFFLE, FrameKind.TIP),
)
EVENT_GROUPS = (
    # moves, payments, the beginning of a dig
    (Event.ROLL, Event.SHERIFF, Event.COWBOY, Event.TOLL, Event.BRIBE, Event.TNT, Event.DIG, Event.SPOON),
    # steps of a main action
    (Event.DYNAMITE, Event.PICK_UP, Event.OUTLAW, Event.LASSO, Event.BUILD, Event.TRADE),
    # immediate cards and Doodads
    (Event.DUEL, Event.GAMBLING, Event.HIDEOUT, Event.HEIST, Event.BONUS, Event.WARP, Event.ENCORE, Event.RESCUE),
)
assert [int(kind) for group in FRAME_GROUPS for kind in group] == list(range(len(FrameKind)))
assert [int(event) for group in EVENT_GROUPS for event in group] == list(range(len(Event)))
_, LAST_TURN_FRAME, _, LAST_PLAY_FRAME, LAST_DEAL_FRAME, _ = (np.int64(group[-1]) for group in FRAME_GROUPS)
LAST_MOVE_EVENT, LAST_PLAY_EVENT, _ = (np.int64(group[-1]) for group in EVENT_GROUPS)


class Step(IntEnum):
    """Number the steps of a main action in their order (DB-18): `table.step` is the last one begun."""

    NONE = 0
    DIG = 1
    PLAY = 2
    PICK_UP = 3
    WIN = 4


# What a frame is, whose it is, and three numbers that `rules/frame_fields.py` names for each kind of frame.
FRAME = np.dtype([("what", "i1"), ("who", "i1"), ("x", "i1"), ("y", "i1"), ("z", "i1")])

TABLE, SEAT, STATE = state_dtype(
    table=[
        ("teams", "i1"),
        ("quick_play", "i1"),
        ("active", "i1"),  # the seat whose turn it is
        ("frames", FRAME, (DEPTH,)),
        ("depth", "i1"),
        # the turn
        ("dice", "i1", (2,)),  # of the last move
        ("landed", "i1"),  # 1: the piece landed on its place by this turn's roll or warp
        ("encore", "i1"),  # 1: a DOUBLE-TIME turn
        ("arrested", "i1"),  # 1: a SHERIFF has taken this turn's actions
        ("step", "i1"),
        ("bonus", "i1"),  # 1: the Bonus action is used
        ("playing", "i1"),  # the kind of Draw card that may be played again (DB-25), or NONE
        # the players
        ("character", "i1", (MAX_PLAYERS,)),
        ("place", "i1", (MAX_PLAYERS,)),
        ("owing", "i1", (MAX_PLAYERS,)),  # 1: must settle the bridge that it stands at (DB-22)
        ("out", "i1", (MAX_PLAYERS,)),
        ("rescued", "i1", (MAX_PLAYERS,)),
        ("winner", "i1", (MAX_PLAYERS,)),  # 1: cashed in the GOLD, or is the partner of the seat that did
        ("tech", "i1", (MAX_PLAYERS,)),
        ("backs", "i1", (MAX_PLAYERS, BACKS)),  # cards in hand
        ("known", "i1", (MAX_PLAYERS, HAND_KINDS)),  # at least so many are in that hand, as everyone knows (DB-61)
        # the board
        ("height", "i1", (PLACES,)),
        ("bridge", "i1", (PLACES,)),  # the owner's seat, or NONE
        ("plot", "i1"),  # the place of the PRIVATE PLOT, or NONE
        ("plot_owner", "i1"),
        ("land", "i1", (DECK_CELLS,)),  # the stacks one after another, each from its bottom; kinds that everyone knows
        ("land_seen", "u1", (DECK_CELLS,)),  # the seats that know that card, a bit each, and PUBLIC
        ("deck", "i1", (BACKS, DECK_CELLS)),  # Landfill and decks from the top; kinds that everyone knows
        ("deck_size", "i1", (BACKS,)),
        ("faces", "i1", (KINDS,)),  # cards of `deck` that everyone knows, by kind
        ("oracle_seen", "i1", (ORACLE_CARDS,)),  # the seats that saw that top Draw card with OUIJA ORACLE, a bit each
        ("opening_top", "i1"),  # 1: the top Draw card is still the first, which is not immediate (DB-10)
        ("gone_dynamite", "i1"),  # out of the game (DB-59)
        # cards in play
        ("tools", "i1", (HAND_KINDS,)),  # the DIGGING HAND, and the cards that CARD CACHE discards
        # a trade: items are kinds, then TECH, bridges by place, the plot, any card of a back
        ("give", "i1", (TRADE_ITEMS,)),
        ("want", "i1", (TRADE_ITEMS,)),
        ("willing", "i1"),  # the seats that said yes, a bit each
    ],
    seat=[
        ("asked", "i1"),  # 1: must decide
        ("hand", "i1", (HAND_KINDS,)),
        ("known", "i1", (MAX_PLAYERS, HAND_KINDS)),  # at least so many are in that hand (DB-61); nothing of its own
        ("land", "i1", (DECK_CELLS,)),  # what it knows of the stacks, as in `table.land`
        ("draw_top", "i1", (ORACLE_CARDS,)),  # the top Draw cards that it alone may know
        ("tipped", "i1", (TIPPED,)),  # Land cards that it looks at (DB-35)
        ("chosen", "i1", (TRADE_ITEMS,)),  # the card it gives where a back was wanted (DB-29)
    ],
    secret=[
        ("land", "i1", (DECK_CELLS,)),
        ("deck", "i1", (BACKS, DECK_CELLS)),
        ("cursor", "i1"),  # while a decision is carried out: where asking goes on in the order of an event; else 0
        ("count", "i1", (KINDS,)),  # while cards are counted or dealt again; else 0
    ],
    max_players=MAX_PLAYERS,
)
