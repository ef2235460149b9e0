"""Where the bowls of DIG will lie once this turn's holes are filled, and what they will pay in the end.

In the end only the five bowls are left, at places 1 to 5. A card that lies there already never moves again, so a bowl
at place p <= 5 pays 6 - p for certain. The others leap into the holes that are dug among those five places.
"""

from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_COLOURS, Card
from dig_envs.dig.rules import bones_in_yard, count_of

FINAL_PLACES = NUM_COLOURS
ALL_VALUES = 15
PATIENCE = 8.0
PATIENCE_BASE = 6.0


@compiled
def bowls_after(table, toggled):
    """The bowls' places after this turn's holes are filled (DIG-8), had one place more been dug, or filled (0: none)."""
    bowls = (
        table.bowls[0] + 0, table.bowls[1] + 0, table.bowls[2] + 0, table.bowls[3] + 0, table.bowls[4] + 0,
    )  # fmt: skip
    last = table.length + 0
    place = 1
    while place < last:
        if is_hole(table, place, toggled):
            while is_hole(table, last, toggled):
                last -= 1
            if place < last:
                if table.yard[last] >= Card.BOWL:
                    bowls = moved_bowl(bowls, table.yard[last] - Card.BOWL, place)
                last -= 1
        place += 1
    return bowls


@compiled
def is_hole(table, place, toggled):
    return (table.yard[place] == Card.HOLE) != (place == toggled)


@compiled
def moved_bowl(bowls, colour, place):
    return (
        place if colour == 0 else bowls[0],
        place if colour == 1 else bowls[1],
        place if colour == 2 else bowls[2],
        place if colour == 3 else bowls[3],
        place if colour == 4 else bowls[4],
    )


@compiled
def final_values(bowls):
    """What each colour will pay: certain for the final places, else the mean of the places still free."""
    left = ALL_VALUES
    outside = 0
    for colour in range(NUM_COLOURS):
        if bowls[colour] <= FINAL_PLACES:
            left -= FINAL_PLACES + 1 - bowls[colour]
        else:
            outside += 1
    mean = left / max(outside, 1)
    return (
        final_value(bowls[0], mean),
        final_value(bowls[1], mean),
        final_value(bowls[2], mean),
        final_value(bowls[3], mean),
        final_value(bowls[4], mean),
    )


@compiled
def final_value(place, mean):
    return FINAL_PLACES + 1.0 - place if place <= FINAL_PLACES else mean


@compiled
def outlook(table, player, toggled):
    """How the yard will lie: the bowls' places, the colours' values, my standing in points, and how long there is."""
    bowls = bowls_after(table, toggled)
    values = final_values(bowls)
    patience = PATIENCE_BASE + PATIENCE * bones_in_yard(table) / table.num_players
    return bowls, values, standing(table, player, values), patience


@compiled
def points_of(table, player, values):
    """What a seat's dropped bones are worth."""
    points = 0.0
    for colour in range(NUM_COLOURS):
        points += values[colour] * count_of(table.dropped[player], colour)
    return points


@compiled
def standing(table, player, values):
    """My points less the others' mean."""
    total = 0.0
    for p in range(table.num_players):
        if p != player:
            total += points_of(table, p, values)
    return points_of(table, player, values) - total / (table.num_players - 1)


@compiled
def lead(table, player, values):
    """A seat's points less the best other seat's."""
    best = -1.0
    for p in range(table.num_players):
        if p != player:
            best = max(best, points_of(table, p, values))
    return points_of(table, player, values) - best
