"""Compute where the bowls of DIG will lie once this turn's holes are closed, and value that position in points.

In the end only the five bowls are left, at places 1 to 5. A card that lies there already never moves again, so a bowl
at place p <= 5 pays 6 - p for certain, whatever its rank is now. The others will move into holes dug among those places.

A closing is a record (`CLOSING`): the bowls' places; what each colour will pay; the seat's lead, its points less the mean of
the others'; and haste, the chance that the game ends within an action. A `BOARD` holds what the plans of a decision share.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import MAX_PLAYERS, NUM_COLOURS, PLACES, VALUES, Card
from dig_envs.dig.rules.bones import count_of
from dig_envs.dig.rules.yard import bones_in_yard
from dig_envs.dig.state import Phase

CLOSING = np.dtype([("bowls", "i8", (NUM_COLOURS,)), ("worth", "f8", (NUM_COLOURS,)), ("lead", "f8"), ("haste", "f8")])
BOARD = np.dtype(
    [
        ("holes", "i8"),  # bit p: a hole at place p
        ("dropped", "i8", (MAX_PLAYERS, NUM_COLOURS)),
        ("unseen", "i8"),  # the bones that the seat can't account for (`digging.unseen_bones`)
        ("now", CLOSING),  # if nothing changes
        ("then", CLOSING),  # if one place does
        ("second", "f8", (2, NUM_COLOURS)),  # what a second dig brings on either side, by the colour of the first bone
        ("first", "f8", (NUM_COLOURS,)),  # of two bones, what dropping one of a colour first brings,
        ("used", "i8", (NUM_COLOURS,)),  # and the actions used by then
    ]
)

WIN = 100.0
TIME_AT_LEAST = 9.0
TIME_BY_BONE = 8.0  # actions for each bone in the yard, shared by the seats
ALL_VALUES = sum(VALUES)
PAID_AT = np.array([0, *VALUES], float)  # by place
PRIME = 37  # the powers of two up to 2**35 leave different remainders
LOWEST_BIT = np.array([next((bit for bit in range(PLACES) if (1 << bit) % PRIME == rest), 0) for rest in range(PRIME)])


@compiled
def survey(table, player, board):
    """Write what all closings share, and the one of the position as it is."""
    board.holes = 0
    for place in range(1, table.length + 1):
        board.holes |= np.int64(table.yard[place] == Card.HOLE) << place
    for p in range(table.num_players):
        for colour in range(NUM_COLOURS):
            board.dropped[p, colour] = count_of(table.dropped[p], colour)
    place_bowls(table, board.holes, board.now.bowls)
    set_final_values(board.now.bowls, board.now.worth)
    judge(table, player, board.dropped, bones_in_yard(table), board.now)


@compiled
def close(table, player, changed, board):
    """Write the closing with the bone at `changed` dug too, or the hole there filled, into `board.then`."""
    now, then = board.now, board.then
    place_bowls(table, board.holes ^ (np.int64(1) << changed), then.bowls)
    bones = bones_in_yard(table) + bones_added(table, changed)
    if bones > 0 and bones_in_yard(table) > 0 and are_equal(now.bowls, then.bowls):
        for colour in range(NUM_COLOURS):
            then.worth[colour] = now.worth[colour]
        then.lead = now.lead
        then.haste = haste(table, bones)
    else:
        set_final_values(then.bowls, then.worth)
        judge(table, player, board.dropped, bones, then)


@compiled
def judge(table, player, dropped, bones, closing):
    """Write who leads and how soon the game ends, with so many bones in the yard."""
    if bones == 0:
        closing.lead = verdict(table, player, dropped, closing.worth)
        closing.haste = 1.0
    else:
        closing.lead = lead_of(table, player, dropped, closing.worth)
        closing.haste = haste(table, bones)


@compiled
def haste(table, bones):
    """Return the chance that the game ends within an action, with so many bones in the yard."""
    return 1.0 / (TIME_AT_LEAST + TIME_BY_BONE * bones / table.num_players)


@compiled
def bones_added(table, changed):
    """Return by how many bones the yard would grow: 1 or -1."""
    return 1 if table.yard[changed] == Card.HOLE else -1


# --- where the bowls will lie


@compiled
def place_bowls(table, holes, bowls):
    """Write the bowls' places after the holes are closed (DIG-8)."""
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
    """Return the number of the lowest bit that is set."""
    return LOWEST_BIT[np.uint64(bits & -bits) % np.uint64(PRIME)]


@compiled
def are_equal(bowls, others):
    """Return whether the bowls lie at the same places."""
    apart = np.int64(0)
    for colour in range(NUM_COLOURS):
        apart |= bowls[colour] ^ others[colour]
    return apart == 0


# --- what the colours will pay


@compiled
def set_final_values(bowls, worth):
    """Write the points that each colour will pay: exact at places 1 to 5, elsewhere the mean of the values still free."""
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


# --- who leads


@compiled
def worth_of_dropped(dropped, worth):
    """Return the points that a seat's dropped bones will pay."""
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
def verdict(table, player, dropped, worth):
    """Return the value of the game's end: won, lost or tied. With nothing to deliver a tie counts as a win."""
    best = 0.0
    for p in range(table.num_players):
        if p != player:
            best = max(best, worth_of_dropped(dropped[p], worth))
    lead = worth_of_dropped(dropped[player], worth) - best
    if lead == 0.0:
        return 0.0 if table.hand_size[player] > (table.phase == Phase.PUT) else WIN
    return WIN if lead > 0.0 else -WIN
