"""The encoder of 2-Bit Bandits: it writes what a seat observes."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.two_bit_bandits.blocks import (
    ASKED_AT,
    BLOCKS,
    BOSS_AT,
    CARD_FEATURES,
    CONTINUES_AT,
    CYCLE_AT,
    DECKS_AT,
    DEFEATED_AT,
    DICE_AT,
    DUE_AT,
    ELEMENTAL_AT,
    ENCOUNTER_AT,
    ENEMIES_AT,
    EXITS,
    FACE_EXITS,
    FACE_FEATURES,
    FACE_NUMBER,
    FINAL_AT,
    FOE_AT,
    GOOD_GUY_AT,
    HALF_AT,
    HEALTH_AT,
    HEIGHTS_AT,
    HIDEOUTS_AT,
    KINDS_OF_STAGE,
    LEAD_AT,
    LENGTH_AT,
    LEVEL_AT,
    MAP_AT,
    MAX_HEALTH_AT,
    MY_CARDS_AT,
    NUMBER,
    OPEN,
    PAWN_FEATURES,
    PAWNS_AT,
    PHASE_AT,
    PICKUP_DISCARDS_AT,
    PICKUPS_AT,
    PLACE,
    POINTS_AT,
    POOL_AT,
    REROLLS_AT,
    ROLLED_AT,
    ROUNDS_AT,
    ROW_CARDS_AT,
    ROW_DICE_AT,
    SCENE_AT,
    SCENE_DISCARDS_AT,
    SETTLED_AT,
    STACK_AT,
    STAGE_AT,
    STAGE_FEATURES,
    STAGES_AT,
    STARTER_AT,
    STATUS_AT,
    SWITCHED_AT,
    TURN_OF_AT,
    TURNS_AT,
)
from dig_envs.two_bit_bandits.components import (
    DIE_SIDES,
    ENCOUNTERS_A_PATH,
    HIDEOUTS,
    LAST_ROUND,
    LEVELS,
    MAX_PLAYERS,
    MOST_DICE,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
    ROW,
    SCENES,
    SIDES,
    SLOTS,
    STACK,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    Length,
    Stage,
)
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import COMPLETABLE, TRUNK, stage_at
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

STATUSES = len(Status)
MOST_CONTINUES = len(Length)
A_HEALTH = 1 / 12
CELLS = (np.arange(-LEVELS, LEVELS + 1) / (2.0 * LEVELS) + 0.5).astype(np.float32)  # of x or y, by x + LEVELS
MOST_ENEMIES = 30.0
QUARTER = np.float32(1 / 4)
DONE, FREE = 1 / 16, 1 / 2  # how open a stage is; 1 in reach
FAINT = 10  # as many times smaller is what names cards and stages without measuring anything: learners are distracted by it
A_STAGE = np.float32(1 / (FAINT * STAGES_A_CARD))
A_SCENE = np.float32(1 / (FAINT * SCENES))
LEVEL_NUMBERS = (np.arange(1, LEVELS + 1) / (FAINT * LEVELS)).astype(np.float32)
REACH = 8  # in the code of a stage on the map: the first bit of the kinds in reach; below, where its promise stands
PROMISE = np.uint32((1 << REACH) - 1)
FIFTHS = np.minimum(np.arange(PICKUPS + 1, dtype=np.float32) / 5, 1)


def stages_on_map() -> tuple[np.ndarray, np.ndarray]:
    """What a stage on the map shows of itself: where its promise stands in an observation, and how open it is.

    By whether the final battle is ahead, player, Stage, whether it is done, whether it can be reached. What is done, and
    what the player can't use, promises as little as no stage, but is told from none by how open it is.

    Returns:
        uint32: the place of the promise less STAGES_AT and, from bit REACH on, the kind as a set if it is in reach.
        float32: how open.
    """
    codes = np.zeros((2, MAX_PLAYERS, len(STAGE_NAMES), 2, 2), np.uint32)
    openness = np.zeros(codes.shape, np.float32)
    for stage in range(Stage.SALOON, len(STAGE_NAMES)):
        kind = stage if stage < Stage.OWNED_WAGON else Stage.WAGON
        usable = COMPLETABLE[:, :, stage] | (stage == Stage.SALOON)
        codes[:, :, stage, 0] = (STAGE_FEATURES * kind * usable)[:, :, None]
        codes[:, :, stage, 0, 1] += (usable << REACH + kind).astype(np.uint32)
        openness[:, :, stage, 0] = FREE
        openness[:, :, stage, 0, 1] += FREE * usable
        openness[:, :, stage, 1] = DONE
    return codes, openness


def exits_on_map() -> np.ndarray:
    """What a card's exits show, float32 (reached, paths, free exits, sides): the latter two as bits, a side each."""
    bits = (np.arange(1 << len(SIDES))[:, None] >> np.arange(len(SIDES))) & 1
    paths, free = bits[:, None], bits[None, :]
    return np.array([paths * (1 + free) / 3, paths * (1 + 2 * free) / 3], np.float32)


