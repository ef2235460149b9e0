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
    """The question that is asked; phases from TURN_OVER on resolve by themselves before the next one (`rules/flow.py`)."""

    EXPLORE = 0  # choose a stage, or look at level cards
    KEEP = 1  # which of the level cards looked at to keep
    LAY = 2  # at which exit to place it
    CHOOSE = 3  # then, a stage
    ASSIGN = 4  # a die for the next scene card
    HOLD = 5  # which pickup to hold, active one first
    READY = 6  # what to do before a scene or a hideout's battle
    ATTACK = 7  # whether to throw pickups into a minion battle
    BOOST = 8  # what to do before a round of battle
    REROLL = 9  # which die to roll again
    SAVE = 10  # what to discard for health
    REVIVE = 11  # in the final battle: whether to spend a continue
    PLAY_ON = 12  # after it: a stage, or to stop
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
    STOPPED = 2  # plays no more stages after it (TB-31)
    OUT = 3


class Final(IntEnum):
    """The progress of the final battle."""

    AHEAD = 0
    RUNNING = 1
    WON = 2


class Asked(IntEnum):
    """The part of a seat in the attack that is asked about (TB-19)."""

    NO = 0
    NOW = 1
    PASSED = 2


NONE = -1  # no card, place, seat, foe

TABLE, SEAT, STATE = state_dtype(
    table=[
        ("span", "i1"),  # a Length
        ("max_health", "i1"),
        ("active", "i1"),  # whose turn
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
        ("neighbour", "i1", (LEVELS, len(SIDES))),  # the card that lies there
        ("free", "i1", (LEVELS,)),  # bit s: an exit to side s, where no card lies
        ("joined", "i1", (LEVELS,)),  # bit s: a path to side s, entry included, meets a path of the card that lies there
        ("reached", "i1", (LEVELS,)),  # 1: the card's junction can be reached
        ("done", "i1", (LEVELS, STAGES_A_CARD)),
        ("stages_unseen", "i1", (len(STAGE_NAMES),)),  # by Stage, on the level cards that are not on the map
        ("stack_size", "i1"),
        ("hideouts", "i1"),  # on the map
        ("may_know", "i1"),  # bit p: seat p may know the top of the stack, as far as everyone can tell
        ("looks", "i1"),  # level cards that the active seat looks at
        # Shamandillos
        ("defeated", "i1", (NUM_SHAMANDILLOS,)),
        ("num_defeated", "i1"),
        ("boss", "i1"),  # the top Shamandillo, once it is seen
        # decks
        ("scene_deck", "i1"),
        ("scene_discard", "i1", (SCENES,)),
        ("encounters_unseen", "i2", (len(ENCOUNTER_NAMES),)),  # by their code, on the scene cards of the deck
        ("pickup_deck", "i1"),
        ("pickup_discard", "i1", (NUM_PICKUPS,)),
        # the stage in play
        ("place", "i1"),
        ("came_from", "i1"),  # where the pawn was
        ("row", "i1", (ROW,)),
        ("row_size", "i1"),
        ("rolled", "i1", (PATHS,)),  # dice not yet assigned, by face
        ("row_dice", "i1", (ROW,)),  # 0: none
        ("scene", "i1"),  # scenes finished
        ("encounter", "i1"),  # encounters met in the present one
        ("switched", "i1"),
        ("tentative", "i4"),
        ("pool", "i1", (NUM_PICKUPS,)),  # pickups to choose from
        ("due", "i1"),  # damage still to be suffered
        ("then", "i1"),  # the phase after that, or after new pickups
        # the battle
        ("foe", "i1"),  # a Minion, or NUM_MINIONS + a Shamandillo
        ("elemental", "i1"),
        ("minions", "i1"),  # met so far in this battle
        ("foe_health", "i1"),  # of all together
        ("foe_heights", "i1", (TOP_LEVEL + 1,)),  # how many enemies fly how high this round
        ("height", "i1"),  # of the Good Guy; 0 if nobody flies
        ("rounds", "i2"),
        ("dice", "i1", (MOST_DICE,)),  # black, yellow, red; NONE where there is none
        ("reds", "i1"),
        ("yellows", "i1"),
        ("rerolled", "i1", (MOST_DICE,)),
        ("rerolls", "i1"),  # left
        ("final", "i1"),
        ("window", "i1"),  # seats clockwise from the active one that are done with the attack, as everyone knows
        ("starter", "i1"),  # of the final battle; once it is won, who felled the Shamandillo
        ("cycle", "i1"),  # of the final battle, from 0
        ("faces", CARDS),
    ],
    seat=[
        ("looked", "i1", (2,)),  # level cards in hand: first the top one, or once it is chosen the kept one
        ("second", "i1"),  # of two looked at I have kept the second
        ("known", "i1"),  # the top of the stack, if I know it
        ("others", "i1"),  # bit p: another seat p may know the top of the stack, as far as I can tell
        ("asked", "i1"),
    ],
    secret=[
        ("window", "i1"),  # seats clockwise from the active one that are done with the attack
        ("stack", "i1", (STACK,)),  # level cards; the top is the last of stack_size
        ("bosses", "i1", (NUM_SHAMANDILLOS,)),  # not yet defeated; the next is the last
        ("scenes", "i1", (SCENES,)),
        ("pickups", "i1", (PICKUPS,)),
    ],
    max_players=MAX_PLAYERS,
)
