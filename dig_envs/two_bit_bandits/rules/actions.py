"""Name the actions of 2-Bit Bandits, and number their families. Names count places and slots from 1, numbers from 0."""

from enum import IntEnum
from itertools import combinations

import numpy as np

from dig_envs.core.actions import ActionTable, Family
from dig_envs.two_bit_bandits import components

PAIRS = np.array(list(combinations(range(components.ROW), 2)))  # the pairs of scene cards that a Tuba may swap


class Action(IntEnum):
    """The first action of each family."""

    STAGE = 0  # STAGE + place: play that stage
    LAY = STAGE + components.PLACES  # LAY + 4 * card + side: place the level card at that exit
    LOOK = LAY + (components.LEVELS - 1) * len(components.SIDES)
    KEEP = LOOK + 1  # KEEP + k: keep level card k of the two
    FINISH = KEEP + 2
    STOP = FINISH + 1
    ASSIGN = STOP + 1  # ASSIGN + face - 1
    HOLD = ASSIGN + components.PATHS  # HOLD + kind
    HOLD_NOTHING = HOLD + components.NUM_PICKUPS
    GO_ON = HOLD_NOTHING + 1
    SWITCH = GO_ON + 1
    BACK_OUT = SWITCH + 1
    BOOST = BACK_OUT + 1  # BOOST + slot
    DRINK = BOOST + components.SLOTS
    SKIP = DRINK + 1
    SWAP = SKIP + 1  # SWAP + pair, a row of PAIRS
    REPLACE = SWAP + len(PAIRS)  # REPLACE + scene of the row
    THROW = REPLACE + components.ROW  # THROW + slot
    PASS = THROW + components.SLOTS
    REROLL = PASS + 1  # REROLL + DIE_SIDES * colour + value
    STAND = REROLL + components.DIE_SIDES * len(components.DIE_COLOURS)
    REVIVE = STAND + 1
    GIVE_UP = REVIVE + 1


_SLOT_NAMES = ("active", "stored")
_SIDE_NAMES = ("north", "east", "south", "west")

ACTIONS = ActionTable(
    Family(
        "play the stage: card of the map in the order of placing, 0 is Stone Ridge, then its stage, 1 the trunk (TB-8)",
        tuple(
            f"stage {place // components.STAGES_A_CARD}.{place % components.STAGES_A_CARD + 1}"
            for place in range(components.PLACES)
        ),
    ),
    Family(
        "place the level card at that exit of a card of the map (TB-8)",
        tuple(f"lay {card} {side}" for card in range(components.LEVELS - 1) for side in _SIDE_NAMES),
    ),
    Family("look at the top two level cards (TB-8)", ("look",)),
    Family("keep the first or the second of them (TB-8)", ("keep first", "keep second")),
    Family("end the game as its last Good Guy (TB-32)", ("finish",)),
    Family("after the final battle, play no more (TB-31)", ("stop",)),
    Family(
        "lay a die of that face on the next scene card (TB-11)", tuple(f"die {face}" for face in range(1, components.PATHS + 1))
    ),
    Family("hold that pickup, the active one first (TB-15)", tuple(f"hold {word}" for word in components.PICKUP_WORDS)),
    Family("hold no more pickups (TB-15)", ("hold nothing",)),
    Family("play the scene, fight the battle or roll the round without more ado (TB-15, TB-16)", ("go on",)),
    Family("switch active and stored pickup (TB-15)", ("switch",)),
    Family("back out of the stage (TB-12)", ("back out",)),
    Family("discard a pickup for a health point (TB-16)", tuple(f"boost {slot}" for slot in _SLOT_NAMES)),
    Family("drink an active Root Beer (TB-17)", ("drink",)),
    Family("skip the next scene with an active Sheriff Star (TB-17)", ("skip",)),
    Family("swap two scene cards still to come with an active Tuba (TB-17)", tuple(f"swap {a + 1} {b + 1}" for a, b in PAIRS)),
    Family(
        "replace a scene card still to come with an active Tuba (TB-17)",
        tuple(f"replace {k + 1}" for k in range(components.ROW)),
    ),
    Family("throw a pickup into the battle (TB-19)", tuple(f"throw {slot}" for slot in _SLOT_NAMES)),
    Family("throw no more (TB-19)", ("pass",)),
    Family(
        "roll a die of that colour and value again (TB-17)",
        tuple(f"reroll {colour} {value}" for colour in components.DIE_COLOURS for value in range(components.DIE_SIDES)),
    ),
    Family("let the dice stand (TB-17)", ("stand",)),
    Family("in the final battle, spend a continue and fight on (TB-29)", ("revive",)),
    Family("in the final battle, give up (TB-29)", ("give up",)),
)