STAGE_CODES, OPENNESS = stages_on_map()
EXIT_VALUES = exits_on_map()


def layout(options):
    """The blocks of an observation; the same under all options."""
    return BLOCKS


@compiled
def encode(table, seat, player, out):
    encode_game(table, seat, out)
    encode_map(table, player, out)
    encode_own_cards(table, seat, player, out)
    encode_seats(table, player, out)
    encode_lead(table, player, out)
    encode_discards(table, out)
    if table.row_size > 0:
        encode_stage(table, out)
    if table.foe != NONE:
        encode_battle(table, out)


@inlined
def encode_game(table, seat, out):
    if table.phase < Phase.OVER:
        out[PHASE_AT + table.phase] = 1.0
    out[ASKED_AT] = seat.asked == Asked.NOW
    out[LENGTH_AT + table.span] = 1.0
    out[MAX_HEALTH_AT] = table.max_health * A_HEALTH
    out[LEVEL_AT + level(table) - 1] = 1.0
    if table.final != Final.AHEAD:
        out[FINAL_AT + table.final - 1] = 1.0
    out[HIDEOUTS_AT] = table.hideouts * (1 / HIDEOUTS)
    out[STACK_AT] = table.stack_size * (1 / STACK)
    out[CYCLE_AT] = table.cycle * (1 / LAST_ROUND)
    out[TURNS_AT] = table.turn / table.max_turns
    for boss in range(NUM_SHAMANDILLOS):
        out[DEFEATED_AT + boss] = table.defeated[boss]
    if table.boss != NONE:
        out[BOSS_AT + table.boss] = 1.0


# --- level cards


@inlined
def encode_map(table, player, out):
    """Without branches on what a table holds; unsigned indices spare the compiler a test for negative ones."""
    ahead = np.uint8(table.final == Final.AHEAD)
    codes, openness = STAGE_CODES[ahead, player], OPENNESS[ahead, player]
    every = np.uint32(0)
    for card in range(table.placed):
        at = np.uint64(MAP_AT + CARD_FEATURES * card)
        every |= encode_stages(table, np.uint8(card), codes, openness, out, at)
        out[at + np.uint64(PLACE)] = CELLS[np.uint8(table.x[card] + LEVELS)]
        out[at + np.uint64(PLACE + 1)] = CELLS[np.uint8(table.y[card] + LEVELS)]
        exits = EXIT_VALUES[np.uint8(table.reached[card]), np.uint8(table.paths[card]), np.uint8(table.free[card])]
        for side in range(len(SIDES)):
            out[at + np.uint64(EXITS + side)] = exits[side]
        out[at + np.uint64(NUMBER)] = LEVEL_NUMBERS[np.uint8(table.level_card[card])]
    for kind in range(KINDS_OF_STAGE):
        out[np.uint32(STAGES_AT + STAGE_FEATURES * kind + OPEN)] = np.float32((every >> np.uint32(REACH + kind)) & np.uint32(1))


@inlined
def encode_stages(table, card, codes, openness, out, at):
    """The stages of a card on the map. Returns all their codes, one over the other."""
    stages = table.faces.stages[np.uint8(table.level_card[card])]
    reached = np.uint8(table.reached[card])
    every = np.uint32(0)
    for k in range(STAGES_A_CARD):
        stage, done, near = np.uint8(stages[k]), np.uint8(table.done[card][k]), np.uint8(reached | (k == TRUNK))
        code = codes[stage, done, near]
        source = np.uint64(code & PROMISE) + np.uint64(STAGES_AT)
        points, risk = out[source], out[source + np.uint64(1)]  # read first, so that both go in one piece
        out[at + np.uint64(k * STAGE_FEATURES)] = points
        out[at + np.uint64(k * STAGE_FEATURES + 1)] = risk
        out[at + np.uint64(k * STAGE_FEATURES + OPEN)] = openness[stage, done, near]
        every |= code
    return every


@compiled
def encode_own_cards(table, seat, player, out):
    for k in range(2):
        if seat.looked[k] != NONE:
            encode_face(table, np.int64(seat.looked[k]), player, out, np.int64(MY_CARDS_AT + k * FACE_FEATURES))
    if seat.known != NONE:
        encode_face(table, np.int64(seat.known), player, out, np.int64(MY_CARDS_AT + 2 * FACE_FEATURES))


@compiled
def encode_face(table, level_card, player, out, at):
    for k in range(STAGES_A_CARD):
        stage = np.uint8(table.faces.stages[level_card][k])
        promise = STAGES_AT + (STAGE_CODES[1, player, stage, 0, 1] & PROMISE)
        for feature in range(OPEN):
            out[at + k * STAGE_FEATURES + feature] = out[np.uint32(promise + feature)]
        out[at + k * STAGE_FEATURES + OPEN] = stage != Stage.NONE
    for side in range(len(SIDES)):
        out[at + FACE_EXITS + side] = (table.faces.exits[level_card] >> side) & 1
    out[at + FACE_NUMBER] = LEVEL_NUMBERS[level_card]


