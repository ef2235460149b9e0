"""Value plans: to take a colour to its bowl, to dig somewhere, or the best of all from here."""

from agents.dig.valuation.closing import BOWLS, LEAD, closing
from agents.dig.valuation.delivery import delivery, gain
from agents.dig.valuation.digging import dig_value
from agents.dig.valuation.packed import count_in, one, size_of
from agents.dig.valuation.walking import moves_between
from dig_envs.core.compile import compiled
from dig_envs.dig.components import HAND_LIMIT, Card
from dig_envs.dig.rules.yard import bones_in_yard


@compiled
def is_in_time(table, place, target, hand):
    """Return whether the dog gets there, and has an action left, before this turn's holes are closed."""
    return moves_between(place, target, size_of(hand)) < table.actions_left


@compiled
def place_of_bowl(table, place, hand, colour, now):
    """Return where to meet a bowl that may move at the end of this turn."""
    here = table.bowls[colour] + 0
    return here if is_in_time(table, place, here, hand) else now[BOWLS][colour]


@compiled
def delivery_value(table, place, hand, colour, now):
    """Return the points expected of taking a colour to its bowl first."""
    bowl = place_of_bowl(table, place, hand, colour, now)
    used = moves_between(place, bowl, size_of(hand)) + 1
    if bowl != table.bowls[colour]:
        used = max(used, table.actions_left + 1)  # the bowl arrives when the turn has ended
    rest = hand - count_in(hand, colour) * one(colour)
    return now[LEAD] + gain(hand, colour, now, 0, used) + delivery(bowl, rest, now, used)


@compiled
def closing_after_dig(table, player, place, target, hand, now):
    """Return the closing if the seat digs at `target`; a dig in a later turn changes it only if it ends the game."""
    if is_in_time(table, place, target, hand) or bones_in_yard(table) == 1:
        return closing(table, player, target)
    return now


@compiled
def prospects(table, seat, player, hand, unseen, now):
    """Return the points expected of the best plan from here with a hand."""
    place = table.place[player] + 0
    best = now[LEAD] + delivery(place, hand, now, 0)
    if size_of(hand) < HAND_LIMIT:
        for other in range(1, table.length + 1):
            if table.yard[other] == Card.BONE:
                best = max(best, dig_value(table, seat, place, other, hand, unseen, now, now))
    return best
