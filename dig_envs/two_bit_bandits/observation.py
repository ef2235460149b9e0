"""Declare and encode the observation of a seat of 2-Bit Bandits, block by block.

The layout is the same for all options, except that card sets with several encounters on some path have one more block.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.layout import Block, Kind, Layout, writes
from dig_envs.core.seats import seat_clockwise, steps_clockwise
from dig_envs.two_bit_bandits.card_set import load_cards
from dig_envs.two_bit_bandits.components import (
    DIE_COLOURS,
    DIE_SIDES,
    ENCOUNTER_NAMES,
    ENCOUNTERS_A_PATH,
    HIDEOUTS,
    LAST_ROUND,
    LEVELS,
    MAX_BOSS_HEALTH,
    MAX_CONTINUES,
    MAX_DICE,
    MAX_ENCOUNTERS,
    MAX_FOES,
    MAX_HEALTH,
    MAX_MINION_POINTS,
    MAX_PLAYERS,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
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
)  # fmt: skip
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import Side, is_usable, stage_at, usable_stages
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

STAGE_KINDS = int(Stage.OWNED_WAGON)
KINDS_AND_OWNERS = STAGE_KINDS - 1 + MAX_PLAYERS


class PawnColumn(IntEnum):
    """The columns of a place of the map."""

    EAST = 0
    SOUTH = 1
    STAGE = 2  # trunk or spur, one-hot
    END = STAGE + STAGES_A_CARD


class CardColumn(IntEnum):
    """The columns of a level card on the map. A card in hand has the columns from STAGES to EXITS."""

    EAST = 0
    SOUTH = 1
    STAGES = 2  # by stage, then kind
    OWNERS = STAGES + STAGES_A_CARD * STAGE_KINDS
    EXITS = OWNERS + MAX_PLAYERS
    ENTRY = EXITS + len(SIDES)
    END = ENTRY + len(SIDES)


class PathColumn(IntEnum):
    """The columns of a path of a scene card: its first encounter, and whether its die selects the path."""

    BATTLE = Encounter.BATTLE - Encounter.BARREL  # by minion; before it the other encounters
    ELEMENTAL = BATTLE + NUM_MINIONS
    DIE = ELEMENTAL + 1
    END = DIE + 1


FACE_COLUMNS = CardColumn.ENTRY - CardColumn.STAGES
THEN = (Phase.ENCOUNTER, Phase.STAGE_DONE, Phase.BREATH, Phase.AFTERMATH, Phase.RECOVERY)  # the phases of `then`
POINTS_UNIT = 65536  # points are a remainder and a quotient by this number, both exact in float32

KIND_WORDS = "saloon, covered wagon, oasis, camp, village, fort, hideout"
STAGE_WORDS = f"{KIND_WORDS}, owned wagon"
ENCOUNTER_WORDS = "barrel, heart, tumble bomb, spikes, battle by minion (7), whether it is elemental"
ROUND_ME = "seats clockwise from me"
IN_CELLS = "(24 + cells) / 48"

BASIC = Layout(
    # the game
    Block("phase", (Phase.OVER,), "the decision, one-hot: explore, keep, lay, choose, assign, hold, ready, attack, "
          "boost, reroll, save, revive, play on"),
    Block("asked", (2,), "1 while I decide whether to throw a pickup; 1 if I have passed"),
    Block("length", (len(Length),), "the length of the game, one-hot: easy, standard, epic"),
    Block("max_health", (1,), "full health / 12"),
    Block("level", (TOP_LEVEL,), "the level, one-hot", Kind.ARITHMETIC),
    Block("final", (len(Final) - 1,), "1 during the final battle; 1 after it is won"),
    Block("cycle", (1,), "cycles of the final battle / 60"),
    Block("turns", (2,), "turns ended / max_turns; 1 / (1 + turns left)", Kind.RECOUNT),
    Block("minion_points", (NUM_MINIONS, 2), "points for a minion of each kind in a plain and in an elemental battle / "
          "1,000"),
    Block("boss_health", (NUM_SHAMANDILLOS,), "health of each Shamandillo for each level / 9"),
    Block("defeated", (NUM_SHAMANDILLOS,), "1 for each Shamandillo defeated"),
    Block("boss", (NUM_SHAMANDILLOS,), "the top Shamandillo, one-hot; zero if nobody has seen it"),
    # seats
    Block("good_guy", (MAX_PLAYERS,), "my Good Guy, one-hot: Pancho Vanilla, Calamity Janet, Lone Star, Prospector Pete"),
    Block("status", (MAX_PLAYERS, len(Status)), f"in, down, stopped or out, one-hot; {ROUND_ME}"),
    Block("health", (MAX_PLAYERS,), f"health / 12; {ROUND_ME}"),
    Block("half", (MAX_PLAYERS,), f"1 if the Adobe Mask has taken the first of two damage; {ROUND_ME}"),
    Block("continues", (MAX_PLAYERS,), f"continues / 3; {ROUND_ME}"),
    Block("points", (MAX_PLAYERS, 2), f"points / 65,536, the remainder; the quotient / 32,768; {ROUND_ME}"),
    Block("ahead", (MAX_PLAYERS,), f"1 for more points than mine, 1/2 for equal points; {ROUND_ME}", Kind.ARITHMETIC),
    Block("pickups", (MAX_PLAYERS, SLOTS, NUM_PICKUPS), f"active and stored pickup, one-hot; {ROUND_ME}"),
    Block("pawns", (MAX_PLAYERS, int(PawnColumn.END)), "the place of each pawn: cells to the east and to the south of my pawn "
          f"({IN_CELLS}); trunk, first spur, second spur, one-hot; {ROUND_ME}"),
    Block("turn_of", (MAX_PLAYERS,), f"the active seat, one-hot; {ROUND_ME}"),
    Block("starter", (MAX_PLAYERS,), "the seat that began the final battle or, after it is won, defeated the "
          f"Shamandillo, one-hot; {ROUND_ME}"),
    Block("may_know", (MAX_PLAYERS, 2), "1 if the seat may know the top of the level stack by public information; "
          f"1 if it may by my information; {ROUND_ME}"),
    # decks
    Block("levels_unseen", (STACK,), "1 for each level card, by its number in the card set, that is not on the map "
          "and not known to me", Kind.RECOUNT),
    Block("stages_unseen", (KINDS_AND_OWNERS,), "stages of the cards in `levels_unseen` / 69, by kind: "
          f"{KIND_WORDS}, the wagon of each seat clockwise from me", Kind.RECOUNT),
    Block("hideouts", (1,), "hideouts on the map / 6", Kind.RECOUNT),
    Block("stack", (1,), "level cards in the stack / 23"),
    Block("scene_discards", (SCENES,), "1 for each scene card among the discards, by its number in the card set"),
    Block("encounters_unseen", (len(ENCOUNTER_NAMES) - 1,), "encounters on the scene cards of the deck / 972, by kind: "
          "barrel, heart, tumble bomb, spikes, battle by minion (7), elemental battle by minion (7)", Kind.RECOUNT),
    Block("pickup_discards", (NUM_PICKUPS,), "discarded pickups by kind / 32"),
    Block("pickups_unseen", (NUM_PICKUPS,), "pickups of the deck by kind / 32", Kind.RECOUNT),
    Block("decks", (2,), "cards in the decks: scene cards / 54, pickups / 32"),
    # the stage in play
    Block("stage", (STAGE_KINDS,), f"the kind of the stage in play, one-hot: {STAGE_WORDS}"),
    Block("came_from", (int(PawnColumn.END),), "the previous place of the active pawn, as in `pawns`; zero outside a stage"),
    Block("rolled", (PATHS,), "dice to assign, by face / 5"),
    Block("scene", (ROW + 1,), "scenes finished in the stage, one-hot; zero outside a stage with scenes"),
    Block("encounter", (1,), "encounters met in the scene / 3"),
    Block("tentative", (2,), "tentative points / 65,536, the remainder; the quotient / 32,768"),
    Block("switched", (1,), "1 if pickups were switched before this scene"),
    Block("pool", (NUM_PICKUPS,), "pickups to choose from, by kind / 4"),
    Block("due", (1,), "damage still to be taken / 11"),
    Block("then", (len(THEN),), "the next step after damage or new pickups, one-hot: the next encounter, the end of the stage, "
          "the roll for breath, the end of the round, recovery"),
    # the battle
    Block("foe", (NUM_MINIONS + NUM_SHAMANDILLOS,), "the enemy: minion or Shamandillo, one-hot"),
    Block("elemental", (1,), "1 in an elemental battle"),
    Block("enemies", (2,), "minions met in the battle / 82; health of all enemies / 82"),
    Block("window", (1,), "seats clockwise from the fighter that are known to throw no more pickups / 4"),
    Block("rounds", (1,), "rounds of the battle / 240"),
    Block("height", (1,), "height of the Good Guy / 7"),
    Block("foe_heights", (TOP_LEVEL,), "health of the enemies at heights 1 to 7 / 82"),
    Block("dice", (MAX_DICE, 2), "dice of the round in the order black, yellow, red: (1 + value) / 10; 1 if the "
          "die is rerolled"),
    Block("free_dice", (len(DIE_COLOURS), DIE_SIDES), "dice that are not rerolled yet, by colour and value / 11", Kind.RECOUNT),
    Block("rerolls", (1,), "dice that I may still reroll / 4"),
    # level cards
    Block("second", (1,), "1 if I have kept the second of the level cards that I look at"),
    Block("my_cards", (3, FACE_COLUMNS), "the two level cards that I look at, the kept card first, and the top of the "
          f"stack if I know it. Columns: kind of each stage (trunk, spurs), one-hot ({STAGE_WORDS}); owner of an owned wagon, "
          f"{ROUND_ME}; exits N, E, S, W in the card's own frame"),
    # blocks that fill up from the front
    Block("row", (ROW, PATHS, int(PathColumn.END)), "scene cards in the row, by path: the first encounter, one-hot "
          f"({ENCOUNTER_WORDS}); 1 if the die on the card leads to the path"),
    Block("map", (LEVELS, int(CardColumn.END)), "cards in the order of placing, Stone Ridge first. Columns: cells to the east "
          f"and to the south of my pawn ({IN_CELLS}); each stage (trunk, spurs) in the column of its kind ({STAGE_WORDS}): 1 "
          f"if I can reach the stage, 2/3 if the stage is open but out of reach, 1/3 if it is done; owner of an owned wagon, "
          f"{ROUND_ME}; sides N, E, S, W: 1 for an exit where a card can be placed, 3/4 for a free exit out of reach, 1/2 for "
          "a path to another card, 1/4 for a blocked exit; the side of the entry, one-hot"),
)  # fmt: skip

MORE = Block(
    "more_encounters", (ENCOUNTERS_A_PATH - 1, ROW, PATHS, int(PathColumn.DIE)),
    f"the second and the third encounter of each path of the row, one-hot ({ENCOUNTER_WORDS})",
)  # fmt: skip
WHOLE = Layout(*BASIC, MORE)  # for card sets with more than one encounter on some path

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
    """Return the column of the kind of each Stage, int64 (12,). Stage.NONE has column 0, which is never written."""
    return np.clip(np.arange(Stage.OWNED_WAGON + MAX_PLAYERS) - 1, 0, STAGE_KINDS - 1)


def columns_of_encounters() -> np.ndarray:
    """Return the column of each encounter code, int64 (19,). Encounter.NONE has column 0."""
    battle = [PathColumn.BATTLE + minion for minion in range(NUM_MINIONS)]
    return np.array([0, *range(PathColumn.BATTLE), *battle, *battle])


STAGE_COLUMN = columns_of_stages()
ENCOUNTER_COLUMN = columns_of_encounters()
THEN_COLUMN = np.array([THEN.index(phase) if phase in THEN else 0 for phase in Phase])
DISTANCE = (np.arange(-LEVELS, LEVELS + 1) / (2.0 * LEVELS) + 0.5).astype(np.float32)  # indexed by distance + LEVELS
# The value of a stage on the map, by 0 for no stage, else 1 + (it is done) + 2 * (it may be chosen).
OPENNESS = np.array([0, 2 / 3, 1 / 3, 1, 1], np.float32)
# The value of a side of a card, by (an exit) + 2 * (leads on) + 4 * (no card there) + 8 * (the junction can be reached).
SIDE_OPENNESS = np.array([0, 1 / 4, 1 / 2, 1 / 2, 0, 3 / 4, 0, 0, 0, 1 / 4, 1 / 2, 1 / 2, 0, 1, 0, 0], np.float32)

MAX_STAGES = STACK * STAGES_A_CARD
MAX_ROUNDS = LAST_ROUND * MAX_PLAYERS
A_STAGE = np.float32(1 / MAX_STAGES)
A_PICKUP = np.float32(1 / PICKUPS)
A_DIE = np.float32(1 / MAX_DICE)


def layout(options):
    """Return the blocks, with `more_encounters` only for card sets that have several encounters on some path."""
    if options.cards is None:
        return BASIC
    return WHOLE if load_cards(options.cards)["scenes"][:, :, 1].any() else BASIC


@writes(WHOLE)
@compiled
def encode(table, seat, player, out):
    """Write the seat's observation into `out`, a zeroed record of the blocks."""
    encode_game(table, seat, out)
    encode_enemies(table, out)
    out.good_guy[player] = 1
    for i in range(table.num_players):
        encode_seat(table, seat, player, i, out)
    encode_decks(table, out)
    encode_unseen_levels(table, player, out)
    encode_known_levels(table, seat, player, out)
    encode_map(table, player, out)
    if table.place != NONE:
        encode_stage(table, player, out)
    if table.foe != NONE:
        encode_battle(table, out)
    if table.then != 0:
        out.due[0] = table.due * A_DIE
        out.then[THEN_COLUMN[table.then]] = 1


