"""The bot `expert` of DIG: it chooses the plan with the highest value.

A plan is to deliver the bones in hand to bowls, or first to dig once or twice. Its value is the points that it gains, less a
price for each action, plus the seat's lead in dropped bones. All bones are valued by the places of the bowls after this turn's
holes are closed, so the expert also digs to move bowls to its advantage.
"""

from dig_envs.agents.dig.valuation.closing import BOARD, close
from dig_envs.agents.dig.valuation.hands import COUNT, WITHOUT, hand_of
from dig_envs.agents.dig.valuation.plans import best_plan_value, delivery_value, dig_first_value, place_of_bowl, prepare
from dig_envs.agents.dig.valuation.walking import step_toward
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.dig.components import NUM_COLOURS, Card
from dig_envs.dig.rules import Action
from dig_envs.dig.state import NONE, Phase

NEVER = -1000.0


@compiled
def expert(table, seat, player, mask, rng):
    """Return the next action of the best plan."""
    if table.phase == Phase.PUT:
        return best_put(table, seat, player, mask)
    if mask[Action.DROP]:
        return Action.DROP
    place = table.place[player] + 0
    target = best_target(table, seat, player, place)
    if target != place:
        return step_toward(place, target, table.hand_size[player] + 0)
    return Action.DIG if mask[Action.DIG] else Action.END


# --- where to go


@compiled
def best_target(table, seat, player, place):
    """Return the first target of the best plan: the place of a bowl or bone, or the dog's place if a bowl will move there."""
    hand = hand_of(seat)
    boards = scratch(1, BOARD)
    prepare(table, seat, player, boards[0])
    target = NONE
    best = NEVER
    for colour in range(NUM_COLOURS):
        if COUNT[hand, colour] > 0:
            value = delivery_value(table, place, hand, colour, boards[0].now)
            if value > best:
                best = value
                target = place_of_bowl(table, place, hand, colour, boards[0].now)
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE:
            value = dig_first_value(table, seat, player, place, other, hand, boards[0])
            if value > best:
                best = value
                target = other
    return target


# --- keep or put back


@compiled
def best_put(table, seat, player, mask):
    """Return the action that keeps the bone just dug or puts back a colour."""
    hand = hand_of(seat)
    boards = scratch(1, BOARD)
    prepare(table, seat, player, boards[0])
    best = Action.KEEP
    value = NEVER
    if mask[Action.KEEP]:
        value = best_plan_value(table, seat, player, hand, boards[0])
    close(table, player, table.place[player] + 0, boards[0])
    boards[0].now = boards[0].then
    for colour in range(NUM_COLOURS):
        if COUNT[hand, colour] > 0:
            other = best_plan_value(table, seat, player, WITHOUT[hand, colour], boards[0])
            if other > value:
                value = other
                best = Action.PUT + colour
    return best
