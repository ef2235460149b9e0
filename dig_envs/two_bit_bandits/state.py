"""The state of one game of 2-Bit Bandits: every field with its range and meaning."""

from enum import IntEnum

from dig_envs.core.fields import Field, RecordField
from dig_envs.core.game import define_state
from dig_envs.two_bit_bandits.components import (
    CARD_SET,
    DIE_SIDES,
    ENCOUNTER_NAMES,
    ENCOUNTERS_A_PATH,
    HIDEOUTS,
    LAST_ROUND,
    LEVELS,
    MAX_CONTINUES,
    MAX_DICE,
    MAX_ENCOUNTERS,
    MAX_FOES,
    MAX_HEALTH,
    MAX_PLAYERS,
    MIN_HEALTH,
    NUM_MINIONS,
    NUM_PICKUPS,
    NUM_SHAMANDILLOS,
    PATHS,
    PICKUPS,
    PLACES,
    ROW,
    SCENES,
    SIDES,
    SLOTS,
    STACK,
    STAGE_NAMES,
    STAGES_A_CARD,
    TOP_LEVEL,
    Length,
)  # fmt: skip


class Phase(IntEnum):
    """The question to the seat to move. Phases from TURN_OVER on are resolved without a question (`rules/flow.py`)."""

    EXPLORE = 0  # choose a stage, or look at level cards
    KEEP = 1  # which of the two drawn level cards to keep
    LAY = 2  # the exit for the kept level card
    CHOOSE = 3  # a stage, after a level card was placed
    ASSIGN = 4  # a die for the next scene card
    HOLD = 5  # which pickup to hold, active one first
    READY = 6  # preparation before a scene or the battle of a hideout
    ATTACK = 7  # whether to throw pickups into a minion battle
    BOOST = 8  # preparation before a round of battle
    REROLL = 9  # which die to roll again
    SAVE = 10  # the pickup to discard for health
    REVIVE = 11  # in the final battle: whether to spend a continue
    PLAY_ON = 12  # after the final battle: a stage, or to stop
    OVER = 13

    TURN_OVER = 14
    NEXT_SCENE = 15
    ENCOUNTER = 16
    STAGE_DONE = 17
    LIFE_LOST = 18
    DAMAGE = 19
    WINDOW = 20
    ROUND = 21
    ROLL = 22
    STRIKE = 23
    BREATH = 24
    AFTERMATH = 25
    RECOVERY = 26
    WON = 27
    NEXT_FIGHTER = 28


class Status(IntEnum):
    """The status of a Good Guy: whether it is in the game."""

    IN = 0
    DOWN = 1  # defeated in the final battle, with a continue left (TB-29)
    STOPPED = 2  # plays no more stages after the final battle (TB-31)
    OUT = 3


class Final(IntEnum):
    """The progress of the final battle."""

    AHEAD = 0
    RUNNING = 1
    WON = 2


class Asked(IntEnum):
    """The state of a seat in the attack before a battle (TB-19)."""

    NO = 0
    NOW = 1
    PASSED = 2


NONE = -1  # no card, place, seat or enemy

FLAG = range(2)
FLAGS = range(1 << MAX_PLAYERS)  # a bit for each seat
SEAT_NUMBER = range(MAX_PLAYERS)
PLACE = range(PLACES)  # STAGES_A_CARD * card on the map + stage
NO_PLACE = range(NONE, PLACES)
LEVEL_CARD = range(NONE, LEVELS)
SCENE_CARD = range(NONE, SCENES)
PICKUP = range(NONE, NUM_PICKUPS)
SHAMANDILLO = range(NONE, NUM_SHAMANDILLOS)
PHASE = range(len(Phase))
COPIES = range(PICKUPS + 1)
CELL = range(1 - LEVELS, LEVELS)  # of the map, from Stone Ridge
PATHS_OF_CARD = range(1 << len(SIDES))  # a bit for each side
POINTS = range(2**31)
FOES = range(MAX_FOES + 1)


