"""Play DIG as an expert: choose the plan worth most in points, less a price for each action.

It compares plans: to take what it holds to bowls, or first to dig somewhere, once or twice. A plan is worth the points
that it brings, less a price for each action, plus the seat's lead in dropped bones, valued as the
bowls will lie when this turn's holes are closed. So it digs where closing the hole moves a bowl to its own
advantage, or to the others' disadvantage.
"""

from dig_envs.agents.dig.valuation.closing import BOARD, close
from dig_envs.agents.dig.valuation.hands import COUNT, WITHOUT, hand_of
from dig_envs.agents.dig.valuation.plans import delivery_value, dig_first_value, look, place_of_bowl, prospects
from dig_envs.agents.dig.valuation.walking import step_toward
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.dig.components import NUM_COLOURS, Card
from dig_envs.dig.rules.actions import DIG, DROP, END, KEEP, PLACE
from dig_envs.dig.state import NONE, Phase

NEVER = -1000.0


@compiled
def expert(table, seat, player, mask, rng):
    """Return the action of the best plan."""
    if table.phase == Phase.PUT:
        return best_put(table, seat, player, mask)
    if mask[DROP]:
        return DROP
    place = table.place[player] + 0
    target = best_target(table, seat, player, place)
    if target != place:
        return step_toward(place, target, table.hand_size[player] + 0)
    return DIG if mask[DIG] else END


# --- where to go


@compiled
def best_target(table, seat, player, place):
    """Return the place where the best plan begins: a bowl's or a bone's, or the dog's own if a bowl will move there."""
    hand = hand_of(seat)
    boards = scratch(1, BOARD)
    look(table, seat, player, boards[0])
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


# --- keeping or putting back


@compiled
def best_put(table, seat, player, mask):
    """Return whether to keep the bone just dug, or which colour to put back, as an action."""
    hand = hand_of(seat)
    boards = scratch(1, BOARD)
    look(table, seat, player, boards[0])
    best = KEEP
    value = NEVER
    if mask[KEEP]:
        value = prospects(table, seat, player, hand, boards[0])
    close(table, player, table.place[player] + 0, boards[0])
    boards[0].now = boards[0].then
    for colour in range(NUM_COLOURS):
        if COUNT[hand, colour] > 0:
            other = prospects(table, seat, player, WITHOUT[hand, colour], boards[0])
            if other > value:
                value = other
                best = PLACE + colour
    return best
