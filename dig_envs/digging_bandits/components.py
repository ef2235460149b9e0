"""The components of Digging Bandits as data: cards, characters and the board.

A kind of card is a number. Kinds that can be in a hand have the lowest numbers (`HAND_KINDS`). The back of a card is its deck.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled

MAX_PLAYERS = 4
CHARACTERS = ("jesse aims", "john holiday", "willy the kid", "bella moon")


class Back(IntEnum):
    """The backs of cards, one per deck. Used Land cards form the Landfill (DB-6, DB-12)."""

    LAND = 0
    DIG = 1
    DRAW = 2
    DOODAD = 3


BACKS = len(Back)

# name, back, copies (DB-1 to DB-4)
CARDS = (
    ("gold", Back.LAND, 1),
    *((f"land wanted {name}", Back.LAND, 1) for name in CHARACTERS),
    ("shovel", Back.DIG, 23),
    ("pickaxe", Back.DIG, 9),
    ("wheelbarrow", Back.DIG, 11),
    ("mining site", Back.DIG, 5),
    ("bridge", Back.DRAW, 4),
    ("coin", Back.DRAW, 13),
    ("cowboy", Back.DRAW, 2),
    ("lasso", Back.DRAW, 1),
    ("outlaw", Back.DRAW, 4),
    ("sheriff", Back.DRAW, 3),
    ("tnt", Back.DRAW, 2),
    ("trade", Back.DRAW, 2),
    *((f"draw wanted {name}", Back.DRAW, 1) for name in CHARACTERS),
    ("bandit's block", Back.DOODAD, 1),
    ("card cache", Back.DOODAD, 1),
    ("double-time", Back.DOODAD, 1),
    ("golden guide", Back.DOODAD, 1),
    ("money magnet", Back.DOODAD, 1),
    ("ouija oracle", Back.DOODAD, 1),
    ("private plot", Back.DOODAD, 1),
    ("saving spoon", Back.DOODAD, 1),
    ("western warp", Back.DOODAD, 1),
    ("duel", Back.DRAW, 2),
    ("gambling", Back.DRAW, 1),
    ("hideout cabin", Back.DRAW, 3),
    ("shuffle draw deck", Back.DRAW, 1),
    ("tip cart", Back.DRAW, 5),
    ("train heist", Back.DRAW, 1),
    ("dynamite", Back.LAND, 3),
    ("ground", Back.LAND, 19),
    ("stone", Back.LAND, 7),
    ("tech", Back.LAND, 14),
)
KIND_NAMES = tuple(name for name, _, _ in CARDS)
KINDS = len(CARDS)
HAND_KINDS = KIND_NAMES.index("duel")
BACK_OF = np.array([back for _, back, _ in CARDS], np.int64)
COPIES = np.array([copies for _, _, copies in CARDS], np.int64)
DECK_CELLS = 48  # the maximum number of cards in one deck, or in the land


class Card(IntEnum):
    """The kinds of cards. The four WANTED of a back follow each other: LAND_WANTED + character, DRAW_WANTED + character."""

    GOLD = 0
    LAND_WANTED = 1
    SHOVEL = 5
    PICKAXE = 6
    WHEELBARROW = 7
    MINING_SITE = 8
    BRIDGE = 9
    COIN = 10
    COWBOY = 11
    LASSO = 12
    OUTLAW = 13
    SHERIFF = 14
    TNT = 15
    TRADE = 16
    DRAW_WANTED = 17
    BLOCK = 21
    CACHE = 22
    DOUBLE_TIME = 23
    GUIDE = 24
    MAGNET = 25
    ORACLE = 26
    PLOT = 27
    SPOON = 28
    WARP = 29
    DUEL = 30  # from here on, no hand can hold the cards
    GAMBLING = 31
    HIDEOUT = 32
    SHUFFLE = 33
    TIP_CART = 34
    HEIST = 35
    DYNAMITE = 36
    GROUND = 37
    STONE = 38
    TECH = 39


SHORT_NAMES = {
    "bandit's block": "block",
    "card cache": "cache",
    "golden guide": "guide",
    "money magnet": "magnet",
    "ouija oracle": "oracle",
    "private plot": "plot",
    "saving spoon": "spoon",
    "western warp": "warp",
    "hideout cabin": "hideout",
    "shuffle draw deck": "shuffle",
    "train heist": "heist",
}
for _number, _name in enumerate(KIND_NAMES):
    if "wanted" not in _name:
        assert Card[SHORT_NAMES.get(_name, _name).replace(" ", "_").replace("-", "_").upper()] == _number, _name
assert KIND_NAMES.index(f"land wanted {CHARACTERS[0]}") == Card.LAND_WANTED
assert KIND_NAMES.index(f"draw wanted {CHARACTERS[0]}") == Card.DRAW_WANTED
# The cards of these ranges follow each other.
DOODADS = range(Card.BLOCK, Card.WARP + 1)

BY_BACK = tuple(tuple(kind for kind in range(HAND_KINDS) if CARDS[kind][1] == back) for back in Back)
FIRST_OF_BACK = np.array([kinds[0] for kinds in BY_BACK], np.int64)  # the hand kinds of a back are consecutive
END_OF_BACK = np.array([kinds[-1] + 1 for kinds in BY_BACK], np.int64)

# Kinds by deck, and the number of each kind within its deck, for observations.
LAND_KINDS = tuple(kind for kind in range(KINDS) if CARDS[kind][1] == Back.LAND)
DRAW_KINDS = tuple(kind for kind in range(KINDS) if CARDS[kind][1] == Back.DRAW)
NUMBER_IN_BACK = np.array([sum(CARDS[k][1] == CARDS[kind][1] for k in range(kind)) for kind in range(KINDS)], np.int64)

# The board (DB-5): a loop, clockwise from the space at the exit of the cabin.
LOOP = 20
TOWNS = (2, 7, 12, 17)
CABIN = LOOP
PLACES = LOOP + 1
IS_TOWN = np.array([place in TOWNS for place in range(PLACES)], np.int8)
IS_LAND = np.array([place < LOOP and place not in TOWNS for place in range(PLACES)], np.int8)
PLACE_NAMES = (*(f"{'town' if place in TOWNS else 'land'} {place}" for place in range(LOOP)), "cabin")
LAND_PLACES = np.array([place for place in range(PLACES) if IS_LAND[place]], np.int64)
STACK = 3

# The starting cards and the Doodad of each character (DB-9, DB-11).
STARTING = np.array([(Card.SHOVEL, Card.COIN, last) for last in (Card.SHERIFF, Card.BRIDGE, Card.TNT, Card.OUTLAW)], np.int64)
STARTING_CARDS = STARTING.shape[1]
OWN_DOODAD = np.array([Card.BLOCK, Card.ORACLE, Card.SPOON, Card.MAGNET], np.int64)

BUILDING_COINS = 3  # DB-20
BRIBE_COINS = 2  # DB-26
MINING_TECH = 3  # DB-37
BREAKS_ALL = 100  # stones that MINING SITE and SPOON can break: more than the game has
MAX_BRIDGES = 2
EXCHANGED = 3  # cards that CARD CACHE exchanges (DB-48)
ORACLE_CARDS = 3  # DB-49
TIPPED = 2  # DB-35
TRADE_ITEMS = 3  # DB-29
OFFERS = 3


class Item(IntEnum):
    """The items of an offer: a kind of card (its number), a TECH, the bridge on a place, the plot, or any card of a back."""

    TECH = HAND_KINDS
    BRIDGE = TECH + 1  # BRIDGE + place
    PLOT = BRIDGE + LOOP
    BACK = PLOT + 1  # BACK + back


class Loot(IntEnum):
    """The loot of a thief that is no card. The loot of a card is its back."""

    TECH = BACKS
    BRIDGE = TECH + 1
    PLOT = TECH + 2


ITEMS = Item.BACK + BACKS
MAX_STEPS = 12
WARP_DICE = 6  # 4 and 2 (DB-14)
BEST_ROLL = 13  # 4 and 2 beats every total (DB-11, DB-31)


@compiled
def can_be_held(kind):
    """Return whether cards of a kind can be in a hand. These kinds have the lowest numbers."""
    return kind < HAND_KINDS


@compiled
def is_tool(kind):
    """Return whether a kind that can be held is a tool of a DIGGING HAND: a Dig card or the SPOON (DB-37)."""
    return Card.SHOVEL <= kind <= Card.MINING_SITE or kind == Card.SPOON


@compiled
def is_doodad(kind):
    return Card.BLOCK <= kind <= Card.WARP


@compiled
def is_immediate(kind):
    """Return whether a card of a kind is resolved when it is drawn (DB-30)."""
    return Card.DUEL <= kind <= Card.HEIST
