"""The components of Digging Bandits as data: cards, characters and the board.

A kind of card is a number. Kinds that can be in a hand have the lowest numbers (`HAND_KINDS`). The back of a card is its deck.
"""

from enum import IntEnum

import numpy as np

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


def _kind(name: str) -> np.int64:
    """Return the number of a kind. Numba compiles a function once for all NumPy integers, but once per Python constant."""
    return np.int64(KIND_NAMES.index(name))


GOLD = _kind("gold")
LAND_WANTED = GOLD + 1  # LAND_WANTED + character
SHOVEL = _kind("shovel")
PICKAXE = SHOVEL + 1
WHEELBARROW = SHOVEL + 2
MINING_SITE = SHOVEL + 3
BRIDGE = _kind("bridge")
COIN = _kind("coin")
COWBOY = _kind("cowboy")
LASSO = _kind("lasso")
OUTLAW = _kind("outlaw")
SHERIFF = _kind("sheriff")
TNT = _kind("tnt")
TRADE = _kind("trade")
DRAW_WANTED = TRADE + 1  # DRAW_WANTED + character
BLOCK = _kind("bandit's block")
CACHE = _kind("card cache")
DOUBLE_TIME = _kind("double-time")
GUIDE = _kind("golden guide")
MAGNET = _kind("money magnet")
ORACLE = _kind("ouija oracle")
PLOT = _kind("private plot")
SPOON = _kind("saving spoon")
WARP = _kind("western warp")
DUEL = _kind("duel")
GAMBLING = _kind("gambling")
HIDEOUT = _kind("hideout cabin")
SHUFFLE = _kind("shuffle draw deck")
TIP_CART = _kind("tip cart")
HEIST = _kind("train heist")
DYNAMITE = _kind("dynamite")
GROUND = _kind("ground")
STONE = _kind("stone")
TECH = _kind("tech")
FIRST_IMMEDIATE = DUEL  # DB-30: the Draw cards from here to TRAIN HEIST
LAST_IMMEDIATE = HEIST
IMMEDIATE = LAST_IMMEDIATE - FIRST_IMMEDIATE + 1

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
STARTING = np.array([(SHOVEL, COIN, SHERIFF), (SHOVEL, COIN, BRIDGE), (SHOVEL, COIN, TNT), (SHOVEL, COIN, OUTLAW)], np.int64)
STARTING_CARDS = STARTING.shape[1]
OWN_DOODAD = np.array([BLOCK, ORACLE, SPOON, MAGNET], np.int64)

BUILDING_COINS = np.int64(3)  # DB-20
BRIBE_COINS = np.int64(2)  # DB-26
MINING_TECH = 3  # DB-37
MAX_BRIDGES = 2
EXCHANGED = np.int64(3)  # cards that CARD CACHE exchanges (DB-48)
ORACLE_CARDS = 3  # DB-49
TIPPED = 2  # DB-35
TRADE_ITEMS = 3  # DB-29
OFFERS = 3
# An item of an offer: a kind of card, a TECH, the bridge on a place, the plot, or any card of a back.
ITEM_TECH = np.int64(HAND_KINDS)
ITEM_BRIDGE = ITEM_TECH + 1  # + place
ITEM_PLOT = ITEM_BRIDGE + LOOP
ITEM_BACK = ITEM_PLOT + 1  # + back
ITEMS = int(ITEM_BACK) + BACKS
WARP_DICE = 6  # 4 and 2 (DB-14)
BEST_ROLL = 13  # 4 and 2 beats every total (DB-11, DB-31)
