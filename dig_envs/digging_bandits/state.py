"""The state of one game of Digging Bandits: every field with its range and meaning."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from dig_envs.core.fields import Field, Part, RecordField
from dig_envs.core.game import define_state
from dig_envs.digging_bandits.components import (
    BACKS,
    BREAKS_ALL,
    CHARACTERS,
    COPIES,
    DECK_CELLS,
    HAND_KINDS,
    ITEMS,
    KINDS,
    LOOP,
    MAX_PLAYERS,
    ORACLE_CARDS,
    PLACES,
    TIPPED,
    TRADE_ITEMS,
    Item,
)

NONE = -1  # no card, no seat, no place; a card whose kind is not public
PUBLIC = 1 << MAX_PLAYERS  # in a set of seats (a bit per seat), the bit for "everyone knows this card"
EVERYONE = (PUBLIC - 1) | PUBLIC
DEPTH = 10  # frames: a turn, CARD CACHE, a card drawn, the trade or theft in it, an event, three blocks


class FrameKind(IntEnum):
    """The kinds of frame, each a pending part of a turn. `rules/flow.py` explains how frames nest."""

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


class Event(IntEnum):
    """The events that others may answer out of turn (DB-47)."""

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


class Step(IntEnum):
    """The steps of a main action in their order (DB-18). `table.step` is the last step that was begun."""

    NONE = 0
    DIG = 1
    PLAY = 2
    PICK_UP = 3
    WIN = 4


FLAG = range(2)
SEAT_RANGE = range(MAX_PLAYERS)
OWNER = range(NONE, MAX_PLAYERS)
PLACE = range(PLACES)
ON_LOOP = range(NONE, LOOP)
KIND = range(NONE, KINDS)
HELD = range(NONE, HAND_KINDS)
COUNT = range(int(COPIES.max()) + 1)
SIZE = range(DECK_CELLS + 1)
SEATS = range(1 << MAX_PLAYERS)  # a set of seats, a bit per seat

# `rules/frames.py` names the seat and the numbers of each kind of frame.
FRAME_PART = Part(
    Field("kind", range(len(FrameKind)), "the kind of the frame, a `FrameKind`"),
    Field("seat", SEAT_RANGE, "the seat of the frame"),
    Field("first", range(NONE, SIZE.stop), "the first number"),
    Field("second", range(NONE, BREAKS_ALL + 1), "the second number"),
    Field("third", KIND, "the third number"),
)


@dataclass(frozen=True)
class BitsField(Field):
    """A field of sets, stored without a sign."""

    @property
    def dtype(self) -> np.dtype:
        return np.dtype("u1")


TABLE, SEAT, STATE, FIELDS = define_state(
    table=(
        Field("teams", FLAG, "the option: two against two (DB-58)"),
        Field("quick_play", FLAG, "the option: the quick game (DB-59)"),
        Field("active", SEAT_RANGE, "the seat whose turn it is"),
        RecordField("frames", FRAME_PART, "the pending parts of the turn, the innermost last", (DEPTH,)),
        Field("depth", range(DEPTH), "the number of frames"),
        # the turn
        Field("dice", range(7), "the dice of the last move; 0 before it", (2,)),
        Field("landed", FLAG, "1: the piece landed on its place by the roll or warp of this turn"),
        Field("encore", FLAG, "1: a DOUBLE-TIME turn"),
        Field("arrested", FLAG, "1: a SHERIFF has taken the actions of this turn"),
        Field("step", range(len(Step)), "the last step of the main action that was begun, a `Step`"),
        Field("bonus", FLAG, "1: the Bonus action is used"),
        Field("playing", HELD, "the kind of Draw card that may be played again (DB-25), or NONE"),
        # the players
        Field("character", range(NONE, len(CHARACTERS)), "the character of each seat", (MAX_PLAYERS,)),
        Field("place", PLACE, "the place of each piece", (MAX_PLAYERS,)),
        Field("owing", FLAG, "1: must settle the bridge at its place (DB-22)", (MAX_PLAYERS,)),
        Field("out", FLAG, "1: eliminated (DB-55)", (MAX_PLAYERS,)),
        Field("rescued", FLAG, "1: the SPOON has been used to save this seat (DB-56)", (MAX_PLAYERS,)),
        Field("winner", FLAG, "1: cashed in the GOLD, or is the partner of the seat that did", (MAX_PLAYERS,)),
        Field("tech", COUNT, "TECH of each seat", (MAX_PLAYERS,)),
        Field("backs", SIZE, "cards in each hand, by back", (MAX_PLAYERS, BACKS)),
        Field("known", COUNT, "publicly known minimum of each kind in each hand (DB-61)", (MAX_PLAYERS, HAND_KINDS)),
        # the board
        Field("height", SIZE, "Land cards of each stack", (PLACES,)),
        Field("bridge", OWNER, "the owner of the bridge on each place, or NONE", (PLACES,)),
        Field("plot", ON_LOOP, "the place of the PRIVATE PLOT, or NONE"),
        Field("plot_owner", OWNER, "the owner of the PRIVATE PLOT, or NONE"),
        Field("land", KIND, "the stacks in order of place, each from its bottom; the kinds that everyone knows", (DECK_CELLS,)),
        BitsField("land_seen", range(EVERYONE + 1), "the seats that know that card, a bit per seat, and PUBLIC", (DECK_CELLS,)),
        Field("deck", KIND, "Landfill and decks from the top; the kinds that everyone knows", (BACKS, DECK_CELLS)),
        Field("deck_size", SIZE, "cards in each deck", (BACKS,)),
        Field("faces", SIZE, "number of cards of each kind in `deck`", (KINDS,)),
        Field("oracle_seen", SEATS, "the seats that saw that top Draw card with OUIJA ORACLE, a bit per seat", (ORACLE_CARDS,)),
        Field("opening_top", FLAG, "1: the top Draw card is still the first of the game, which is not immediate (DB-10)"),
        Field("gone_dynamite", COUNT, "DYNAMITE cards out of the game (DB-59)"),
        # cards in play
        Field("tools", COUNT, "the DIGGING HAND, or the cards that CARD CACHE discards", (HAND_KINDS,)),
        Field("give", range(NONE, Item.BACK), "the items that the trader gives, each a kind or an `Item`", (TRADE_ITEMS,)),
        Field("want", range(NONE, ITEMS), "the items that the trader wants", (TRADE_ITEMS,)),
        Field("willing", SEATS, "the seats that said yes, a bit per seat"),
    ),
    seat=(
        Field("asked", FLAG, "1: must decide"),
        Field("hand", COUNT, "my cards by kind", (HAND_KINDS,)),
        Field("known", COUNT, "minimum of each kind that I know in each other hand (DB-61)", (MAX_PLAYERS, HAND_KINDS)),
        Field("land", KIND, "the kinds of the stacks that I know, as in `table.land`", (DECK_CELLS,)),
        Field("draw_top", KIND, "the top Draw cards that I know and not everyone knows", (ORACLE_CARDS,)),
        Field("tipped", KIND, "the Land cards in my TIP CART (DB-35)", (TIPPED,)),
        Field("chosen", HELD, "the cards that I give for the wanted backs (DB-29)", (TRADE_ITEMS,)),
    ),
    secret=(
        Field("land", KIND, "the stacks in order of place, each from its bottom", (DECK_CELLS,)),
        Field("deck", KIND, "Landfill and decks from the top", (BACKS, DECK_CELLS)),
        Field("cursor", range(1), "position in the answering order of an event, while a decision is carried out"),
        Field("count", range(1), "working memory for counting cards by kind; zero between decisions", (KINDS,)),
    ),
    max_players=MAX_PLAYERS,
)
