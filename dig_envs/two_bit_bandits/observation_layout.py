"""The blocks of an observation of 2-Bit Bandits, the columns of their rows, and the omitted fields."""

import numpy as np

from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.two_bit_bandits.components import (
    DIE_COLOURS,
    DIE_SIDES,
    ENCOUNTER_NAMES,
    ENCOUNTERS_A_PATH,
    LEVELS,
    MAX_PLAYERS,
    MOST_DICE,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    ROW,
    SCENES,
    SIDES,
    SLOTS,
    STACK,
    STAGES_A_CARD,
    TOP_LEVEL,
    Encounter,
    Length,
    Stage,
)
from dig_envs.two_bit_bandits.state import Final, Phase, Status

# Columns of a stage: a one-hot kind.
STAGE_KINDS = int(Stage.OWNED_WAGON)
KINDS_AND_OWNERS = STAGE_KINDS - 1 + MAX_PLAYERS

# Columns of a pawn.
PAWN_STAGE = 2
PAWN_COLUMNS = PAWN_STAGE + STAGES_A_CARD

# Columns of a level card on the map. A card in hand has the columns from its stages to its sides.
CARD_STAGES = 2
CARD_OWNERS = CARD_STAGES + STAGES_A_CARD * STAGE_KINDS
CARD_SIDES = CARD_OWNERS + MAX_PLAYERS
CARD_ENTRY = CARD_SIDES + len(SIDES)
CARD_COLUMNS = CARD_ENTRY + len(SIDES)
FACE_COLUMNS = CARD_ENTRY - CARD_STAGES

# Columns of an encounter, and of a path of a scene card: its first encounter, and whether the die selects it.
MINION = Encounter.BATTLE - Encounter.BARREL
ELEMENTAL = MINION + NUM_MINIONS
ENCOUNTER_COLUMNS = ELEMENTAL + 1
PATH_DIE = ENCOUNTER_COLUMNS
PATH_COLUMNS = PATH_DIE + 1

# The phases of `then`, which follow damage or the choice of pickups.
THEN = (Phase.ENCOUNTER, Phase.STAGE_DONE, Phase.BREATH, Phase.AFTERMATH, Phase.RECOVERY)

# Maxima.
MOST_FOES = 82.0  # 7 at the top level, 2 for each of 8 thrown pickups, 59 added Dust Devils; a Shamandillo has at most 63
MOST_ROUNDS = 60.0 * MAX_PLAYERS  # rounds of the final battle
POINTS_UNIT = 65536  # points are a remainder and a quotient by this number, both exact in float32

KIND_WORDS = "saloon, covered wagon, oasis, camp, village, fort, hideout"
STAGE_WORDS = f"{KIND_WORDS}, owned wagon"
ENCOUNTER_WORDS = "barrel, heart, tumble bomb, spikes, battle by minion (7), whether it is elemental"
ROUND_ME = "seats clockwise from me"
CELLS = "(24 + cells) / 48"

