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

NONE = np.int64(-1)  # no card, no seat, no place; a card whose kind is not public
PUBLIC = np.int64(1 << MAX_PLAYERS)  # in a set of seats (a bit per seat), the bit for "everyone knows this card"
EVERYONE = np.int64((1 << MAX_PLAYERS) - 1) | PUBLIC
DEPTH = 10  # frames: a turn, CARD CACHE, a card drawn, the trade or theft in it, an event, three blocks


class FrameKind(IntEnum):
    """The kinds of frame, each a pending part of a turn. `rules/flow.py` explains how frames nest.

    `FRAME_GROUPS` puts the kinds into groups.
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
    """The events that others may answer out of turn (DB-47). `EVENT_GROUPS` puts them into groups."""

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
    """The steps of a main action in their order (DB-18). `table.step` is the last step that was begun."""

    NONE = 0
    DIG = 1
    PLAY = 2
    PICK_UP = 3
    WIN = 4


# The kind of a frame (a `FrameKind`), its seat, and three numbers. `rules/frame_fields.py` names all but the kind.
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
        ("landed", "i1"),  # 1: the piece landed on its place by the roll or warp of this turn
        ("encore", "i1"),  # 1: a DOUBLE-TIME turn
        ("arrested", "i1"),  # 1: a SHERIFF has taken the actions of this turn
        ("step", "i1"),
        ("bonus", "i1"),  # 1: the Bonus action is used
        ("playing", "i1"),  # the kind of Draw card that may be played again (DB-25), or NONE
        # the players
        ("character", "i1", (MAX_PLAYERS,)),
        ("place", "i1", (MAX_PLAYERS,)),
        ("owing", "i1", (MAX_PLAYERS,)),  # 1: must settle the bridge at its place (DB-22)
        ("out", "i1", (MAX_PLAYERS,)),
        ("rescued", "i1", (MAX_PLAYERS,)),
        ("winner", "i1", (MAX_PLAYERS,)),  # 1: cashed in the GOLD, or is the partner of the seat that did
        ("tech", "i1", (MAX_PLAYERS,)),
        ("backs", "i1", (MAX_PLAYERS, BACKS)),  # cards in hand
        ("known", "i1", (MAX_PLAYERS, HAND_KINDS)),  # publicly known minimum of each kind in each hand (DB-61)
        # the board
        ("height", "i1", (PLACES,)),
        ("bridge", "i1", (PLACES,)),  # the owner's seat, or NONE
        ("plot", "i1"),  # the place of the PRIVATE PLOT, or NONE
        ("plot_owner", "i1"),
        ("land", "i1", (DECK_CELLS,)),  # the stacks in order of place, each from its bottom; the kinds that everyone knows
        ("land_seen", "u1", (DECK_CELLS,)),  # the seats that know that card, a bit per seat, and PUBLIC
        ("deck", "i1", (BACKS, DECK_CELLS)),  # Landfill and decks from the top; the kinds that everyone knows
        ("deck_size", "i1", (BACKS,)),
        ("faces", "i1", (KINDS,)),  # number of cards of each kind in `deck`
        ("oracle_seen", "i1", (ORACLE_CARDS,)),  # the seats that saw that top Draw card with OUIJA ORACLE, a bit per seat
        ("opening_top", "i1"),  # 1: the top Draw card is still the first of the game, which is not immediate (DB-10)
        ("gone_dynamite", "i1"),  # DYNAMITE cards out of the game (DB-59)
        # cards in play
        ("tools", "i1", (HAND_KINDS,)),  # the DIGGING HAND, or the cards that CARD CACHE discards
        # a trade: items are kinds, then TECH, bridges by place, the plot, any card of a back
        ("give", "i1", (TRADE_ITEMS,)),
        ("want", "i1", (TRADE_ITEMS,)),
        ("willing", "i1"),  # the seats that said yes, a bit per seat
    ],
    seat=[
        ("asked", "i1"),  # 1: must decide
        ("hand", "i1", (HAND_KINDS,)),
        ("known", "i1", (MAX_PLAYERS, HAND_KINDS)),  # minimum of each kind that it knows in each other hand (DB-61)
        ("land", "i1", (DECK_CELLS,)),  # the kinds of the stacks that it knows, as in `table.land`
        ("draw_top", "i1", (ORACLE_CARDS,)),  # the top Draw cards that it knows and not everyone knows
        ("tipped", "i1", (TIPPED,)),  # the Land cards in its TIP CART (DB-35)
        ("chosen", "i1", (TRADE_ITEMS,)),  # the cards that it gives for the wanted backs (DB-29)
    ],
    secret=[
        ("land", "i1", (DECK_CELLS,)),
        ("deck", "i1", (BACKS, DECK_CELLS)),
        ("cursor", "i1"),  # position in the answering order of an event, while a decision is carried out; else 0
        ("count", "i1", (KINDS,)),  # scratch space for counting cards; zero between decisions
    ],
    max_players=MAX_PLAYERS,
)
