"""Value plans in points: to deliver a colour first, to dig at a place first, or the best plan."""

from dig_envs.agents.dig.valuation.closing import close, start_closings
from dig_envs.agents.dig.valuation.delivery import delivery, gain
from dig_envs.agents.dig.valuation.digging import dig_value, unseen_bones
from dig_envs.agents.dig.valuation.hands import BONES_IN, COUNT, REST
from dig_envs.agents.dig.valuation.walking import moves_between
from dig_envs.core.compiler import compiled
from dig_envs.dig.components import HAND_LIMIT, Card


@compiled
def prepare(table, seat, player, board):
    """Write the data that all plans of a decision share."""
    start_closings(table, player, board)
    board.unseen = unseen_bones(table, seat)


@compiled
def is_in_time(table, place, target, hand):
    """Return whether the dog reaches a target and has an action left before this turn's holes are closed."""
    return moves_between(place, target, BONES_IN[hand]) < table.actions_left


@compiled
def place_of_bowl(table, place, hand, colour, now):
    """Return the place at which the dog reaches a bowl, which may move at the end of this turn."""
    here = table.bowls[colour] + 0
    return here if is_in_time(table, place, here, hand) else now.bowls[colour]


@compiled
def delivery_value(table, place, hand, colour, now):
    """Return the expected points of delivering a colour first."""
    bowl = place_of_bowl(table, place, hand, colour, now)
    used = moves_between(place, bowl, BONES_IN[hand]) + 1
    if bowl != table.bowls[colour]:
        used = max(used, table.actions_left + 1)  # the bowl moves at the end of the turn
    return now.lead + gain(COUNT[hand, colour], colour, now, 0, used) + delivery(bowl, REST[hand, colour], now, used)


@compiled
def dig_first_value(table, seat, player, place, target, hand, board):
    """Return the expected points of digging at a target first.

    A dig in a later turn changes the closing only if it ends the game.
    """
    if is_in_time(table, place, target, hand) or table.bones == 1:
        close(table, player, target, board)
        return dig_value(table, seat, place, target, hand, board, board.then)
    return dig_value(table, seat, place, target, hand, board, board.now)


@compiled
def best_plan_value(table, seat, player, hand, board):
    """Return the expected points of the best plan with a hand, for the bowls of `board.now`."""
    place = table.place[player] + 0
    now = board.now
    best = now.lead + delivery(place, hand, now, 0)
    if BONES_IN[hand] < HAND_LIMIT:
        for other in range(1, table.length + 1):
            if table.yard[other] == Card.BONE:
                best = max(best, dig_value(table, seat, place, other, hand, board, now))
    return best