BASIC = Layout(
    # the game
    Block("phase", (Phase.OVER,), "what is asked, one-hot: explore, keep, lay, choose, assign, hold, ready, attack, "
          "boost, reroll, save, revive, play on"),
    Block("asked", (2,), "1 while I am asked whether to throw a pickup; 1 if I have passed"),
    Block("length", (len(Length),), "easy, standard, epic, one-hot"),
    Block("max_health", (1,), "full health / 12"),
    Block("level", (TOP_LEVEL,), "the level, one-hot", Kind.ARITHMETIC),
    Block("final", (len(Final) - 1,), "1 while the final battle runs; 1 once it is won"),
    Block("cycle", (1,), "cycles of the final battle / 60"),
    Block("turns", (2,), "turns ended / max_turns; 1 / (1 + turns left)", Kind.RECOUNT),
    Block("minion_points", (NUM_MINIONS, 2), "points for a minion of each kind in a plain and in an elemental battle / "
          "1,000"),
    Block("boss_health", (NUM_SHAMANDILLOS,), "health of each Shamandillo for each level / 9"),
    Block("defeated", (NUM_SHAMANDILLOS,), "1 for each Shamandillo defeated"),
    Block("boss", (NUM_SHAMANDILLOS,), "the top Shamandillo if it was seen, one-hot"),
    # seats
    Block("good_guy", (MAX_PLAYERS,), "who I am: Pancho Vanilla, Calamity Janet, Lone Star, Prospector Pete, one-hot"),
    Block("status", (MAX_PLAYERS, len(Status)), f"in, down, stopped, out, one-hot; {ROUND_ME}"),
    Block("health", (MAX_PLAYERS,), f"health / 12; {ROUND_ME}"),
    Block("half", (MAX_PLAYERS,), f"1 if the Adobe Mask has taken the first of two damage; {ROUND_ME}"),
    Block("continues", (MAX_PLAYERS,), f"continues / 3; {ROUND_ME}"),
    Block("points", (MAX_PLAYERS, 2), f"points / 65,536, the remainder; the quotient / 32,768; {ROUND_ME}"),
    Block("ahead", (MAX_PLAYERS,), f"1 if the seat has more points than I have, 1/2 if as many; {ROUND_ME}", Kind.ARITHMETIC),
    Block("pickups", (MAX_PLAYERS, SLOTS, NUM_PICKUPS), f"active and stored pickup, one-hot; {ROUND_ME}"),
    Block("pawns", (MAX_PLAYERS, PAWN_COLUMNS), "where each pawn stands: cells to the east and to the south of my pawn "
          f"({CELLS}); trunk, first spur, second spur, one-hot; {ROUND_ME}"),
    Block("turn_of", (MAX_PLAYERS,), f"whose turn it is, one-hot; {ROUND_ME}"),
    Block("starter", (MAX_PLAYERS,), "who began the final battle or, once it is won, felled the Shamandillo, one-hot; "
          f"{ROUND_ME}"),
    Block("may_know", (MAX_PLAYERS, 2), "1 if the seat may know the top of the level stack as far as everyone can tell; "
          f"1 if it may as far as I can tell; {ROUND_ME}"),
    # decks
    Block("levels_unseen", (STACK,), "1 for each level card, by its number in the card set, that is neither on the map "
          "nor known to me", Kind.RECOUNT),
    Block("stages_unseen", (KINDS_AND_OWNERS,), f"stages of those cards / 69, by kind: {KIND_WORDS}, the wagon of each "
          "seat clockwise from me", Kind.RECOUNT),
    Block("hideouts", (1,), "hideouts on the map / 6", Kind.RECOUNT),
    Block("stack", (1,), "level cards in the stack / 23"),
    Block("scene_discards", (SCENES,), "1 for each scene card among the discards, by its number in the card set"),
    Block("encounters_unseen", (len(ENCOUNTER_NAMES) - 1,), "encounters on the scene cards of the deck / 972, by kind: "
          "barrel, heart, tumble bomb, spikes, battle by minion (7), elemental battle by minion (7)", Kind.RECOUNT),
    Block("pickup_discards", (NUM_PICKUPS,), "discarded pickups by kind / 32"),
    Block("pickups_unseen", (NUM_PICKUPS,), "pickups of the deck by kind / 32", Kind.RECOUNT),
    Block("decks", (2,), "scene cards / 54 and pickups / 32 in their decks"),
    # the stage in play
    Block("stage", (STAGE_KINDS,), f"the kind of the stage in play, one-hot: {STAGE_WORDS}"),
    Block("came_from", (PAWN_COLUMNS,), "where the pawn came from, as in `pawns`; zero outside a stage"),
    Block("rolled", (PATHS,), "dice to assign, by face / 5"),
    Block("scene", (ROW + 1,), "scenes finished in the stage, one-hot; zero outside a stage with scenes"),
    Block("encounter", (1,), "encounters met in the scene / 3"),
    Block("tentative", (2,), "tentative points / 65,536, the remainder; the quotient / 32,768"),
    Block("switched", (1,), "1 if pickups were switched before this scene"),
    Block("pool", (NUM_PICKUPS,), "pickups to choose from, by kind / 4"),
    Block("due", (1,), "damage still to be suffered / 11"),
    Block("then", (len(THEN),), "after damage or new pickups, one-hot: the scene goes on, the stage is completed, breath "
          "is rolled for, the end of the round, its last part"),
    # the battle
    Block("foe", (NUM_MINIONS + NUM_SHAMANDILLOS,), "the enemy: minion or Shamandillo, one-hot"),
    Block("elemental", (1,), "1 in an elemental battle"),
    Block("enemies", (2,), "minions met in the battle, health of all enemies; / 82"),
    Block("window", (1,), "seats clockwise from the fighter that are known to throw no more / 4"),
    Block("rounds", (1,), "rounds of the battle / 240"),
    Block("height", (1,), "height of the Good Guy / 7"),
    Block("foe_heights", (TOP_LEVEL,), "health of the enemies at heights 1 to 7 / 82"),
    Block("dice", (MOST_DICE, 2), "dice of the round in their order, black, yellow, red: (1 + value) / 10; 1 if rolled "
          "again"),
    Block("free_dice", (len(DIE_COLOURS), DIE_SIDES), "those not yet rolled again, by colour and value / 11", Kind.RECOUNT),
    Block("rerolls", (1,), "dice that I may still roll again / 4"),
    # level cards
    Block("second", (1,), "1 if of the level cards looked at I have kept the second"),
    Block("my_cards", (3, FACE_COLUMNS), "level cards that I look at (2; the kept one first), top of the stack if I know "
          f"it; by stage (trunk, spurs) its kind, one-hot ({STAGE_WORDS}); whose an owned wagon is, {ROUND_ME}; exits N, "
          "E, S, W in the card's own frame"),
    # blocks that fill up from the front
    Block("row", (ROW, PATHS, PATH_COLUMNS), "scene cards in the row, by path: its first encounter one-hot "
          f"({ENCOUNTER_WORDS}); 1 if the die on the card leads there"),
    Block("map", (LEVELS, CARD_COLUMNS), "cards in the order of placing, Stone Ridge first: cells to the east and to the "
          f"south of my pawn ({CELLS}); by stage (trunk, spurs) in the column of its kind ({STAGE_WORDS}) 1 if I may "
          "choose it by the rules of reach, 2/3 if it is open otherwise, 1/3 if it is done; whose an owned wagon is, "
          f"{ROUND_ME}; by side N, E, S, W 1 an exit where a card can be placed, 3/4 a free exit that can't be reached "
          "yet, 1/2 a path that leads on to another card, 1/4 a blocked exit; the side of its entry, one-hot"),
)  # fmt: skip

