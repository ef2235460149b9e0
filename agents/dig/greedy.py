"""The bot `greedy` of DIG: it digs two bones, then goes to the bowl with the most points for the distance."""

from dig_envs.agents.dig.valuation.walking import distance, step_toward
from dig_envs.core.compiler import compiled
from dig_envs.dig.components import NUM_COLOURS, VALUES, Card
from dig_envs.dig.rules import Action, colour_of, count_of
from dig_envs.dig.state import NONE, Phase

ENOUGH = 2  # bones to carry to a bowl
UNKNOWN_WORTH = sum(VALUES) // len(VALUES)


@compiled
def greedy(table, seat, player, mask, rng):
    """Return an action by fixed rules."""
    if table.phase == Phase.PUT:
        return Action.KEEP if mask[Action.KEEP] else Action.PUT + least_valued(table, seat)
    if mask[Action.DROP]:
        return Action.DROP
    bones = table.hand_size[player]
    place = table.place[player]
    if wants_to_dig(table, bones):
        return Action.DIG if mask[Action.DIG] else step_toward(place, nearest_bone(table, seat, place), bones)
    return step_toward(place, table.bowls[best_bowl(table, seat, place)], bones)


@compiled
def wants_to_dig(table, bones):
    """Return whether to dig next. The last bone of the yard, which ends the game, is dug with empty hands only."""
    return bones == 0 or (bones < ENOUGH and table.bones > 1)


@compiled
def least_valued(table, seat):
    """Return the colour in hand with the lowest value."""
    worst = NONE
    for colour in range(NUM_COLOURS):
        if count_of(seat.hand, colour) > 0 and (worst == NONE or table.values[colour] < table.values[worst]):
            worst = colour
    return worst


@compiled
def nearest_bone(table, seat, place):
    """Return the place of the nearest bone. At equal distance the bone with the higher value counts as nearer."""
    best = NONE
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE and (best == NONE or is_better_bone(table, seat, place, other, best)):
            best = other
    return best


@compiled
def is_better_bone(table, seat, place, other, best):
    """Return whether a bone is nearer than the best so far, or equally near with a higher value."""
    more = distance(place, other) - distance(place, best)
    return more < 0 or (more == 0 and worth_of_bone(table, seat, other) > worth_of_bone(table, seat, best))


@compiled
def worth_of_bone(table, seat, place):
    """Return the value of the bone at a place; the mean value if the seat does not know the bone."""
    known = seat.known[place]
    return UNKNOWN_WORTH if known == NONE else table.values[colour_of(known)]


@compiled
def best_bowl(table, seat, place):
    """Return the colour in hand with the most points for the distance. The distance is not 0: `greedy` drops bones first."""
    best = NONE
    for colour in range(NUM_COLOURS):
        if count_of(seat.hand, colour) > 0 and (best == NONE or is_better_bowl(table, seat, place, colour, best)):
            best = colour
    return best


@compiled
def is_better_bowl(table, seat, place, colour, best):
    """Return whether value x count / distance of a colour is higher than that of the best colour so far."""
    points = table.values[colour] * count_of(seat.hand, colour)
    best_points = table.values[best] * count_of(seat.hand, best)
    return points * distance(place, table.bowls[best]) > best_points * distance(place, table.bowls[colour])
