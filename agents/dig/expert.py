"""The expert of DIG: whatever brings most for its actions, counting cards and foreseeing where the bowls will lie.

It compares plans: to take what it holds to bowls, or first to dig somewhere, once or twice. A plan is worth the points
that it brings, less a price for each action, plus the seat's standing: what all dropped bones will be worth when this
turn's holes are filled. So it digs where a bowl leaps to its own good, or to the harm of others.
"""

from agents.dig.delivery import delivery, gain
from agents.dig.digging import dig_value, unseen_bones
from agents.dig.outlook import BOWLS, STANDING, outlook
from agents.dig.packed import count_in, hand_of, one, size_of
from agents.dig.walking import moves_between, step_toward
from dig_envs.core.compile import compiled
from dig_envs.dig.components import HAND_LIMIT, NUM_COLOURS, Card
from dig_envs.dig.rules.actions import DIG, DROP, END, KEEP, PLACE
from dig_envs.dig.rules.yard import bones_in_yard
from dig_envs.dig.state import NONE, Phase

NEVER = -1000.0


@compiled
def expert(table, seat, player, mask, rng):
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
    """The place to go to: of a bowl or of a bone; the dog's own, where a bowl will come to it."""
    hand = hand_of(seat)
    unseen = unseen_bones(table, seat)
    now = outlook(table, player, 0)
    target = NONE
    best = NEVER
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            value = delivery_value(table, place, hand, colour, now)
            if value > best:
                best = value
                target = place_of_bowl(table, place, hand, colour, now)
    for other in range(1, table.length + 1):
        if table.yard[other] == Card.BONE:
            then = outlook_after_dig(table, player, place, other, hand, now)
            value = dig_value(table, seat, place, other, hand, unseen, now, then)
            if value > best:
                best = value
                target = other
    return target


@compiled
def is_in_time(table, place, target, hand):
    """Whether the dog gets there, and has an action left, before this turn's holes are filled."""
    return moves_between(place, target, size_of(hand)) < table.actions_left


@compiled
def place_of_bowl(table, place, hand, colour, now):
    """Where to meet a bowl that may move at the end of this turn."""
    here = table.bowls[colour] + 0
    return here if is_in_time(table, place, here, hand) else now[BOWLS][colour]


@compiled
def delivery_value(table, place, hand, colour, now):
    """The seat's prospects if it takes a colour to its bowl first."""
    bowl = place_of_bowl(table, place, hand, colour, now)
    used = moves_between(place, bowl, size_of(hand)) + 1
    if bowl != table.bowls[colour]:
        used = max(used, table.actions_left + 1)  # it comes when the turn has ended
    rest = hand - count_in(hand, colour) * one(colour)
    return now[STANDING] + gain(hand, colour, now, 0, used) + delivery(bowl, rest, now, used)


@compiled
def outlook_after_dig(table, player, place, target, hand, now):
    """Who digs later can't foresee what leaps, but that the last bone ends the game."""
    if is_in_time(table, place, target, hand) or bones_in_yard(table) == 1:
        return outlook(table, player, target)
    return now


# --- keeping or putting back


@compiled
def best_put(table, seat, player, mask):
    hand = hand_of(seat)
    unseen = unseen_bones(table, seat)
    best = KEEP
    value = NEVER
    if mask[KEEP]:
        value = prospects(table, seat, player, hand, unseen, outlook(table, player, 0))
    then = outlook(table, player, table.place[player] + 0)
    for colour in range(NUM_COLOURS):
        if count_in(hand, colour) > 0:
            other = prospects(table, seat, player, hand - one(colour), unseen, then)
            if other > value:
                value = other
                best = PLACE + colour
    return best


@compiled
def prospects(table, seat, player, hand, unseen, now):
    """The best plan from here with a hand."""
    place = table.place[player] + 0
    best = now[STANDING] + delivery(place, hand, now, 0)
    if size_of(hand) < HAND_LIMIT:
        for other in range(1, table.length + 1):
            if table.yard[other] == Card.BONE:
                best = max(best, dig_value(table, seat, place, other, hand, unseen, now, now))
    return best
