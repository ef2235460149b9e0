"""Compute the places of the bowls of DIG after this turn's holes are closed, and value that position in points.

At the end of the game only the five bowls are left, at places 1 to 5. A bowl at place p <= 5 never moves again, so its colour
has the value 6 - p in the end, whatever its present rank. The other bowls move into holes dug among those places.

A `CLOSING` is such a position for one seat. A `BOARD` holds the data that all plans of a decision share.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import MAX_PLAYERS, NUM_COLOURS, PLACES, VALUES, Card
from dig_envs.dig.rules import count_of
from dig_envs.dig.state import Phase

CLOSING = np.dtype(
    [
        ("bowls", "i8", (NUM_COLOURS,)),  # places
        ("worth", "f8", (NUM_COLOURS,)),  # the expected final value of each colour
        ("lead", "f8"),  # the seat's points less the mean of the others'
        ("end_probability", "f8"),  # that the game ends within an action
    ]
)
BOARD = np.dtype(
    [
        ("holes", "i8"),  # bit p is set for a hole at place p
        ("dropped", "i8", (MAX_PLAYERS, NUM_COLOURS)),
        ("unseen", "i8"),  # the bones that the seat has not located (`digging.unseen_bones`)
        ("now", CLOSING),  # without further changes
        ("then", CLOSING),  # after the change of one place
        ("second", "f8", (2, NUM_COLOURS)),  # the value of a second dig on each side, by the colour of the first bone
        ("first", "f8", (NUM_COLOURS,)),  # with two bones: the gain from dropping a colour first,
        ("used", "i8", (NUM_COLOURS,)),  # and the actions used for it
    ]
)

WIN = 100.0
MIN_TIME = 9.0  # expected actions of a seat to the end of the game, without bones in the yard
TIME_PER_BONE = 8.0  # expected actions of all seats per bone in the yard
ALL_VALUES = sum(VALUES)
PAID_AT = np.array([0, *VALUES], float)  # by place
PRIME = 37  # the powers of two up to 2**35 have different remainders
LOWEST_BIT = np.array([next((bit for bit in range(PLACES) if (1 << bit) % PRIME == rest), 0) for rest in range(PRIME)])


@compiled
def start_closings(table, player, board):
    """Write the data that all closings share, and the closing of the present position."""
    board.holes = 0
    for place in range(1, table.length + 1):
        board.holes |= np.int64(table.yard[place] == Card.HOLE) << place
    for p in range(table.num_players):
        for colour in range(NUM_COLOURS):
            board.dropped[p, colour] = count_of(table.dropped[p], colour)
    place_bowls(table, board.holes, board.now.bowls)
    set_final_values(board.now.bowls, board.now.worth)
    evaluate(table, player, board.dropped, table.bones, board.now)


@compiled
def close(table, player, changed, board):
    """Write the closing after the bone at `changed` is dug, or the hole there is filled, into `board.then`."""
    now, then = board.now, board.then
    place_bowls(table, board.holes ^ (np.int64(1) << changed), then.bowls)
    bones = table.bones + bones_added(table, changed)
    if bones > 0 and table.bones > 0 and are_equal(now.bowls, then.bowls):
        for colour in range(NUM_COLOURS):
            then.worth[colour] = now.worth[colour]
        then.lead = now.lead
        then.end_probability = end_probability(table, bones)
    else:
        set_final_values(then.bowls, then.worth)
        evaluate(table, player, board.dropped, bones, then)


@compiled
def evaluate(table, player, dropped, bones, closing):
    """Write the lead and the end probability of a closing with a number of bones in the yard."""
    if bones == 0:
        closing.lead = final_value(table, player, dropped, closing.worth)
        closing.end_probability = 1.0
    else:
        closing.lead = lead_of(table, player, dropped, closing.worth)
        closing.end_probability = end_probability(table, bones)


@compiled
def end_probability(table, bones):
    """Return the probability that the game ends within an action, with a number of bones in the yard."""
    return 1.0 / (MIN_TIME + TIME_PER_BONE * bones / table.num_players)


@compiled
def bones_added(table, changed):
    """Return the change in the number of bones in the yard, 1 or -1."""
    return 1 if table.yard[changed] == Card.HOLE else -1


# --- places of the bowls


@compiled
def place_bowls(table, holes, bowls):
    """Write the places of the bowls after the holes are closed (DIG-8)."""
    for colour in range(NUM_COLOURS):
        bowls[colour] = table.bowls[colour]
    furthest = np.int64(table.length)
    while holes:
        place = lowest_bit(holes)
        while (holes >> furthest) & 1:
            furthest -= 1
        if place >= furthest:
            break
        card = np.int64(table.yard[furthest])
        if card >= Card.BOWL:
            bowls[card - Card.BOWL] = place
        furthest -= 1
        holes &= holes - 1


@compiled
def lowest_bit(bits):
    """Return the index of the lowest bit that is set."""
    return LOWEST_BIT[np.uint64(bits & -bits) % np.uint64(PRIME)]


@compiled
def are_equal(bowls, others):
    """Return whether the bowls lie at the same places."""
    apart = np.int64(0)
    for colour in range(NUM_COLOURS):
        apart |= bowls[colour] ^ others[colour]
    return apart == 0


# --- values of the colours


@compiled
def set_final_values(bowls, worth):
    """Write the final value of each colour: exact for bowls at places 1 to 5, else the mean of the remaining values."""
    left = float(ALL_VALUES)
    outside = 0
    for colour in range(NUM_COLOURS):
        if bowls[colour] <= NUM_COLOURS:
            left -= PAID_AT[bowls[colour]]
        else:
            outside += 1
    mean = left / max(outside, 1)
    for colour in range(NUM_COLOURS):
        worth[colour] = PAID_AT[bowls[colour]] if bowls[colour] <= NUM_COLOURS else mean


# --- the lead


@compiled
def worth_of_dropped(dropped, worth):
    """Return the final points of a seat's dropped bones."""
    points = 0.0
    for colour in range(NUM_COLOURS):
        points += worth[colour] * dropped[colour]
    return points


@compiled
def lead_of(table, player, dropped, worth):
    """Return a seat's points less the mean of the others'."""
    others = 0.0
    for p in range(table.num_players):
        if p != player:
            others += worth_of_dropped(dropped[p], worth)
    return worth_of_dropped(dropped[player], worth) - others / (table.num_players - 1)


@compiled
def final_value(table, player, dropped, worth):
    """Return the value of the game's end for a seat: a win, loss or tie. A tie without bones in hand counts as a win."""
    best = 0.0
    for p in range(table.num_players):
        if p != player:
            best = max(best, worth_of_dropped(dropped[p], worth))
    lead = worth_of_dropped(dropped[player], worth) - best
    if lead == 0.0:
        return 0.0 if table.hand_size[player] > (table.phase == Phase.PUT) else WIN
    return WIN if lead > 0.0 else -WIN
