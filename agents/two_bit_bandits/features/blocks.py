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
    Block("stage_promises", (LEVELS, STAGES_A_CARD * PROMISED), "during the choice of a stage or level card: cards of the map "
          "in the order of placing. Columns for each stage (trunk, spurs) that I may complete: mean points / 2,000, at most 1; "
          "my chance to die there; its merit if I can reach it, 150 / (150 + the points by which the best stage is worth "
          "more)", Kind.FEATURE),
    Block("best_stage", (1,), f"in the same choice: worth of the best stage in my reach, less doing nothing, {WORTH_SCALE}",
          Kind.FEATURE),
    Block("card_promises", (HAND, STAGES_A_CARD * FACE_PROMISED), "in the same choice: the two level cards that I "
          "look at, the kept card first, and the top of the stack if I know it; by stage points / 2,000, at most 1, and chance "
          "to die", Kind.FEATURE),
    Block("path_worths", (ROW, PATHS), "scene cards of the row, by path: the path's present worth for the active seat, "
          f"{WORTH_SCALE}; only paths that have or may get a die, and all paths while the active seat holds a Tuba",
          Kind.FEATURE),
    Block("die_merits", (PATHS,), "dice to assign, by face: 50 / (50 + the points by which the stage is worth more with the "
          "best die on the next card)", Kind.FEATURE),
    Block("next_risk", (2,), "the next scene, after all dice are laid, or a hideout's battle: mean power lost by the "
          "active seat / 16, from 0 to 1, and the chance to survive", Kind.FEATURE),
    Block("shamandillo_risk", (2,), "`next_risk` of the battle with the next Shamandillo, at this level", Kind.FEATURE),
    Block("rest_of_stage", (4,), "the stage in play, for the active seat: worth of continuing less backing out, "
          f"{WORTH_SCALE}; after all dice are laid: the chances to complete the stage and to die, and the points of the "
          "stage / 5,000, at most 1", Kind.FEATURE),
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
