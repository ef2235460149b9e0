"""The feature set `expert` of DIG: the expert's value of each plan.

Values in points are squashed into 0 to 1: 0.5 stands for 0 points and 0.75 for `HALF_WAY` points.
"""

import numpy as np

from dig_envs.agents.dig.valuation.closing import BOARD, close
from dig_envs.agents.dig.valuation.hands import BONES_IN, COUNT, WITHOUT, hand_of
from dig_envs.agents.dig.valuation.plans import best_plan_value, delivery_value, dig_first_value, prepare
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.core.layout import Block, Kind, Layout
from dig_envs.dig.components import HAND_LIMIT, NUM_COLOURS, PLACES, VALUES, Card
from dig_envs.dig.observation import row_of
from dig_envs.dig.state import Phase

VERSION = 1  # increase it when the floats change: models trained with another version are refused
HALF_WAY = 5.0

LAYOUT = Layout(
    Block(
        "final_values", (NUM_COLOURS,), "points for a bone of each colour after this turn's holes are closed / 5", Kind.FEATURE
    ),
    Block("lead", (1,), "points of my dropped bones at these values, less the mean of the other seats, squashed", Kind.FEATURE),
    Block(
        "deliver",
        (NUM_COLOURS,),
        "expected points of a plan that begins with taking a colour of my hand to its bowl, squashed",
        Kind.FEATURE,
    ),
    Block(
        "dig",
        (PLACES,),
        "for each place of `yard`: expected points of a plan that begins with digging there, squashed",
        Kind.FEATURE,
    ),
    Block("keep", (1,), "while I decide: expected points after I keep the bone just dug, squashed", Kind.FEATURE),
    Block(
        "put_back",
        (NUM_COLOURS,),
        "while I decide: expected points after I put back a bone of each colour, squashed",
        Kind.FEATURE,
    ),
)
AT = LAYOUT.offsets()


def layout(options):
    """Return the blocks, which do not depend on the options."""
    return LAYOUT


@compiled
def encode(table, seat, player, out):
    """Write the features of a seat into `out`, zeroed float32 (LAYOUT.size,). Impossible plans stay 0."""
    hand = hand_of(seat)
    boards = scratch(1, BOARD)
    prepare(table, seat, player, boards[0])
    now = boards[0].now
    for colour in range(NUM_COLOURS):
        out[AT.final_values + colour] = now.worth[colour] / VALUES[0]
    out[AT.lead] = squashed(now.lead)
    if table.phase == Phase.PUT and player == table.active:
        encode_put(table, seat, player, hand, boards[0], out)
    else:
        encode_plans(table, seat, player, hand, boards[0], out)


@compiled
def squashed(points):
    """Map points to a number between 0 and 1, and 0 points to 1/2."""
    return np.float32(0.5 + 0.5 * points / (HALF_WAY + abs(points)))


@compiled
def encode_plans(table, seat, player, hand, board, out):
    """Write the expected gain of each plan in points of the lead, squashed."""
    place = np.int64(table.place[player])
    lead = board.now.lead
    for colour in range(NUM_COLOURS):
        if COUNT[hand, colour] > 0:
            out[AT.deliver + colour] = squashed(delivery_value(table, place, hand, colour, board.now) - lead)
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE:
            value = dig_first_value(table, seat, player, place, np.int64(other), hand, board)
            out[AT.dig + row_of(np.int64(other), place)] = squashed(value - lead)


@compiled
def encode_put(table, seat, player, hand, board, out):
    """Write the expected gain, in points of the lead, of keeping the bone just dug or putting one back, squashed."""
    lead = board.now.lead
    if BONES_IN[hand] <= HAND_LIMIT:
        out[AT.keep] = squashed(best_plan_value(table, seat, player, hand, board) - lead)
    close(table, player, table.place[player] + 0, board)
    board.now = board.then
    for colour in range(NUM_COLOURS):
        if COUNT[hand, colour] > 0:
            value = best_plan_value(table, seat, player, WITHOUT[hand, colour], board)
            out[AT.put_back + colour] = squashed(value - lead)


FEATURES = {"expert": ("The expert's values of each delivery, dig and put-back.", layout, encode, VERSION)}
