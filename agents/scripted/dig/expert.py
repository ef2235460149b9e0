"""The expert of DIG: plans digs and deliveries by what each action brings, counting cards and foreseeing the bowls."""

from agents.scripted.dig.bowls import bowls_after, final_values, lead, points_of
from agents.scripted.dig.delivery import delivery, held, one, packed_hand
from agents.scripted.dig.walking import moves_between, step_toward
from dig_envs.core.compile import compiled
from dig_envs.dig.components import ACTIONS_PER_TURN, HAND_LIMIT, NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.observation import unaccounted
from dig_envs.dig.rules import DIG, DROP, END, KEEP, PLACE, bones_in_yard, colour_of, count_of
from dig_envs.dig.state import NONE, Phase

RATE = 0.5
PATIENCE = 5.0
PATIENCE_BASE = 6.0
NEVER = -1000.0
WIN = 100.0
REACH = 10


@compiled
def expert(table, seat, player, mask, rng):
    odds = colour_odds(table, seat)
    if table.phase == Phase.PUT:
        return best_put(table, seat, player, mask, odds)
    if mask[DROP]:
        return DROP
    return best_action(table, seat, player, mask, odds)


@compiled
def colour_odds(table, seat):
    """How many bones of each colour the seat can't account for."""
    return (
        unseen(table, seat, 0), unseen(table, seat, 1), unseen(table, seat, 2), unseen(table, seat, 3), unseen(table, seat, 4),
    )  # fmt: skip


@compiled
def unseen(table, seat, colour):
    count = 0
    for bone in range(colour, NUM_BONES, NUM_COLOURS):
        count += unaccounted(table, seat, bone)
    return count


@compiled
def patience_of(table):
    return PATIENCE_BASE + PATIENCE * bones_in_yard(table) / table.num_players


@compiled
def standing(table, player, values):
    """My points less the others' mean."""
    total = 0.0
    for p in range(table.num_players):
        if p != player:
            total += points_of(table, p, values)
    return points_of(table, player, values) - total / (table.num_players - 1)


@compiled
def best_put(table, seat, player, mask, odds):
    place = table.place[player] + 0
    hand = packed_hand(seat)
    bones = table.hand_size[player] + 0
    left = table.actions_left - 1
    best = KEEP
    best_value = NEVER
    if mask[KEEP]:
        best_value = value_of_keeping(table, seat, player, place, hand, bones, odds, left)
    for colour in range(NUM_COLOURS):
        if mask[PLACE + colour]:
            value = value_of_placing(table, seat, player, place, hand - one(colour), bones - 1, odds, left)
            if value > best_value:
                best_value = value
                best = PLACE + colour
    return best


@compiled
def value_of_keeping(table, seat, player, place, hand, bones, odds, left):
    bowls = bowls_after(table, 0)
    values = final_values(bowls)
    if bones_in_yard(table) == 0:
        margin = lead(table, player, values)
        return WIN if margin > 0 else (-WIN if margin < 0 else 0.0)
    return standing(table, player, values) + best_plan(table, seat, place, hand, bones, bowls, values, odds)


@compiled
def value_of_placing(table, seat, player, place, hand, bones, odds, left):
    bowls = bowls_after(table, place)
    values = final_values(bowls)
    return standing(table, player, values) + best_plan(table, seat, place, hand, bones, bowls, values, odds)


@compiled
def best_plan(table, seat, place, hand, bones, bowls, values, odds):
    patience = patience_of(table)
    best = delivery(place, hand, bones, bowls, values, RATE, patience, 0)
    if bones < HAND_LIMIT:
        for other in range(max(1, place - REACH), min(table.length, place + REACH) + 1):
            if table.yard[other] == Card.BONE:
                best = max(best, dig_value(table, seat, place, other, hand, bones, bowls, values, odds, patience))
    return best


