"""The record of one game of 2-Bit Bandits."""

from enum import IntEnum

from dig_envs.core.game import state_dtype
from dig_envs.two_bit_bandits.components import (
    CARDS,
    ENCOUNTER_NAMES,
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
)


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

TABLE, SEAT, STATE = state_dtype(
    table=[
        ("span", "i1"),  # a Length
        ("max_health", "i1"),
        ("active", "i1"),  # the seat whose turn it is
        ("phase", "i1"),
        ("points", "i4", (MAX_PLAYERS,)),
        ("health", "i1", (MAX_PLAYERS,)),
        ("half", "i1", (MAX_PLAYERS,)),  # 1: the Adobe Mask has taken the first of two damage
        ("continues", "i1", (MAX_PLAYERS,)),
        ("status", "i1", (MAX_PLAYERS,)),
        ("pickups", "i1", (MAX_PLAYERS, SLOTS)),  # active, stored; a Pickup or NONE
        ("pawn", "i1", (MAX_PLAYERS,)),  # a place: STAGES_A_CARD * card on the map + stage
        # the map; card 0 is Stone Ridge, the others in the order in which they were placed
        ("placed", "i1"),
        ("level_card", "i1", (LEVELS,)),
        ("x", "i1", (LEVELS,)),  # to the east
        ("y", "i1", (LEVELS,)),  # to the south
        ("rotation", "i1", (LEVELS,)),  # quarter turns clockwise
        ("paths", "i1", (LEVELS,)),  # bit s: an exit to side s, rotated
        ("neighbour", "i1", (LEVELS, len(SIDES))),  # the adjacent card on each side
        ("free", "i1", (LEVELS,)),  # bit s: an exit to side s without an adjacent card
        ("joined", "i1", (LEVELS,)),  # bit s: a path to side s (exit or entry) meets a path of the adjacent card
        ("reached", "i1", (LEVELS,)),  # 1: the junction of the card can be reached
        ("done", "i1", (LEVELS, STAGES_A_CARD)),
        ("stages_unseen", "i1", (len(STAGE_NAMES),)),  # by Stage, on level cards that are not on the map
        ("stack_size", "i1"),
        ("hideouts", "i1"),  # number on the map
        ("may_know", "i1"),  # bit p: by public knowledge, seat p may know the top of the stack
        ("looks", "i1"),  # number of level cards that the active seat looks at
        # Shamandillos
        ("defeated", "i1", (NUM_SHAMANDILLOS,)),
        ("num_defeated", "i1"),
        ("boss", "i1"),  # the top Shamandillo once it is seen, else NONE
        # decks
        ("scene_deck", "i1"),
        ("scene_discard", "i1", (SCENES,)),
        ("encounters_unseen", "i2", (len(ENCOUNTER_NAMES),)),  # by code, on the scene cards of the deck
        ("pickup_deck", "i1"),
        ("pickup_discard", "i1", (NUM_PICKUPS,)),
        # the stage in play
        ("place", "i1"),
        ("came_from", "i1"),  # the place of the pawn before
        ("row", "i1", (ROW,)),
        ("row_size", "i1"),
        ("rolled", "i1", (PATHS,)),  # dice not yet assigned, by face
        ("row_dice", "i1", (ROW,)),  # 0: none
        ("scene", "i1"),  # number of finished scenes
        ("encounter", "i1"),  # number of encounters begun in the current scene
        ("switched", "i1"),
        ("tentative", "i4"),
        ("pool", "i1", (NUM_PICKUPS,)),  # pickups to choose from
        ("due", "i1"),  # damage points not yet taken
        ("then", "i1"),  # the phase after damage or new pickups
        # the battle
        ("foe", "i1"),  # a Minion, or NUM_MINIONS + a Shamandillo
        ("elemental", "i1"),
        ("minions", "i1"),  # number that joined this battle so far
        ("foe_health", "i1"),  # sum over all enemies
        ("foe_heights", "i1", (TOP_LEVEL + 1,)),  # health of the enemies by height in this round
        ("height", "i1"),  # of the Good Guy; 0 without flight
        ("rounds", "i2"),
        ("dice", "i1", (MOST_DICE,)),  # black, yellow, red; NONE for no die
        ("reds", "i1"),
        ("yellows", "i1"),
        ("rerolled", "i1", (MOST_DICE,)),
        ("rerolls", "i1"),  # number left
        ("final", "i1"),
        ("window", "i1"),  # seats clockwise from the active seat that are publicly known to be finished with the attack
        ("starter", "i1"),  # the first seat of the final battle; once it is won, the seat that defeated the Shamandillo
        ("cycle", "i1"),  # of the final battle, from 0
        ("faces", CARDS),
    ],
    seat=[
        ("looked", "i1", (2,)),  # level cards that it looks at: the top card first or, once chosen, the kept card first
        ("second", "i1"),  # 1: it kept the second of two level cards
        ("known", "i1"),  # the top of the stack if it knows it, else NONE
        ("others", "i1"),  # bit p: by its own knowledge, another seat p may know the top of the stack
        ("asked", "i1"),
    ],
    secret=[
        ("window", "i1"),  # seats clockwise from the active seat that are finished with the attack
        ("stack", "i1", (STACK,)),  # level cards; the top is the last of stack_size
        ("bosses", "i1", (NUM_SHAMANDILLOS,)),  # undefeated Shamandillos; the next is the last
        ("scenes", "i1", (SCENES,)),
        ("pickups", "i1", (PICKUPS,)),
    ],
    max_players=MAX_PLAYERS,
)