MORE = Block(
    "more_encounters", (ENCOUNTERS_A_PATH - 1, ROW, PATHS, ENCOUNTER_COLUMNS),
    f"the second and the third encounter of each path of the row, one-hot ({ENCOUNTER_WORDS})",
)  # fmt: skip
WHOLE = Layout(*BASIC, MORE)  # for card sets with more than one encounter on some path
AT = WHOLE.offsets()

# Sections (core/engine/sparse_rows.py): they fill up from their starts.
ROW_OF_SCENES, MAP, MORE_ENCOUNTERS = range(3)
STARTS = (AT.row, AT.map, AT.more_encounters)
COLUMNS_OF_SCENE = PATHS * PATH_COLUMNS

OMITTED = {
    "table.reward": "an option that does not affect the position",
    "table.end": "no seat decides after the end",
    "table.num_players": "derivable from `status`, whose row is zero for an unused seat",
    "table.num_defeated": "derivable: the number of ones in `defeated`",
    "table.neighbour": "derivable from the places in `map`",
    "table.place": "derivable: while a stage is in play, the place of the active seat's pawn",
    "table.looks": "derivable: in the phases keep and lay 2, or 1 with one card in the stack; otherwise 0",
    "table.reds": "derivable from `dice` and `level`: the number of dice beyond the level",
    "table.yellows": "derivable from `foe`, `elemental`, `level` and `dice`",
    "table.faces": "the card set is an option; its visible part is in `map`, `my_cards`, `row`, the blocks of unseen cards, "
                   "`minion_points` and `boss_health`",
}  # fmt: skip
"""Fields of the table and of the seat that observations omit on purpose, each with the reason."""

ALIKE_HIDEOUTS = (18, 19, 20)  # H1 to H3: a trunk with a hideout, no spurs, an exit to the north
ALIKE = dict.fromkeys(("table.level_card", "seat.looked", "seat.known"), ALIKE_HIDEOUTS)
"""Numbers of cards with identical faces, by field; observations do not distinguish them."""


def columns_of_stages() -> np.ndarray:
    """Return the column of the kind of each Stage, uint8 (12,). Stage.NONE has column 0, which is never written."""
    return np.clip(np.arange(Stage.OWNED_WAGON + MAX_PLAYERS) - 1, 0, STAGE_KINDS - 1).astype(np.uint8)


def columns_of_encounters() -> np.ndarray:
    """Return the column of each encounter code, uint8 (19,). Encounter.NONE has column 0."""
    battle = [MINION + code for code in range(NUM_MINIONS)]
    return np.array([0, *range(MINION), *battle, *battle], np.uint8)


STAGE_COLUMN = columns_of_stages()
ENCOUNTER_COLUMN = columns_of_encounters()
IS_ELEMENTAL = (np.arange(len(ENCOUNTER_NAMES)) >= Encounter.ELEMENTAL).astype(np.float32)