@compiled
def dig_value(table, seat, place, other, hand, bones, bowls, values, odds, patience):
    spent = moves_between(place, other, bones) + 1
    known = seat.known[other]
    if known != NONE:
        return after_dig(table, other, hand, bones, colour_of(known), bowls, values, odds, patience, spent) - RATE * spent
    total = 0
    value = 0.0
    for colour in range(NUM_COLOURS):
        if odds[colour] > 0:
            total += odds[colour]
            value += odds[colour] * after_dig(table, other, hand, bones, colour, bowls, values, odds, patience, spent)
    return value / max(total, 1) - RATE * spent


@compiled
def after_dig(table, place, hand, bones, colour, bowls, values, odds, patience, spent):
    """The best of keeping the bone and of putting one back."""
    hand += one(colour)
    best = 0.0
    if bones < HAND_LIMIT:
        best = onward(table, place, hand, bones + 1, bowls, values, odds, patience, spent)
    if bones > 0:
        for other in range(NUM_COLOURS):
            if held(hand, other) > 0:
                best = max(best, delivery(place, hand - one(other), bones, bowls, values, RATE, patience, spent))
    return best


@compiled
def onward(table, place, hand, bones, bowls, values, odds, patience, spent):
    best = delivery(place, hand, bones, bowls, values, RATE, patience, spent)
    if bones == 1:
        near = nearest_bone(table, place, -1)
        if near > 0:
            best = max(best, next_dig(table, place, near, hand, bones, bowls, values, odds, patience, spent))
        near = nearest_bone(table, place, 1)
        if near > 0:
            best = max(best, next_dig(table, place, near, hand, bones, bowls, values, odds, patience, spent))
    return best


@compiled
def nearest_bone(table, place, way):
    other = place + way
    while 0 < other <= table.length:
        if table.yard[other] == Card.BONE:
            return other
        other += way
    return 0


@compiled
def next_dig(table, place, other, hand, bones, bowls, values, odds, patience, spent):
    used = moves_between(place, other, bones) + 1
    total = 0
    value = 0.0
    for colour in range(NUM_COLOURS):
        if odds[colour] > 0:
            total += odds[colour]
            value += odds[colour] * delivery(other, hand + one(colour), bones + 1, bowls, values, RATE, patience, spent + used)
    return value / max(total, 1) - RATE * used


@compiled
def best_action(table, seat, player, mask, odds):
    place = table.place[player] + 0
    hand = packed_hand(seat)
    bones = table.hand_size[player] + 0
    left = table.actions_left + 0
    bowls = bowls_after(table, 0)
    values = final_values(bowls)
    patience = patience_of(table)
    target = NONE
    best = NEVER
    for colour in range(NUM_COLOURS):
        if held(hand, colour) > 0:
            value = standing(table, player, values) + first_delivery(table, place, hand, bones, colour, bowls, values, patience, left)
            if value > best:
                best = value
                target = bowls[colour] if bowls[colour] != place else table.bowls[colour] + 0
                if moves_between(place, table.bowls[colour], bones) + 1 <= left:
                    target = table.bowls[colour] + 0
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE:
            value = dig_plan(table, seat, player, place, other, hand, bones, odds, patience, left)
            if value > best:
                best = value
                target = other
    if target == place:
        return DIG if mask[DIG] else END
    return step_toward(place, target, bones)


@compiled
def first_delivery(table, place, hand, bones, colour, bowls, values, patience, left):
    count = held(hand, colour)
    used = moves_between(place, table.bowls[colour], bones) + 1
    if used > left:
        used = max(moves_between(place, bowls[colour], bones), left if bowls[colour] != table.bowls[colour] else 0) + 1
    value = count * values[colour] * max(0.0, 1.0 - used / patience) - RATE * used
    return value + delivery(bowls[colour], hand - count * one(colour), bones - count, bowls, values, RATE, patience, used)


@compiled
def dig_plan(table, seat, player, place, other, hand, bones, odds, patience, left):
    spent = moves_between(place, other, bones) + 1
    bowls = bowls_after(table, other if spent <= left else 0)
    values = final_values(bowls)
    return standing(table, player, values) + dig_value(table, seat, place, other, hand, bones, bowls, values, odds, patience)
