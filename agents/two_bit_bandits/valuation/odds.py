"""Name what may be met in 2-Bit Bandits by a code, and load the odds of the health that it costs.

Codes of encounters are those of `Encounter`. After them come the Shamandillos, a Shamandillo that is not known, and minion
battles that somebody has thrown a pickup into. `battle_odds.py` computes the odds.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, NUM_SHAMANDILLOS, Encounter

MOST_LOST = 16  # health points lost: so many or more
ADDED_MINIONS = 2  # minions that one throw adds (TB-19)

BOSS = len(ENCOUNTER_NAMES)  # BOSS + s: the battle with Shamandillo s; BOSS + NUM_SHAMANDILLOS: with one that is not known
ATTACKED = BOSS + NUM_SHAMANDILLOS + 1  # ATTACKED + b: battle number b, plain ones before elemental ones, with minions added
KINDS = ATTACKED + BOSS - Encounter.BATTLE
UNSEEN_SCENE = ATTACKED  # in tables without attacked battles: any scene, before its card is drawn


class Help(IntEnum):
    """The active pickup that makes a battle easier, the best one last."""

    NONE = 0
    HORSESHOE = 1
    FIREBALL = 2
    AMULET = 3


FILE = Path(__file__).with_name("odds.npy")
DIGEST = "6bcb374d66d1"  # of the file: fingerprints of bots and features read sources, and so know the odds by this line
ODDS = np.load(FILE)  # float32 (len(Help), TOP_LEVEL, KINDS, MOST_LOST + 1): by help, level less 1, code, health lost
