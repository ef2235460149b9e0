"""Value plans: to take a colour to its bowl, to dig somewhere, or the best of all from here."""

from dig_envs.agents.dig.valuation.closing import close, survey
from dig_envs.agents.dig.valuation.delivery import delivery, gain
from dig_envs.agents.dig.valuation.digging import dig_value, unseen_bones
from dig_envs.agents.dig.valuation.hands import BONES_IN, COUNT, REST
from dig_envs.agents.dig.valuation.walking import moves_between
from dig_envs.core.compiler import compiled
from dig_envs.dig.components import HAND_LIMIT, Card
from dig_envs.dig.rules.yard import bones_in_yard


@compiled
def look(table, seat, player, board):
    """Write what the plans of a decision share."""
    survey(table, player, board)
    board.unseen = unseen_bones(table, seat)


@compiled
def is_in_time(table, place, target, hand):
    """Return whether the dog gets there, and has an action left, before this turn's holes are closed."""
    return moves_between(place, target, BONES_IN[hand]) < table.actions_left


@compiled
def place_of_bowl(table, place, hand, colour, now):
    """Return where to meet a bowl that may move at the end of this turn."""
    here = table.bowls[colour] + 0
    return here if is_in_time(table, place, here, hand) else now.bowls[colour]


@compiled
def delivery_value(table, place, hand, colour, now):
    """Return the points expected of taking a colour to its bowl first."""
    bowl = place_of_bowl(table, place, hand, colour, now)
    used = moves_between(place, bowl, BONES_IN[hand]) + 1
    if bowl != table.bowls[colour]:
        used = max(used, table.actions_left + 1)  # the bowl arrives when the turn has ended
    return now.lead + gain(COUNT[hand, colour], colour, now, 0, used) + delivery(bowl, REST[hand, colour], now, used)


@compiled
def dig_first_value(table, seat, player, place, target, hand, board):
    """Return the points expected of digging first; a dig in a later turn changes the closing only if it ends the game."""
    if is_in_time(table, place, target, hand) or bones_in_yard(table) == 1:
        close(table, player, target, board)
        return dig_value(table, seat, place, target, hand, board, board.then)
    return dig_value(table, seat, place, target, hand, board, board.now)


@compiled
def prospects(table, seat, player, hand, board):
    """Return the points expected of the best plan from here with a hand, as the bowls lie in `board.now`."""
    place = table.place[player] + 0
    now = board.now
    best = now.lead + delivery(place, hand, now, 0)
    if BONES_IN[hand] < HAND_LIMIT:
        for other in range(1, table.length + 1):
            if table.yard[other] == Card.BONE:
                best = max(best, dig_value(table, seat, place, other, hand, board, now))
    return best
