"""What a seat of 2-Bit Bandits observes: block by block, and the encoder that writes it."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.layout import Block, Layout
from dig_envs.two_bit_bandits.components import (
    BONUS_OF,
    DIE_COLOURS,
    DIE_SIDES,
    ENCOUNTERS_A_PATH,
    HIDEOUTS,
    LAST_ROUND,
    LEVELS,
    MAX_PLAYERS,
    MOST_DICE,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
    ROW,
    SCENES,
    SCENES_OF,
    SHAMANDILLO_POINTS,
    SIDES,
    SLOTS,
    STACK,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    Encounter,
    Length,
    Stage,
)
from dig_envs.two_bit_bandits.foresight import MOST_POWER, RISKS, halved, help_of, power
from dig_envs.two_bit_bandits.odds import BOSS, MOST_LOST
from dig_envs.two_bit_bandits.rules.dice import colour
from dig_envs.two_bit_bandits.rules.foes import level
from dig_envs.two_bit_bandits.rules.level_map import TRUNK, stage_at
from dig_envs.two_bit_bandits.state import NONE, Asked, Final, Phase, Status

# Features of a stage, of a level card on the map, of one in hand, of a scene's path.
SIZE, HIDEOUT, WAGON, OPEN = range(4)
STAGE_FEATURES = 4
CARD_FEATURES = STAGES_A_CARD * STAGE_FEATURES + 2 + len(SIDES)
FACE_EXITS = STAGES_A_CARD * STAGE_FEATURES
FACE_FEATURES = FACE_EXITS + len(SIDES)
FIRST_FOE = Encounter.BATTLE - Encounter.BARREL
COST = FIRST_FOE + NUM_MINIONS
CHANCE = COST + 1
PATH_FEATURES = CHANCE + 1

STAGE_MEANING = "scenes / 5, hideout, wagon (1: I may use it, 1/2: another's)"
BLOCKS = Layout(
    Block("phase", (Phase.OVER,), "what is asked, one-hot: explore, keep, lay, choose, assign, hold, ready, attack, boost, "
          "reroll, save, revive, play on"),
    Block("asked", (1,), "1 while I am asked whether to throw a pickup"),
    Block("length", (len(Length),), "easy, standard, epic, one-hot"),
    Block("max_health", (1,), "full health / 12"),
    Block("level", (TOP_LEVEL,), "the level, one-hot"),
    Block("final", (len(Final) - 1,), "final battle running, won"),
    Block("hideouts", (1,), "hideouts on the map / 6"),
    Block("stack", (1,), "level cards in the stack / 23"),
    Block("map", (LEVELS, CARD_FEATURES), f"cards in the order of placing, Stone Ridge first; by stage (trunk, spurs): "
          f"{STAGE_MEANING}, 1/2 open or 1 open and to be reached; x, y ((24 + cells) / 48); exits N, E, S, W "
          "(1/3 leads on or is blocked, 2/3 free, 1 free and to be reached)"),
    Block("my_cards", (3, FACE_FEATURES), f"level cards looked at (2; the kept one first), top of the stack if I know it; by "
          f"stage: {STAGE_MEANING}, 1 if there is one; exits N, E, S, W in the card's own frame"),
    Block("status", (MAX_PLAYERS, len(Status)), "in, down, stopped, out, one-hot; seats clockwise from me"),
    Block("health", (MAX_PLAYERS,), "health / 12; seats clockwise from me"),
    Block("half", (MAX_PLAYERS,), "1 if the Adobe Mask has taken the first of two damage; seats clockwise from me"),
    Block("continues", (MAX_PLAYERS,), "continues / 3; seats clockwise from me"),
    Block("lead", (2,), "my points less the most of any other / 20,000 and / 4,000, from 0 to 1, 1/2 if equal; alone 1/2"),
    Block("points", (MAX_PLAYERS, 2), "points / 10,000 and points / 50,000, at most 1; seats clockwise from me"),
    Block("pickups", (MAX_PLAYERS, SLOTS, NUM_PICKUPS), "active and stored pickup, one-hot; seats clockwise from me"),
    Block("pawns", (MAX_PLAYERS, 2), "x, y of each pawn's card ((24 + cells) / 48); seats clockwise from me"),
    Block("turn_of", (MAX_PLAYERS,), "whose turn it is, one-hot; seats clockwise from me"),
    Block("starter", (MAX_PLAYERS,), "who began the final battle or, once it is won, felled the Shamandillo, one-hot; from me"),
    Block("defeated", (NUM_SHAMANDILLOS,), "1 for each Shamandillo defeated"),
    Block("boss", (NUM_SHAMANDILLOS,), "the top Shamandillo if it was seen, one-hot"),
    Block("row", (ROW, PATHS, PATH_FEATURES), "scene cards, by path: barrel, heart, tumble bomb, spikes / 3, battle by minion "
          "(1/2 plain, 1 elemental); the health that it costs on average / 16, the chance of the active seat to survive it"),
    Block("boss_risk", (2,), "cost and chance to survive of the battle with the next Shamandillo, at this level"),
    Block("outlook", (2,), "health that the scenes with dice and a hideout's battle still cost on average / 32, at most 1; "
          "points of the stage once they are won / 5,000, at most 1"),
    Block("row_dice", (ROW, PATHS), "the die on each scene card, one-hot"),
    Block("rolled", (PATHS,), "dice to assign, by face / 5"),
    Block("scene", (ROW + 1,), "scenes finished in the stage, one-hot; zero outside a stage"),
    Block("encounter", (1,), "encounters met in the scene / 3"),
    Block("stage", (2,), "the stage is a hideout; tentative points / 5,000, at most 1"),
    Block("switched", (1,), "1 if pickups were switched before this scene"),
    Block("pool", (NUM_PICKUPS,), "pickups to choose from / 4"),
    Block("foe", (NUM_MINIONS + NUM_SHAMANDILLOS,), "the enemy: minion or Shamandillo, one-hot"),
    Block("elemental", (1,), "1 in an elemental battle"),
    Block("enemies", (2,), "minions met in the battle / 30, health of all enemies / 30, at most 1"),
    Block("rounds", (1,), "rounds of the battle / 60, at most 1"),
    Block("heights", (1 + TOP_LEVEL,), "height of the Good Guy / 7; health of the enemies at heights 1 to 7 / 30"),
    Block("dice", (len(DIE_COLOURS), DIE_SIDES), "dice of the round by colour (black, yellow, red) and value / 11"),
    Block("settled", (len(DIE_COLOURS), DIE_SIDES), "those of them that were rolled again / 11"),
    Block("rerolls", (1,), "dice that may still be rolled again / 4"),
    Block("due", (1,), "damage still to be suffered / 11"),
    Block("cycle", (1,), "cycles of the final battle / 60"),
    Block("scene_discards", (SCENES,), "1 for each scene card among the discards"),
    Block("pickup_discards", (NUM_PICKUPS,), "discarded pickups by kind / 5, at most 1"),
    Block("decks", (2,), "scene cards / 54 and pickups / 32 in their decks"),
    Block("turns", (1,), "turns ended / max_turns"),
)  # fmt: skip

STARTS = BLOCKS.starts
PHASE_AT = STARTS["phase"]
ASKED_AT = STARTS["asked"]
LENGTH_AT = STARTS["length"]
MAX_HEALTH_AT = STARTS["max_health"]
LEVEL_AT = STARTS["level"]
FINAL_AT = STARTS["final"]
HIDEOUTS_AT = STARTS["hideouts"]
STACK_AT = STARTS["stack"]
MAP_AT = STARTS["map"]
MY_CARDS_AT = STARTS["my_cards"]
STATUS_AT = STARTS["status"]
HEALTH_AT = STARTS["health"]
HALF_AT = STARTS["half"]
CONTINUES_AT = STARTS["continues"]
LEAD_AT = STARTS["lead"]
POINTS_AT = STARTS["points"]
PICKUPS_AT = STARTS["pickups"]
PAWNS_AT = STARTS["pawns"]
TURN_OF_AT = STARTS["turn_of"]
STARTER_AT = STARTS["starter"]
DEFEATED_AT = STARTS["defeated"]
BOSS_AT = STARTS["boss"]
ROW_AT = STARTS["row"]
BOSS_RISK_AT = STARTS["boss_risk"]
OUTLOOK_AT = STARTS["outlook"]
ROW_DICE_AT = STARTS["row_dice"]
ROLLED_AT = STARTS["rolled"]
SCENE_AT = STARTS["scene"]
ENCOUNTER_AT = STARTS["encounter"]
STAGE_AT = STARTS["stage"]
SWITCHED_AT = STARTS["switched"]
POOL_AT = STARTS["pool"]
FOE_AT = STARTS["foe"]
ELEMENTAL_AT = STARTS["elemental"]
ENEMIES_AT = STARTS["enemies"]
ROUNDS_AT = STARTS["rounds"]
HEIGHTS_AT = STARTS["heights"]
DICE_AT = STARTS["dice"]
SETTLED_AT = STARTS["settled"]
REROLLS_AT = STARTS["rerolls"]
DUE_AT = STARTS["due"]
CYCLE_AT = STARTS["cycle"]
SCENE_DISCARDS_AT = STARTS["scene_discards"]
PICKUP_DISCARDS_AT = STARTS["pickup_discards"]
DECKS_AT = STARTS["decks"]
TURNS_AT = STARTS["turns"]

STATUSES = len(Status)
MOST_CONTINUES = len(Length)
A_HEALTH = 1 / 12
CELLS = (np.arange(-LEVELS, LEVELS + 1) / (2.0 * LEVELS) + 0.5).astype(np.float32)  # of x or y, by x + LEVELS
SIZES = (SCENES_OF / ROW).astype(np.float32)
MOST_ENEMIES = 30.0
DONE, OPEN_FAR, OPEN_REACHED = np.uint8(0), np.uint8(1), np.uint8(2)
THIRD = np.float32(1 / 3)
QUARTER = np.float32(1 / 4)
SHARES = np.array([1 / MOST_LOST, 1 / (2 * MOST_LOST)], np.float32)  # of health lost, without and with an Adobe Mask
FIFTHS = np.minimum(np.arange(PICKUPS + 1, dtype=np.float32) / 5, 1)


def stage_rows():
    """The features of a stage by the player who looks, the Stage, and whether it is done or open (and in reach)."""
    rows = np.zeros((MAX_PLAYERS, len(STAGE_NAMES), 3, STAGE_FEATURES), np.float32)
    rows[:, :, :, SIZE] = SIZES[None, :, None]
    rows[:, Stage.HIDEOUT, :, HIDEOUT] = 1.0
    rows[:, Stage.WAGON, :, WAGON] = 1.0
    rows[:, Stage.OWNED_WAGON :, :, WAGON] = 0.5
    for player in range(MAX_PLAYERS):
        rows[player, Stage.OWNED_WAGON + player, :, WAGON] = 1.0
    rows[:, Stage.SALOON :, :, OPEN] = (0.0, 0.5, 1.0)
    return rows


STAGE_ROWS = stage_rows()
# By whether there is a path, whether a card lies there, whether the junction can be reached.
EXIT_VALUES = np.array([[[0, 0], [0, 0]], [[2 / 3, 1], [1 / 3, 1 / 3]]], np.float32)
# What an encounter writes into a path's features, and where.
PATH_FEATURE = np.array([0, *range(FIRST_FOE), *([*range(FIRST_FOE, COST)] * 2)])
PATH_VALUE = np.array([0.0] + [1 / 3] * FIRST_FOE + [0.5] * NUM_MINIONS + [1.0] * NUM_MINIONS, np.float32)


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
    encode_odds(table, out)
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
    """Unsigned indices spare the compiler a test for negative ones."""
    at = MAP_AT
    for card in range(table.placed):
        reached = np.uint8(table.reached[card])
        for k in range(STAGES_A_CARD):
            stage = np.uint8(table.faces.stages[np.uint8(table.level_card[card])][k])
            access = DONE if table.done[card][k] else OPEN_REACHED if k == TRUNK or reached else OPEN_FAR
            for feature in range(STAGE_FEATURES):
                out[np.uint32(at + feature)] = STAGE_ROWS[player, stage, access, feature]
            at += STAGE_FEATURES
        out[np.uint32(at)] = CELLS[np.uint8(table.x[card] + LEVELS)]
        out[np.uint32(at + 1)] = CELLS[np.uint8(table.y[card] + LEVELS)]
        at += 2
        for side in range(len(SIDES)):
            path = np.uint8((table.paths[card] >> side) & 1)
            out[np.uint32(at + side)] = EXIT_VALUES[path, np.uint8(table.neighbour[card][side] != NONE), reached]
        at += len(SIDES)


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
        stage = table.faces.stages[level_card][k]
        for feature in range(STAGE_FEATURES):
            out[at + k * STAGE_FEATURES + feature] = STAGE_ROWS[player, stage, OPEN_REACHED, feature]
    for side in range(len(SIDES)):
        out[at + FACE_EXITS + side] = (table.faces.exits[level_card] >> side) & 1


# --- seats


@inlined
def wrapped(seat, num_players):
    """A seat counted on past the last one; cheaper than a division."""
    return seat - num_players if seat >= num_players else seat


@inlined
def encode_seats(table, player, out):
    for i in range(table.num_players):
        p = np.uint8(wrapped(player + i, table.num_players))
        out[STATUS_AT + i * STATUSES + table.status[p]] = 1.0
        out[HEALTH_AT + i] = table.health[p] * A_HEALTH
        out[HALF_AT + i] = table.half[p]
        out[CONTINUES_AT + i] = table.continues[p] * (1 / MOST_CONTINUES)
        out[POINTS_AT + 2 * i] = min(1.0, table.points[p] * (1 / 10000))
        out[POINTS_AT + 2 * i + 1] = min(1.0, table.points[p] * (1 / 50000))
        card = table.pawn[p] // STAGES_A_CARD
        out[PAWNS_AT + 2 * i] = CELLS[table.x[card] + LEVELS]
        out[PAWNS_AT + 2 * i + 1] = CELLS[table.y[card] + LEVELS]
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
    place = table.place
    stage = table.faces.stages[table.level_card[place // STAGES_A_CARD]][place % STAGES_A_CARD]
    out[STAGE_AT] = stage == Stage.HIDEOUT
    out[STAGE_AT + 1] = min(1.0, table.tentative * (1 / 5000))
    out[SWITCHED_AT] = table.switched
    for face in range(PATHS):
        out[ROLLED_AT + face] = table.rolled[face] * (1 / ROW)
    for k in range(table.row_size):
        if table.row_dice[k] > 0:
            out[ROW_DICE_AT + k * PATHS + table.row_dice[k] - 1] = 1.0


# --- the odds, as the active seat has them


@compiled
def strength(table, fighter, half):
    """The power that counts; with an Adobe Mask it takes about twice the damage to cost as much."""
    return np.uint8(min(MOST_POWER, power(table, fighter) << half))


@inlined
def encode_odds(table, out):
    fighter = np.int64(table.active)
    half = halved(table, fighter)
    at_level = np.uint8(min(np.int64(TOP_LEVEL), level(table)) - 1)
    risks = RISKS[np.uint8(help_of(table, fighter)), at_level, strength(table, fighter, half)]
    encode_boss_risk(table, risks, SHARES[half], out)
    if table.row_size > 0:
        encode_row(table, risks, SHARES[half], out)


@inlined
def encode_boss_risk(table, risks, share, out):
    boss = np.uint8(BOSS + (NUM_SHAMANDILLOS if table.boss == NONE else table.boss))
    out[BOSS_RISK_AT] = risks[boss, 0] * share
    out[BOSS_RISK_AT + 1] = risks[boss, 1]


@inlined
def encode_row(table, risks, share, out):
    for k in range(table.row_size):
        encode_scene(table, np.int64(table.row[k]), risks, share, out, np.int64(ROW_AT + k * PATHS * PATH_FEATURES))
    encode_outlook(table, out)


@compiled
def encode_scene(table, card, risks, share, out, at):
    """Each path has an encounter, hardly any has more: what the first one writes needs no branch."""
    for path in range(PATHS):
        code = np.uint8(table.faces.scenes[card][path][0])
        out[np.uint32(at + PATH_FEATURE[code])] = PATH_VALUE[code]
        cost = risks[code, 0]
        chance = risks[code, 1]
        for encounter in range(1, ENCOUNTERS_A_PATH):
            code = np.uint8(table.faces.scenes[card][path][encounter])
            if code == Encounter.NONE:
                break
            cell = np.uint32(at + PATH_FEATURE[code])
            out[cell] = max(out[cell], PATH_VALUE[code]) if code >= Encounter.BATTLE else out[cell] + THIRD
            cost += risks[code, 0]
            chance *= risks[code, 1]
        out[np.uint32(at + COST)] = min(np.float32(1), cost * share)
        out[np.uint32(at + CHANCE)] = chance
        at += PATH_FEATURES


@compiled
def encode_outlook(table, out):
    """From the next scene on, as far as dice are laid."""
    stage = stage_at(table, np.int64(table.place))
    cost = np.float32(0)
    points = table.tentative + BONUS_OF[stage]
    for k in range(table.scene, table.row_size):
        if table.row_dice[k] > 0:
            path = np.int64(table.row_dice[k] - 1)
            cost += out[np.uint32(ROW_AT + (k * PATHS + path) * PATH_FEATURES + COST)]
            points += path_points(table, np.int64(table.row[k]), path)
    if stage == Stage.HIDEOUT:
        cost += out[BOSS_RISK_AT]
        points += SHAMANDILLO_POINTS * level(table)
    out[OUTLOOK_AT] = min(np.float32(1), cost * np.float32(0.5))
    out[OUTLOOK_AT + 1] = min(1.0, points * (1 / 5000))


@compiled
def path_points(table, card, path):
    """TB-21: for all minions that are met on a path."""
    points = np.int64(0)
    for encounter in range(ENCOUNTERS_A_PATH):
        code = np.int64(table.faces.scenes[card][path][encounter])
        if code >= Encounter.BATTLE:
            elemental = np.int64(code >= Encounter.ELEMENTAL)
            points += level(table) * table.faces.minion_points[(code - Encounter.BATTLE) % NUM_MINIONS][elemental]
    return points


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
