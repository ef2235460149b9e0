"""Define codes for all encounters of 2-Bit Bandits, and load the odds of the health that each costs.

The codes are those of `Encounter`, followed by the Shamandillos, an unknown Shamandillo, and minion battles with a thrown
pickup. `battle_odds.py` computes the odds.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, NUM_SHAMANDILLOS, Encounter

MAX_LOST = 16  # health points lost; the last entry of a table covers more too

BOSS = len(ENCOUNTER_NAMES)  # BOSS + s: Shamandillo s; BOSS + NUM_SHAMANDILLOS: an unknown Shamandillo
ATTACKED = BOSS + NUM_SHAMANDILLOS + 1  # ATTACKED + b: minion battle b, plain before elemental, with minions added
KINDS = ATTACKED + BOSS - Encounter.BATTLE
UNSEEN_SCENE = ATTACKED  # in tables without attacked battles: a scene whose card is unseen


class Help(IntEnum):
    """The active pickup that makes a battle easier, the best one last."""

    NONE = 0
    HORSESHOE = 1
    FIREBALL = 2
    AMULET = 3


FILE = Path(__file__).with_name("odds.npy")
DIGEST = "6bcb374d66d1"  # of the file; it makes the fingerprints of bots and features depend on the odds
ODDS = np.load(FILE)  # float32 (len(Help), TOP_LEVEL, KINDS, MAX_LOST + 1): by help, level less 1, code, health lost
