"""Declare the feature blocks of 2-Bit Bandits and their scales.

Rows have the order of the observation's rows: map cards in the order of placing, scene cards from first to last.
"""

import numpy as np

from dig_envs.core.compiler import inlined
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.two_bit_bandits.components import LEVELS, PATHS, ROW, STAGES_A_CARD

PROMISED = 3  # floats of a stage on the map: points, chance to die, merit
FACE_PROMISED = 2  # floats of a stage on a level card in hand: points, chance to die
HAND = 3  # level cards in hand: two after a look, and the known top of the stack
A_WORTH = np.float32(1 / 8000)
NO_WORTH = np.float32(0.25)  # the scaled worth of 0 points

WORTH_SCALE = "from -2,000 to 6,000 points as 0 to 1"
BLOCKS = Layout(
    Block("stage_promises", (LEVELS, STAGES_A_CARD * PROMISED), "while a stage or level card is chosen: cards of the map in "
          "the order of placing; by stage (trunk, spurs), while I may complete it, the points that it scores on average / "
          "2,000, at most 1, and my chance to die there; if it is in my reach, its merit, 150 / (150 + the points by which the "
          "best is worth more)", Kind.FEATURE),
    Block("best_stage", (1,), f"then: what the best stage in my reach is worth against doing nothing, {WORTH_SCALE}",
          Kind.FEATURE),
    Block("card_promises", (HAND, STAGES_A_CARD * FACE_PROMISED), "then: level cards that I look at (2; the kept one first), "
          "top of the stack if I know it; by stage points / 2,000, at most 1, and chance to die", Kind.FEATURE),
    Block("path_worths", (ROW, PATHS), "scene cards of the row, by path: what it brings to the active seat as it stands, "
          f"{WORTH_SCALE}; only paths that a die lies at or may still be laid at, all while the active seat holds a Tuba",
          Kind.FEATURE),
    Block("die_merits", (PATHS,), "dice to assign, by face: 50 / (50 + the points by which the stage is worth more with the "
          "best die on the next card)", Kind.FEATURE),
    Block("next_risk", (2,), "the next scene, once all dice are laid, or a hideout's battle: power that it costs the active "
          "seat on average / 16, from 0 to 1, and the chance to survive it", Kind.FEATURE),
    Block("shamandillo_risk", (2,), "the same of the battle with the next Shamandillo, at this level", Kind.FEATURE),
    Block("rest_of_stage", (4,), "of the stage in play, to the active seat: what going on is worth more than backing out, "
          f"{WORTH_SCALE}; once all dice are laid, its chances to complete the stage and to die, and the points of the stage "
          "then / 5,000, at most 1", Kind.FEATURE),
)  # fmt: skip
AT = BLOCKS.offsets()


@inlined
def scaled_worth(points):
    """Scale points from the range -2,000 to 6,000 to the range 0 to 1."""
    return min(np.float32(1), max(np.float32(0), np.float32(points) * A_WORTH + NO_WORTH))


@inlined
def between_0_and_1(value):
    """Clip a value to the range 0 to 1, against rounding errors."""
    return min(np.float32(1), max(np.float32(0), value))
