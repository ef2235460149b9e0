"""The components of 2-Bit Bandits: kinds, counts and points. The faces of the cards are data (`cards.toml`)."""

from enum import IntEnum

import numpy as np

from dig_envs.core.fields import Field, Part

MAX_PLAYERS = 4
GOOD_GUYS = ("Pancho Vanilla", "Calamity Janet", "Lone Star", "Prospector Pete")
ORDINARY_LEVELS = 17
HIDEOUTS = 6
LEVELS = 1 + ORDINARY_LEVELS + HIDEOUTS  # Stone Ridge is level card 0
STACK = LEVELS - 1
STAGES_A_CARD = 3  # a trunk and two spurs
PLACES = LEVELS * STAGES_A_CARD
SIDES = "NESW"
SCENES = 54
MIN_SCENES = 6
PATHS = 6  # paths of a scene card, and sides of a six-sided die
DIE_SIDES = 10
ENCOUNTERS_A_PATH = 3
ROW = 5  # scenes of the longest stage
PICKUPS = 32
SLOTS = 2
MINIONS = ("Beezard", "Dune Bug", "Dust Devil", "Fireantula", "Golem", "Prickly Bear", "Reaper")
NUM_MINIONS = len(MINIONS)
SHAMANDILLOS = ("Dusty", "El Diablo", "Rocky", "Santa Ana", "Slick", "Smokey", "Snake Eyes")
NUM_SHAMANDILLOS = len(SHAMANDILLOS)
TOP_LEVEL = NUM_SHAMANDILLOS
MAX_DICE = TOP_LEVEL + 4  # dice of a round with two Fireballs
MIN_HEALTH, MAX_HEALTH = 6, 12  # range of full health
BACKED_OUT_HEALTH = 4
LAST_ROUND = 60  # the last round of a battle, and the last cycle of the final battle
SHAMANDILLO_POINTS = 300  # per level
FINAL_HIT_POINTS = 100
FINAL_NEED = 6
BOTH_ACTIVE = 5  # defeated Shamandillos that make both slots active
SCORE_CONSTANT = 5000.0
SOLO_CONSTANT = 10000.0
TIE_BREAK = 1e-6  # added to the standings for each health point and pickup


class Length(IntEnum):
    """The length of a game (TB-4, TB-5). A length of number n gives n + 1 continues."""

    EASY = 0
    STANDARD = 1
    EPIC = 2


MAX_CONTINUES = len(Length)

# Numbers of ordinary cards and hideouts in the upper and lower part of the level stack, by length (TB-5).
UPPER = ((4, 2), (6, 3), (6, 3))
LOWER = ((5, 3), (6, 3), (11, 3))


class Stage(IntEnum):
    """The kinds of stage on a level card. The wagon owned by Good Guy g is OWNED_WAGON + g."""

    NONE = 0
    SALOON = 1
    WAGON = 2
    OASIS = 3
    CAMP = 4
    VILLAGE = 5
    FORT = 6
    HIDEOUT = 7
    OWNED_WAGON = 8


STAGE_NAMES = (
    "", "saloon", "covered wagon", "oasis", "camp", "village", "fort", "hideout",
    *(f"wagon of {name}" for name in GOOD_GUYS),
)  # fmt: skip
SCENES_OF = np.array([0, 0, 0, 2, 3, 4, 5, 2, 0, 0, 0, 0])
BONUS_OF = np.array([0, 0, 0, 200, 300, 400, 500, 800, 0, 0, 0, 0])


class Encounter(IntEnum):
    """The kinds of encounter on a path of a scene card. A battle with minion m is BATTLE + m or, elemental, ELEMENTAL + m."""

    NONE = 0
    BARREL = 1
    HEART = 2
    TUMBLE_BOMB = 3
    SPIKES = 4
    BATTLE = 5
    ELEMENTAL = 12


ENCOUNTER_NAMES = (
    "", "barrel", "heart", "tumble bomb", "spikes",
    *(f"{kind} {minion}" for kind in ("battle", "elemental") for minion in MINIONS),
)  # fmt: skip


class Minion(IntEnum):
    """The minions. Pickup m matches minion m (TB-22)."""

    BEEZARD = 0
    DUNE_BUG = 1
    DUST_DEVIL = 2
    FIREANTULA = 3
    GOLEM = 4
    PRICKLY_BEAR = 5
    REAPER = 6


class Pickup(IntEnum):
    """The pickups (TB-2, TB-17)."""

    FEATHER = 0
    POTION = 1
    PIE = 2
    FIREBALL = 3
    MASK = 4
    HORSESHOE = 5
    AMULET = 6
    ROOT_BEER = 7
    STAR = 8
    TUBA = 9


PICKUP_NAMES = (
    "Feather", "Breathing Potion", "Slice of Pie", "Fireball", "Adobe Mask", "Lucky Horseshoe", "Doom Amulet",
    "Mug of Root Beer", "Sheriff Star", "Warped Tuba",
)  # fmt: skip
PICKUP_WORDS = ("feather", "potion", "pie", "fireball", "mask", "horseshoe", "amulet", "beer", "star", "tuba")
NUM_PICKUPS = len(PICKUP_NAMES)


class Shamandillo(IntEnum):
    """The Shamandillos (TB-23)."""

    DUSTY = 0
    EL_DIABLO = 1
    ROCKY = 2
    SANTA_ANA = 3
    SLICK = 4
    SMOKEY = 5
    SNAKE_EYES = 6


class Die(IntEnum):
    """The colours of ten-sided dice (TB-17, TB-21)."""

    BLACK = 0
    YELLOW = 1  # never hits
    RED = 2  # never hurts


DIE_COLOURS = ("black", "yellow", "red")

MAX_ENCOUNTERS = SCENES * (len(ENCOUNTER_NAMES) - 1)  # a bound, for observations
MAX_FOES = 82  # 7 at the top level, 2 for each of 8 thrown pickups, 59 added Dust Devils; a Shamandillo has at most 63
LEVEL_NAMES = (
    "Stone Ridge",
    *(f"N{k + 1}" for k in range(ORDINARY_LEVELS)),
    *(f"H{k + 1}" for k in range(HIDEOUTS)),
)  # of the level cards of the shipped set

# The faces of all cards, which `card_set.py` writes.
MIN_PICKUPS = MAX_PLAYERS * SLOTS + SLOTS
MAX_MINION_POINTS = 1000
MAX_BOSS_HEALTH = 9
CARD_SET = Part(
    Field("stages", range(len(STAGE_NAMES)), "the stages of each level card: trunk, then spurs", (LEVELS, STAGES_A_CARD)),
    Field("exits", range(1 << len(SIDES)), "bit s: an exit to side s of the unrotated card, whose entry is south", (LEVELS,)),
    Field("copies", range(PICKUPS + 1), "pickups of each kind", (NUM_PICKUPS,)),
    Field("minion_points", range(MAX_MINION_POINTS + 1), "points for a minion: plain, elemental", (NUM_MINIONS, 2)),
    Field("boss_health", range(1, MAX_BOSS_HEALTH + 1), "health of each Shamandillo for each level", (NUM_SHAMANDILLOS,)),
    Field("num_scenes", range(MIN_SCENES, SCENES + 1), "number of scene cards"),
    Field("scenes", range(len(ENCOUNTER_NAMES)), "encounters on each path", (SCENES, PATHS, ENCOUNTERS_A_PATH)),
)
CARDS = CARD_SET.dtype
