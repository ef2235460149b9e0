"""What may come in 2-Bit Bandits, and the odds of the health it costs. `battle_odds.py` works them out."""

from enum import IntEnum
from pathlib import Path

import numpy as np

from dig_envs.two_bit_bandits.components import ENCOUNTER_NAMES, NUM_SHAMANDILLOS, Encounter

MOST_LOST = 16  # health lost: that or more
ADDED_MINIONS = 2  # by one throw (TB-19)

# What may come: the encounters by their codes; Shamandillos, then one that is not known; battles that somebody threw into.
BOSS = len(ENCOUNTER_NAMES)
ATTACKED = BOSS + NUM_SHAMANDILLOS + 1
KINDS = ATTACKED + BOSS - Encounter.BATTLE


class Help(IntEnum):
    """The active pickup that makes a battle easier, the best one last."""

    NONE = 0
    HORSESHOE = 1
    FIREBALL = 2
    AMULET = 3


FILE = Path(__file__).with_name("odds.npy")
ODDS = np.load(FILE)  # float32, by Help, level less 1, what may come, health lost
