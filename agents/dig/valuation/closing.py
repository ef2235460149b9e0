"""Compute where the bowls of DIG will lie once this turn's holes are closed, and value that position in points.

In the end only the five bowls are left, at places 1 to 5. A card that lies there already never moves again, so a bowl
at place p <= 5 pays 6 - p for certain, whatever its rank is now. The others will move into holes dug among those places.

A closing is a tuple: the bowls' places; what each colour will pay; the seat's lead, its points less the mean of the others';
and haste, the chance that the game ends within an action.
"""

from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_COLOURS, VALUES, Card
from dig_envs.dig.rules.bones import count_of
from dig_envs.dig.rules.yard import bones_in_yard
from dig_envs.dig.state import Phase

BOWLS, WORTH, LEAD, HASTE = range(4)  # the parts of a closing

WIN = 100.0
TIME_AT_LEAST = 9.0
TIME_BY_BONE = 8.0  # actions for each bone in the yard, shared by the seats
ALL_VALUES = sum(VALUES)


@compiled
def closing(table, player, changed):
    """Return the closing (see the module) with the bone at `changed` dug too, or the hole there filled; 0 changes nothing."""
    bowls = bowls_after(table, changed)
    worth = final_values(bowls)
    bones = bones_in_yard(table) + bones_added(table, changed)
    if bones == 0:
        return bowls, worth, verdict(table, player, worth), 1.0
    time = TIME_AT_LEAST + TIME_BY_BONE * bones / table.num_players
    return bowls, worth, lead_of(table, player, worth), 1.0 / time


@compiled
def bones_added(table, changed):
    """Return by how many bones the yard would grow: 1, 0 or -1."""
    if changed == 0:
        return 0
    return 1 if table.yard[changed] == Card.HOLE else -1


# --- where the bowls will lie


@compiled
def bowls_after(table, changed):
    """Return the bowls' places after the holes are closed (DIG-8)."""
    bowls = (
        table.bowls[0] + 0, table.bowls[1] + 0, table.bowls[2] + 0, table.bowls[3] + 0, table.bowls[4] + 0,
    )  # fmt: skip
    furthest = table.length + 0
    place = 1
    while place < furthest:
        if is_hole(table, place, changed):
            while is_hole(table, furthest, changed):
                furthest -= 1
            if place < furthest:
                bowls = with_card_moved(bowls, table.yard[furthest], place)
                furthest -= 1
        place += 1
    return bowls


@compiled
def is_hole(table, place, changed):
    """Return whether there would be a hole at a place."""
    return (table.yard[place] == Card.HOLE) != (place == changed)


@compiled
def with_card_moved(bowls, card, place):
    """Return the bowls' places after a card, a bowl or not, has moved to a place."""
    return (
        place if card == Card.BOWL else bowls[0],
        place if card == Card.BOWL + 1 else bowls[1],
        place if card == Card.BOWL + 2 else bowls[2],
        place if card == Card.BOWL + 3 else bowls[3],
        place if card == Card.BOWL + 4 else bowls[4],
    )


# --- what the colours will pay


@compiled
def final_values(bowls):
    """Return the points that each colour will pay: exact at places 1 to 5, elsewhere the mean of the values still free."""
    left = ALL_VALUES
    outside = 0
    for colour in range(NUM_COLOURS):
        if bowls[colour] <= NUM_COLOURS:
            left -= VALUES[bowls[colour] - 1]
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
    """Return the points that the colour of a bowl at a place will pay."""
    return float(VALUES[place - 1]) if place <= NUM_COLOURS else mean


# --- who leads


@compiled
def worth_of_dropped(table, player, worth):
    """Return the points that a seat's dropped bones will pay."""
    points = 0.0
    for colour in range(NUM_COLOURS):
        points += worth[colour] * count_of(table.dropped[player], colour)
    return points


@compiled
def lead_of(table, player, worth):
    """Return a seat's points less the mean of the others'."""
    others = 0.0
    for p in range(table.num_players):
        if p != player:
            others += worth_of_dropped(table, p, worth)
    return worth_of_dropped(table, player, worth) - others / (table.num_players - 1)


@compiled
def verdict(table, player, worth):
    """Return the value of the game's end: won, lost or tied. With nothing to deliver a tie counts as a win."""
    best = 0.0
    for p in range(table.num_players):
        if p != player:
            best = max(best, worth_of_dropped(table, p, worth))
    lead = worth_of_dropped(table, player, worth) - best
    if lead == 0.0:
        return 0.0 if table.hand_size[player] > (table.phase == Phase.PUT) else WIN
    return WIN if lead > 0.0 else -WIN