@compiled
def encode_game(table, seat, out):
    """Write the question, the options and the course of the game."""
    if table.phase < Phase.OVER:
        out.phase[table.phase] = 1
    out.asked[0] = seat.asked == Asked.NOW
    out.asked[1] = seat.asked == Asked.PASSED
    out.length[table.span] = 1
    out.max_health[0] = table.max_health * (1 / MAX_HEALTH)
    out.level[level(table) - 1] = 1
    if table.final != Final.AHEAD:
        out.final[table.final - 1] = 1
    out.cycle[0] = table.cycle * (1 / LAST_ROUND)
    out.turns[0] = table.turn / table.max_turns
    out.turns[1] = 1.0 / (1 + table.max_turns - table.turn)


@compiled
def encode_enemies(table, out):
    """Write the card set's numbers for enemies, and the Shamandillos that were seen."""
    for minion in range(NUM_MINIONS):
        for kind in range(2):
            out.minion_points[minion, kind] = table.faces.minion_points[minion][kind] * (1 / MAX_MINION_POINTS)
    for boss in range(NUM_SHAMANDILLOS):
        out.boss_health[boss] = table.faces.boss_health[boss] * (1 / MAX_BOSS_HEALTH)
        out.defeated[boss] = table.defeated[boss]
    if table.boss != NONE:
        out.boss[table.boss] = 1


