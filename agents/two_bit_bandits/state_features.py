"""Describe the whole state of an unfinished game of 2-Bit Bandits for its estimate (`agents/search/estimates.py`)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import NUM_PICKUPS, NUM_SHAMANDILLOS, SLOTS, STAGE_NAMES, STAGES_A_CARD, Pickup, Stage
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE, Final, Status


class Seat(IntEnum):
    """The features of a seat."""

    POINTS = 0
    TENTATIVE_POINTS = 1
    HEALTH = 2
    IS_WEAK = 3
    POWER = 4  # health with that of its pickups
    CONTINUES = 5
    IS_OUT = 6
    IS_DOWN = 7
    HAS_STOPPED = 8
    IS_ACTIVE = 9
    SCENES_LEFT = 10
    FOE_HEALTH = 11
    PICKUPS = 12  # pickups by kind


class Map(IntEnum):
    """The features of the game."""

    LEVEL = 0
    STACK_SIZE = 1
    FINAL_RUNS = 2
    FINAL_IS_WON = 3
    LENGTH = 4
    RIVALS = 5
    OPEN_STAGES = 6  # stages on the map that are not completed, by kind
    BOSS = OPEN_STAGES + len(STAGE_NAMES)  # one-hot: the Shamandillo that is seen


NUM_SEAT_FEATURES = int(Seat.PICKUPS) + NUM_PICKUPS
NUM_GAME_FEATURES = int(Map.BOSS) + NUM_SHAMANDILLOS
WEAK = 3  # health
POWER_OF_ROOT_BEER = 4.0
# Scales, so that most features are below 1; the fit of the weights divides by spreads in any case.
POINTS, HEALTH, FEW, STAGES, STACK = 2000.0, 8.0, 4.0, 5.0, 15.0


@compiled
def describe_seat(state, player, out):
    """Write the features of a seat into `out`, zeroed float32 (NUM_SEAT_FEATURES,)."""
    table = state.table
    out[Seat.POINTS] = table.points[player] / POINTS
    out[Seat.HEALTH] = table.health[player] / HEALTH
    out[Seat.IS_WEAK] = table.health[player] <= WEAK
    out[Seat.CONTINUES] = table.continues[player]
    out[Seat.IS_OUT] = table.status[player] == Status.OUT
    out[Seat.IS_DOWN] = table.status[player] == Status.DOWN
    out[Seat.HAS_STOPPED] = table.status[player] == Status.STOPPED
    out[Seat.POWER] = out[Seat.HEALTH]
    for slot in range(SLOTS):
        kind = table.pickups[player][slot]
        if kind != NONE:
            out[Seat.PICKUPS + kind] += 1.0
            out[Seat.POWER] += (POWER_OF_ROOT_BEER if kind == Pickup.ROOT_BEER else 1.0) / HEALTH
    if table.active == player:
        out[Seat.IS_ACTIVE] = 1.0
        out[Seat.TENTATIVE_POINTS] = table.tentative / POINTS
        if table.place != NONE:
            out[Seat.SCENES_LEFT] = (table.row_size - table.scene) / FEW
        if table.foe != NONE:
            out[Seat.FOE_HEALTH] = table.foe_health / HEALTH


@compiled
def describe_game(state, out):
    """Write the features of the game into `out`, zeroed float32 (NUM_GAME_FEATURES,)."""
    table = state.table
    out[Map.LEVEL] = (1.0 + table.num_defeated) / FEW
    out[Map.STACK_SIZE] = table.stack_size / STACK
    out[Map.FINAL_RUNS] = table.final == Final.RUNNING
    out[Map.FINAL_IS_WON] = table.final == Final.WON
    out[Map.LENGTH] = table.span
    out[Map.RIVALS] = table.num_players - 1.0
    for card in range(table.placed):
        for stage in range(STAGES_A_CARD):
            kind = stage_at(table, STAGES_A_CARD * card + stage)
            if kind != Stage.NONE and not table.done[card][stage]:
                out[Map.OPEN_STAGES + kind] += 1.0 / STAGES
    if table.boss != NONE:
        out[Map.BOSS + table.boss] = 1.0
