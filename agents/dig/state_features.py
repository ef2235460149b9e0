"""Describe the whole state of an unfinished game of DIG for its estimate (`agents/search/estimates.py`)."""

from enum import IntEnum

from dig_envs.agents.dig.valuation.closing import BOARD, start_closings, worth_of_dropped
from dig_envs.agents.dig.valuation.delivery import delivery
from dig_envs.agents.dig.valuation.hands import COUNT, hand_of
from dig_envs.agents.dig.valuation.walking import distance
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.dig.components import NUM_COLOURS, VALUES, Card
from dig_envs.dig.rules import colour_of
from dig_envs.dig.state import NONE, Phase


class Seat(IntEnum):
    """The features of a seat. Points are those expected at the end (`valuation/closing.py`)."""

    POINTS = 0  # of dropped bones
    HAND = 1  # points of the bones in hand
    DELIVERY = 2  # points of the best order of deliveries, less the price of its actions
    HAND_SIZE = 3
    IS_ACTIVE = 4
    ACTIONS_LEFT = 5
    IS_DIGGING = 6
    PLACE = 7
    IS_HOME = 8
    DROPPED = 9  # dropped bones by the present rank of the colour's bowl
    HELD = DROPPED + NUM_COLOURS  # the same for bones in hand
    UNSETTLED = HELD + NUM_COLOURS  # bones whose bowl still moves
    NEAR = UNSETTLED + 1  # points in the yard, weighted by closeness
    NEAR_KNOWN = NEAR + 1  # the same of bones that the seat knows


class Yard(IntEnum):
    """The features of the game."""

    BONES = 0
    TURN = 1
    SETTLED_BOWLS = 2
    RIVALS = 3
    SETTLED_POINTS = 4
    BONES_BY_RANK = 5


NUM_SEAT_FEATURES = int(Seat.NEAR_KNOWN) + 1
NUM_GAME_FEATURES = int(Yard.BONES_BY_RANK) + NUM_COLOURS
REACH = 4.0  # places: a bone at this distance has half the weight of one under the dog
# Scales, so that most features are below 1; the fit of the weights divides by spreads in any case.
POINTS, BONES, PLACES, TURNS = 10.0, 4.0, 25.0, 100.0


@compiled
def describe_seat(state, player, out):
    """Write the features of a seat into `out`, zeroed float32 (NUM_SEAT_FEATURES,)."""
    table, seat, boards = state.table, state.seats[player], scratch(1, BOARD)
    start_closings(table, player, boards[0])
    now, hand, place = boards[0].now, hand_of(seat), table.place[player] + 0
    out[Seat.POINTS] = worth_of_dropped(boards[0].dropped[player], now.worth) / POINTS
    out[Seat.DELIVERY] = delivery(place, hand, now, 0) / POINTS
    out[Seat.HAND_SIZE] = table.hand_size[player] / BONES
    out[Seat.PLACE] = place / PLACES
    out[Seat.IS_HOME] = place == 0
    if table.active == player:
        out[Seat.IS_ACTIVE] = 1.0
        out[Seat.ACTIONS_LEFT] = table.actions_left / BONES
        out[Seat.IS_DIGGING] = table.phase == Phase.PUT
    for colour in range(NUM_COLOURS):
        rank, dropped, held = rank_of(table, colour), boards[0].dropped[player, colour] / BONES, COUNT[hand, colour] / BONES
        out[Seat.DROPPED + rank] = dropped
        out[Seat.HELD + rank] = held
        out[Seat.HAND] += held * now.worth[colour]
        if now.bowls[colour] > NUM_COLOURS:
            out[Seat.UNSETTLED] += dropped + held
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE:
            near = now.worth[colour_of(state.secret.yard[other] + 0)] / (REACH + distance(place, other)) / BONES
            out[Seat.NEAR] += near
            if seat.known[other] != NONE:
                out[Seat.NEAR_KNOWN] += near


@compiled
def describe_game(state, out):
    """Write the features of the game into `out`, zeroed float32 (NUM_GAME_FEATURES,)."""
    table, boards = state.table, scratch(1, BOARD)
    start_closings(table, 0, boards[0])
    now = boards[0].now
    out[Yard.BONES] = table.bones / PLACES
    out[Yard.TURN] = table.turn / (TURNS * table.num_players)
    out[Yard.RIVALS] = table.num_players - 1.0
    for colour in range(NUM_COLOURS):
        if now.bowls[colour] <= NUM_COLOURS:
            out[Yard.SETTLED_BOWLS] += 1.0 / NUM_COLOURS
            out[Yard.SETTLED_POINTS] += now.worth[colour] / POINTS
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE:
            out[Yard.BONES_BY_RANK + rank_of(table, colour_of(state.secret.yard[place] + 0))] += 1.0 / BONES


@compiled
def rank_of(table, colour):
    """Return the rank of a colour's bowl, 0 for the one nearest the doghouse."""
    return VALUES[0] - table.values[colour]