# --- seats


@inlined
def encode_seat(table, seat, player, i, out):
    """Write the i-th seat clockwise from the observer, as all see it, and its possible knowledge of the level stack."""
    p = seat_clockwise(table, player, i)
    out.status[i, table.status[p]] = 1
    out.health[i] = table.health[p] * (1 / MAX_HEALTH)
    out.half[i] = table.half[p]
    out.continues[i] = table.continues[p] * (1 / MAX_CONTINUES)
    encode_points(table.points[p], out.points[i])
    out.ahead[i] = 0.5 * ((table.points[p] >= table.points[player]) + (table.points[p] > table.points[player]))
    out.turn_of[i] = p == table.active
    out.starter[i] = p == table.starter
    out.may_know[i, 0] = (table.may_know >> p) & 1
    out.may_know[i, 1] = (seat.others >> p) & 1
    for slot in range(SLOTS):
        if table.pickups[p][slot] != NONE:
            out.pickups[i, slot, table.pickups[p][slot]] = 1
    encode_map_place(table, table.pawn[p], player, out.pawns[i])


@inlined
def encode_points(points, cells):
    """Write points as remainder and quotient by POINTS_UNIT, so that different points give different float32 numbers."""
    cells[0] = (points & (POINTS_UNIT - 1)) * (1 / POINTS_UNIT)
    cells[1] = (points // POINTS_UNIT) * (2 / POINTS_UNIT)


@inlined
def encode_map_place(table, place, player, cells):
    """Write a place of the map: cells to the east and to the south of the player's pawn, and its stage on the card."""
    here = table.pawn[player] // STAGES_A_CARD
    card = place // STAGES_A_CARD
    cells[PawnColumn.EAST] = DISTANCE[table.x[card] - table.x[here] + LEVELS]
    cells[PawnColumn.SOUTH] = DISTANCE[table.y[card] - table.y[here] + LEVELS]
    cells[PawnColumn.STAGE + place % STAGES_A_CARD] = 1


@inlined
def owner_from_me(table, owner, player):
    """Return the row of an owner: its seat relative to the player, or its own number if it does not play."""
    return owner if owner >= table.num_players else steps_clockwise(table, player, owner)


# --- decks


@compiled
def encode_decks(table, out):
    """Write the discards and the remaining cards of the decks of scene cards and pickups."""
    for card in range(SCENES):
        out.scene_discards[card] = table.scene_discard[card]
    for kind in range(len(ENCOUNTER_NAMES) - 1):
        out.encounters_unseen[kind] = table.encounters_unseen[kind + 1] * (1 / MAX_ENCOUNTERS)
    for kind in range(NUM_PICKUPS):
        gone = table.pickup_discard[kind] + table.pool[kind]
        out.pickup_discards[kind] = table.pickup_discard[kind] * A_PICKUP
        out.pickups_unseen[kind] = (table.faces.copies[kind] - gone) * A_PICKUP
    for p in range(table.num_players):
        for slot in range(SLOTS):
            if table.pickups[p][slot] != NONE:
                out.pickups_unseen[table.pickups[p][slot]] -= A_PICKUP
    out.decks[0] = table.scene_deck * (1 / SCENES)
    out.decks[1] = table.pickup_deck * A_PICKUP


@compiled
def encode_unseen_levels(table, player, out):
    """Write the level cards and stages that are not on the map."""
    out.hideouts[0] = table.hideouts * (1 / HIDEOUTS)
    out.stack[0] = table.stack_size * (1 / STACK)
    for card in range(STACK):
        out.levels_unseen[card] = 1
    for card in range(1, table.placed):
        out.levels_unseen[table.level_card[card] - 1] = 0
    for stage in range(Stage.SALOON, Stage.OWNED_WAGON):
        out.stages_unseen[stage - 1] = table.stages_unseen[stage] * A_STAGE
    for owner in range(MAX_PLAYERS):
        row = Stage.HIDEOUT + owner_from_me(table, owner, player)
        out.stages_unseen[row] = table.stages_unseen[Stage.OWNED_WAGON + owner] * A_STAGE


@compiled
def encode_known_levels(table, seat, player, out):
    """Write the level cards that the seat knows, and remove them from the unseen ones."""
    out.second[0] = seat.second
    for k in range(2):
        if seat.looked[k] != NONE:
            encode_face(table, seat.looked[k], player, out.my_cards[k])
            take_from_unseen(table, seat.looked[k], player, out)
    if seat.known != NONE:
        encode_face(table, seat.known, player, out.my_cards[2])
        if seat.looked[0] == NONE:  # otherwise it is one of the cards above
            take_from_unseen(table, seat.known, player, out)


@compiled
def encode_face(table, level_card, player, cells):
    """Write the face of a level card in hand."""
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        if stage != Stage.NONE:
            cells[STAGE_KINDS * at + STAGE_COLUMN[stage]] = 1
            if stage >= Stage.OWNED_WAGON:
                owner = owner_from_me(table, stage - Stage.OWNED_WAGON, player)
                cells[CardColumn.OWNERS - CardColumn.STAGES + owner] = 1
    for side in range(len(SIDES)):
        cells[CardColumn.EXITS - CardColumn.STAGES + side] = (table.faces.exits[level_card] >> side) & 1


@compiled
def take_from_unseen(table, level_card, player, out):
    """Remove a level card that the player knows from the unseen cards."""
    out.levels_unseen[level_card - 1] = 0
    for at in range(STAGES_A_CARD):
        stage = table.faces.stages[level_card][at]
        if stage != Stage.NONE:
            kind = stage - 1
            if stage >= Stage.OWNED_WAGON:
                kind = Stage.HIDEOUT + owner_from_me(table, stage - Stage.OWNED_WAGON, player)
            left = int(out.stages_unseen[kind] * MAX_STAGES + 0.5) - 1
            out.stages_unseen[kind] = left * A_STAGE


# --- the map


@compiled
def encode_map(table, player, out):
    """Write the cards on the map."""
    here = table.pawn[player] // STAGES_A_CARD
    completes, heals = usable_stages(table, player)
    for card in range(table.placed):
        cells = out.map[card]
        cells[CardColumn.EAST] = DISTANCE[table.x[card] - table.x[here] + LEVELS]
        cells[CardColumn.SOUTH] = DISTANCE[table.y[card] - table.y[here] + LEVELS]
        for at in range(STAGES_A_CARD):
            stage = table.faces.stages[table.level_card[card]][at]
            if stage != Stage.NONE:
                usable = is_usable(table, card, at, completes, heals)
                column = CardColumn.STAGES + STAGE_KINDS * at + STAGE_COLUMN[stage]
                cells[column] = OPENNESS[1 + table.done[card][at] + 2 * usable]
                if stage >= Stage.OWNED_WAGON:
                    cells[CardColumn.OWNERS + owner_from_me(table, stage - Stage.OWNED_WAGON, player)] = 1
        encode_sides(table, card, cells)


@inlined
def encode_sides(table, card, cells):
    """Write the openness of each side of a card on the map, and the side of its entry; Stone Ridge has no entry."""
    for side in range(len(SIDES)):
        is_exit, leads_on, is_free = table.paths[card] >> side & 1, table.joined[card] >> side & 1, table.free[card] >> side & 1
        cells[CardColumn.EXITS + side] = SIDE_OPENNESS[is_exit + 2 * leads_on + 4 * is_free + 8 * table.reached[card]]
    if card > 0:
        cells[CardColumn.ENTRY + (table.rotation[card] + Side.SOUTH) % len(SIDES)] = 1


# --- the stage in play


@compiled
def encode_stage(table, player, out):
    """Write the stage in play, which is a wagon while its pickups are chosen."""
    out.stage[STAGE_COLUMN[stage_at(table, table.place)]] = 1
    encode_map_place(table, table.came_from, player, out.came_from)
    for kind in range(NUM_PICKUPS):
        out.pool[kind] = table.pool[kind] * (1 / (2 * SLOTS))
    if table.row_size > 0:
        out.scene[table.scene] = 1
        out.encounter[0] = table.encounter * (1 / ENCOUNTERS_A_PATH)
        encode_points(table.tentative, out.tentative)
        out.switched[0] = table.switched
        for face in range(PATHS):
            out.rolled[face] = table.rolled[face] * (1 / ROW)
        for k in range(table.row_size):
            encode_scene(table, k, out)


@inlined
def encode_scene(table, k, out):
    """Write the paths of a scene card of the row, and its die."""
    paths = table.faces.scenes[table.row[k]]
    for path in range(PATHS):
        code = paths[path][0]
        out.row[k, path, ENCOUNTER_COLUMN[code]] = 1
        out.row[k, path, PathColumn.ELEMENTAL] = code >= Encounter.ELEMENTAL
        if paths[path][1] != Encounter.NONE:
            encode_more(paths[path], k, path, out)
    if table.row_dice[k] > 0:
        out.row[k, table.row_dice[k] - 1, PathColumn.DIE] = 1


@compiled
def encode_more(encounters, k, path, out):
    """Write the second and the third encounter of a path."""
    for more in range(ENCOUNTERS_A_PATH - 1):
        code = encounters[more + 1]
        if code != Encounter.NONE:
            out.more_encounters[more, k, path, ENCOUNTER_COLUMN[code]] = 1
            out.more_encounters[more, k, path, PathColumn.ELEMENTAL] = code >= Encounter.ELEMENTAL


@compiled
def encode_battle(table, out):
    """Write the enemies, the round and the dice."""
    out.foe[table.foe] = 1
    out.elemental[0] = table.elemental
    out.enemies[0] = table.minions * (1 / MAX_FOES)
    out.enemies[1] = table.foe_health * (1 / MAX_FOES)
    out.window[0] = table.window * (1 / MAX_PLAYERS)
    out.rounds[0] = table.rounds * (1 / MAX_ROUNDS)
    out.rerolls[0] = table.rerolls * (1 / (2 * SLOTS))
    out.height[0] = table.height * (1 / TOP_LEVEL)
    if table.height > 0:
        for height in range(TOP_LEVEL):
            out.foe_heights[height] = table.foe_heights[height + 1] * (1 / MAX_FOES)
    for k in range(MAX_DICE):
        if table.dice[k] != NONE:
            out.dice[k, 0] = (1 + table.dice[k]) * (1 / DIE_SIDES)
            out.dice[k, 1] = table.rerolled[k]
            if table.rerolled[k] == 0:
                out.free_dice[colour(table, k), table.dice[k]] += A_DIE