# --- seats


@inlined
def wrapped(seat, num_players):
    """A seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, player, out):
    out[GOOD_GUY_AT + player] = 1.0
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        out[np.uint32(STATUS_AT + i * STATUSES + table.status[p])] = 1.0
        out[HEALTH_AT + i] = table.health[p] * A_HEALTH
        out[HALF_AT + i] = table.half[p]
        out[CONTINUES_AT + i] = table.continues[p] * (1 / MOST_CONTINUES)
        out[POINTS_AT + 2 * i] = min(1.0, table.points[p] * (1 / 10000))
        out[POINTS_AT + 2 * i + 1] = min(1.0, table.points[p] * (1 / 50000))
        place = np.uint8(table.pawn[p])
        card = place // np.uint8(STAGES_A_CARD)
        out[PAWNS_AT + PAWN_FEATURES * i] = CELLS[np.uint8(table.x[card] + LEVELS)]
        out[PAWNS_AT + PAWN_FEATURES * i + 1] = CELLS[np.uint8(table.y[card] + LEVELS)]
        out[PAWNS_AT + PAWN_FEATURES * i + 2] = (1 + place - STAGES_A_CARD * card) * A_STAGE
        out[TURN_OF_AT + i] = p == table.active
        out[STARTER_AT + i] = p == table.starter
        for slot in range(SLOTS):
            if table.pickups[p][slot] != NONE:
                out[PICKUPS_AT + (i * SLOTS + slot) * NUM_PICKUPS + table.pickups[p][slot]] = 1.0


@inlined
def encode_lead(table, player, out):
    most = np.int64(table.points[player]) if table.num_players == 1 else np.int64(0)
    for p in range(table.num_players):
        if p != player:
            most = max(most, np.int64(table.points[p]))
    lead = table.points[player] - most
    out[LEAD_AT] = min(1.0, max(0.0, 0.5 + lead * (1 / 20000)))
    out[LEAD_AT + 1] = min(1.0, max(0.0, 0.5 + lead * (1 / 4000)))


@inlined
def encode_discards(table, out):
    for card in range(table.faces.num_scenes):
        out[SCENE_DISCARDS_AT + card] = table.scene_discard[card]
    for kind in range(NUM_PICKUPS):
        out[np.uint32(PICKUP_DISCARDS_AT + kind)] = FIFTHS[np.uint8(table.pickup_discard[kind])]
        out[np.uint32(POOL_AT + kind)] = table.pool[kind] * QUARTER
    out[DECKS_AT] = table.scene_deck * (1 / SCENES)
    out[DECKS_AT + 1] = table.pickup_deck * (1 / PICKUPS)


# --- the stage in play


@inlined
def encode_stage(table, out):
    out[SCENE_AT + table.scene] = 1.0
    out[ENCOUNTER_AT] = table.encounter * (1 / ENCOUNTERS_A_PATH)
    out[STAGE_AT] = stage_at(table, np.int64(table.place)) == Stage.HIDEOUT
    out[STAGE_AT + 1] = min(1.0, table.tentative * (1 / 5000))
    out[SWITCHED_AT] = table.switched
    for face in range(PATHS):
        out[ROLLED_AT + face] = table.rolled[face] * (1 / ROW)
    for k in range(table.row_size):
        out[ROW_CARDS_AT + k] = (1 + table.row[k]) * A_SCENE
        if table.row_dice[k] > 0:
            out[ROW_DICE_AT + k * PATHS + table.row_dice[k] - 1] = 1.0


@compiled
def encode_battle(table, out):
    out[FOE_AT + table.foe] = 1.0
    out[ELEMENTAL_AT] = table.elemental
    out[ENEMIES_AT] = min(1.0, table.minions / MOST_ENEMIES)
    out[ENEMIES_AT + 1] = min(1.0, table.foe_health / MOST_ENEMIES)
    out[ROUNDS_AT] = min(1.0, table.rounds / LAST_ROUND)
    out[REROLLS_AT] = table.rerolls / 4.0
    out[DUE_AT] = table.due / MOST_DICE
    out[HEIGHTS_AT] = table.height / TOP_LEVEL
    for height in range(1, TOP_LEVEL + 1):
        out[HEIGHTS_AT + height] = min(1.0, table.foe_heights[height] / MOST_ENEMIES)
    for k in range(MOST_DICE):
        if table.dice[k] != NONE:
            cell = DIE_SIDES * colour(table, k) + table.dice[k]
            out[DICE_AT + cell] += np.float32(1 / MOST_DICE)
            if table.rerolled[k]:
                out[SETTLED_AT + cell] += np.float32(1 / MOST_DICE)