TABLE, SEAT, STATE, FIELDS = define_state(
    table=(
        Field("span", range(len(Length)), "the option: a Length"),
        Field("max_health", range(MIN_HEALTH, MAX_HEALTH + 1), "the option: full health"),
        Field("active", SEAT_NUMBER, "the seat whose turn it is"),
        Field("phase", range(Phase.OVER + 1), "the question to the seat that must decide"),
        Field("points", POINTS, "points of each seat", (MAX_PLAYERS,)),
        Field("health", range(MAX_HEALTH + 1), "health of each seat", (MAX_PLAYERS,)),
        Field("half", FLAG, "1: the Adobe Mask has taken the first of two damage", (MAX_PLAYERS,)),
        Field("continues", range(MAX_CONTINUES + 1), "continues of each seat", (MAX_PLAYERS,)),
        Field("status", range(len(Status)), "a Status", (MAX_PLAYERS,)),
        Field("pickups", PICKUP, "the active and the stored Pickup of each seat, or NONE", (MAX_PLAYERS, SLOTS)),
        Field("pawn", PLACE, "the place of each pawn: 3 x card on the map + stage", (MAX_PLAYERS,)),
        # the map; card 0 is Stone Ridge, the others in the order in which they were placed
        Field("placed", range(1, LEVELS + 1), "level cards on the map"),
        Field("level_card", LEVEL_CARD, "the level card of each card on the map", (LEVELS,)),
        Field("x", CELL, "cells to the east of Stone Ridge", (LEVELS,)),
        Field("y", CELL, "cells to the south of Stone Ridge", (LEVELS,)),
        Field("rotation", range(len(SIDES)), "quarter turns clockwise", (LEVELS,)),
        Field("paths", PATHS_OF_CARD, "bit s: an exit to side s, rotated", (LEVELS,)),
        Field("neighbour", LEVEL_CARD, "the adjacent card on each side, or NONE", (LEVELS, len(SIDES))),
        Field("free", PATHS_OF_CARD, "bit s: an exit to side s without an adjacent card", (LEVELS,)),
        Field("joined", PATHS_OF_CARD, "bit s: a path to side s (exit or entry) meets a path of the adjacent card", (LEVELS,)),
        Field("reached", FLAG, "1: the junction of the card can be reached", (LEVELS,)),
        Field("done", FLAG, "1: the stage is completed", (LEVELS, STAGES_A_CARD)),
        Field("stages_unseen", range(STACK * STAGES_A_CARD + 1), "stages of each Stage on level cards that are not on the map",
              (len(STAGE_NAMES),)),
        Field("stack_size", range(STACK + 1), "level cards in the stack"),
        Field("hideouts", range(HIDEOUTS + 1), "hideouts on the map"),
        Field("may_know", FLAGS, "bit p: by public knowledge, seat p may know the top of the stack"),
        Field("looks", range(3), "level cards that the active seat looks at"),
        # Shamandillos
        Field("defeated", FLAG, "1 for each defeated Shamandillo", (NUM_SHAMANDILLOS,)),
        Field("num_defeated", range(NUM_SHAMANDILLOS + 1), "defeated Shamandillos"),
        Field("boss", SHAMANDILLO, "the top Shamandillo once it is seen, else NONE"),
        # decks
        Field("scene_deck", range(SCENES + 1), "scene cards in the deck"),
        Field("scene_discard", FLAG, "1 for each scene card among the discards", (SCENES,)),
        Field("encounters_unseen", range(MAX_ENCOUNTERS + 1), "encounters of each code on the scene cards of the deck",
              (len(ENCOUNTER_NAMES),)),
        Field("pickup_deck", COPIES, "pickups in the deck"),
        Field("pickup_discard", COPIES, "discarded pickups of each kind", (NUM_PICKUPS,)),
        # the stage in play
        Field("place", NO_PLACE, "the place of the stage in play, or NONE"),
        Field("came_from", NO_PLACE, "the place of the active pawn before, or NONE"),
        Field("row", SCENE_CARD, "the scene cards in the row", (ROW,)),
        Field("row_size", range(ROW + 1), "scene cards in the row"),
        Field("rolled", range(ROW + 1), "dice not yet assigned, by face", (PATHS,)),
        Field("row_dice", range(PATHS + 1), "the die on each scene card, 0 for none", (ROW,)),
        Field("scene", range(ROW + 1), "finished scenes"),
        Field("encounter", range(ENCOUNTERS_A_PATH + 1), "encounters begun in the present scene"),
        Field("switched", FLAG, "1: pickups were switched before this scene"),
        Field("tentative", POINTS, "points of the stage, scored when it is completed"),
        Field("pool", range(2 * SLOTS + 1), "pickups to choose from, by kind", (NUM_PICKUPS,)),
        Field("due", range(MAX_DICE), "damage points not yet taken"),
        Field("then", PHASE, "the phase after damage or new pickups"),
        # the battle
        Field("foe", range(NONE, NUM_MINIONS + NUM_SHAMANDILLOS), "a Minion, or NUM_MINIONS + a Shamandillo, or NONE"),
        Field("elemental", FLAG, "1 in an elemental battle"),
        Field("minions", FOES, "enemies that joined this battle so far"),
        Field("foe_health", FOES, "total health of all enemies"),
        Field("foe_heights", FOES, "health of the enemies by height in this round", (TOP_LEVEL + 1,)),
        Field("height", range(TOP_LEVEL + 1), "the height of the Good Guy; 0 without flight"),
        Field("rounds", range(MAX_PLAYERS * LAST_ROUND + 1), "rounds of this battle so far"),
        Field("dice", range(NONE, DIE_SIDES), "ten-sided dice: black, yellow, red; NONE for no die", (MAX_DICE,)),
        Field("reds", range(MAX_DICE - TOP_LEVEL + 1), "red dice"),
        Field("yellows", FLAG, "yellow dice"),
        Field("rerolled", FLAG, "1 for each die rerolled by the player in this round", (MAX_DICE,)),
        Field("rerolls", range(2 * SLOTS + 1), "rerolls left"),
        Field("final", range(len(Final)), "a Final"),
        Field("window", SEAT_NUMBER, "seats clockwise from the active seat that are known to be finished with the attack"),
        Field("starter", range(NONE, MAX_PLAYERS),
              "the first seat of the final battle; once it is won, the seat that defeated the Shamandillo; NONE before"),
        Field("cycle", range(LAST_ROUND + 1), "the cycle of the final battle, from 0"),
        RecordField("faces", CARD_SET, "the option: the faces of all cards"),
    ),
    seat=(
        Field("looked", LEVEL_CARD, "level cards that I look at: the top card first; once chosen, the kept card first", (2,)),
        Field("second", FLAG, "1: I kept the second of two level cards"),
        Field("known", LEVEL_CARD, "the top of the stack if I know it, else NONE"),
        Field("others", FLAGS, "bit p: by my own knowledge, another seat p may know the top of the stack"),
        Field("asked", range(len(Asked)), "an Asked"),
    ),
    secret=(
        Field("window", SEAT_NUMBER, "seats clockwise from the active seat that are finished with the attack"),
        Field("stack", LEVEL_CARD, "level cards; the top is the last of stack_size", (STACK,)),
        Field("bosses", SHAMANDILLO, "undefeated Shamandillos; the next is the last", (NUM_SHAMANDILLOS,)),
        Field("scenes", SCENE_CARD, "the deck of scene cards; the next is the last", (SCENES,)),
        Field("pickups", PICKUP, "the deck of pickups; the next is the last", (PICKUPS,)),
    ),
    max_players=MAX_PLAYERS,
)  # fmt: skip
