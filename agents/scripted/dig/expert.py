"""The expert of DIG: plans digs and deliveries by what each action brings, counting cards and foreseeing the bowls."""

from agents.scripted.dig.bowls import lead, outlook
from agents.scripted.dig.delivery import BITS, RATE, delivery, gain, held, one, packed_hand
from agents.scripted.dig.walking import moves_between, step_toward
from dig_envs.core.compile import compiled
from dig_envs.dig.components import BACK_OF, HAND_LIMIT, NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.observation import unaccounted
from dig_envs.dig.rules import DIG, DROP, END, KEEP, PLACE, bones_in_yard, colour_of
from dig_envs.dig.state import NONE, Phase

NEVER = -1000.0
WIN = 100.0
REACH = 10
REJECTED = 0.5


@compiled
def expert(table, seat, player, mask, rng):
    unseen = unseen_bones(table, seat)
    if table.phase == Phase.PUT:
        return best_put(table, seat, player, mask, unseen)
    if mask[DROP]:
        return DROP
    return best_step(table, seat, player, mask, unseen)


@compiled
def unseen_bones(table, seat):
    """The bones that the seat can't account for, packed by bone."""
    unseen = 0
    for bone in range(NUM_BONES):
        unseen += unaccounted(table, seat, bone) << (BITS * bone)
    return unseen


@compiled
def odds_at(table, place, unseen):
    """What an unknown bone may be: the unseen bones of its back, packed by colour."""
    if not table.scents:
        return unseen
    odds = 0
    for bone in range(NUM_BONES):
        if BACK_OF[bone] == table.back[place]:
            odds += held(unseen, bone) * one(colour_of(bone))
    return odds


# --- which way to go


@compiled
def best_step(table, seat, player, mask, unseen):
    place = table.place[player] + 0
    hand = packed_hand(seat)
    bones = table.hand_size[player] + 0
    now = outlook(table, player, 0)
    target = NONE
    best = NEVER
    for colour in range(NUM_COLOURS):
        if held(hand, colour) > 0:
            value = first_delivery(table, place, hand, bones, colour, now)
            if value > best:
                best = value
                target = bowl_to_reach(table, place, bones, colour, now)
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE:
            in_time = moves_between(place, other, bones) < table.actions_left
            then = outlook(table, player, other) if in_time else now
            value = dig_value(table, seat, place, other, hand, bones, unseen, now, then)
            if value > best:
                best = value
                target = other
    if target == place:
        return DIG if mask[DIG] else END
    return step_toward(place, target, bones)


@compiled
def is_in_time(table, place, bones, colour):
    """Whether a bowl can be reached, and a bone dropped there, before this turn ends."""
    return moves_between(place, table.bowls[colour], bones) < table.actions_left


@compiled
def bowl_to_reach(table, place, bones, colour, now):
    return table.bowls[colour] + 0 if is_in_time(table, place, bones, colour) else now[0][colour] + 0


@compiled
def first_delivery(table, place, hand, bones, colour, now):
    bowls, values, standing, patience = now
    count = held(hand, colour)
    used = moves_between(place, bowl_to_reach(table, place, bones, colour, now), bones) + 1
    if bowls[colour] != table.bowls[colour] and not is_in_time(table, place, bones, colour):
        used = max(used, table.actions_left + 1)
    value = standing + gain(count * values[colour], 0, used, patience)
    return value + delivery(bowls[colour], hand - count * one(colour), bones - count, now, used)


# --- digging


@compiled
def dig_value(table, seat, place, other, hand, bones, unseen, now, then):
    """What comes of digging at a place, over all that the bone there may be; `then` is the outlook if it is kept."""
    spent = moves_between(place, other, bones) + 1
    known = seat.known[other]
    odds = odds_at(table, other, unseen) if known == NONE else one(colour_of(known))
    total = 0
    value = 0.0
    for colour in range(NUM_COLOURS):
        count = held(odds, colour)
        if count > 0:
            total += count
            value += count * after_dig(table, other, hand, bones, colour, unseen, now, then, spent)
    if known == NONE and table.seen_by[other] != 0:
        return value / total - RATE * spent - REJECTED
    return value / total - RATE * spent


@compiled
def after_dig(table, place, hand, bones, colour, unseen, now, then, spent):
    """The best of keeping the bone and of putting one back."""
    hand += one(colour)
    best = now[2]
    if bones < HAND_LIMIT:
        best = max(best, then[2] + after_keeping(table, place, hand, bones + 1, unseen, then, spent))
    if bones > 0:
        for other in range(NUM_COLOURS):
            if held(hand, other) > 0:
                best = max(best, now[2] + delivery(place, hand - one(other), bones, now, spent))
    return best


@compiled
def after_keeping(table, place, hand, bones, unseen, then, spent):
    """Deliver, or with a single bone dig a second one near by."""
    best = delivery(place, hand, bones, then, spent)
    if bones == 1:
        best = max(best, second_dig(table, place, -1, hand, bones, unseen, then, spent))
        best = max(best, second_dig(table, place, 1, hand, bones, unseen, then, spent))
    return best


@compiled
def second_dig(table, place, way, hand, bones, unseen, then, spent):
    """What the nearest bone on one side adds, whatever it is."""
    other = place + way
    while 0 < other <= table.length and table.yard[other] != Card.BONE:
        other += way
    if not 0 < other <= table.length:
        return 0.0
    used = spent + moves_between(place, other, bones) + 1
    odds = odds_at(table, other, unseen)
    total = 0
    value = 0.0
    for colour in range(NUM_COLOURS):
        count = held(odds, colour)
        if count > 0:
            total += count
            value += count * delivery(other, hand + one(colour), bones + 1, then, used)
    return value / max(total, 1) - RATE * (used - spent)


# --- keeping or putting back


@compiled
def best_put(table, seat, player, mask, unseen):
    place = table.place[player] + 0
    hand = packed_hand(seat)
    bones = table.hand_size[player] + 0
    best = KEEP
    best_value = NEVER
    if mask[KEEP]:
        best_value = value_of_keeping(table, seat, player, place, hand, bones, unseen)
    for colour in range(NUM_COLOURS):
        if mask[PLACE + colour]:
            then = outlook(table, player, place)
            value = best_plan(table, seat, player, place, hand - one(colour), bones - 1, unseen, then)
            if value > best_value:
                best_value = value
                best = PLACE + colour
    return best


@compiled
def value_of_keeping(table, seat, player, place, hand, bones, unseen):
    now = outlook(table, player, 0)
    if bones_in_yard(table) == 0:
        margin = lead(table, player, now[1])
        return WIN if margin > 0 else (-WIN if margin < 0 else 0.0)
    return best_plan(table, seat, player, place, hand, bones, unseen, now)


@compiled
def best_plan(table, seat, player, place, hand, bones, unseen, now):
    best = now[2] + delivery(place, hand, bones, now, 0)
    if bones < HAND_LIMIT:
        for other in range(max(1, place - REACH), min(table.length, place + REACH) + 1):
            if table.yard[other] == Card.BONE:
                best = max(best, dig_value(table, seat, place, other, hand, bones, unseen, now, now))
    return best
