"""TRADE: an offer is composed and announced, answered by the others, and one of them is picked (DB-29)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    COPIES,
    HAND_KINDS,
    ITEM_BACK,
    ITEM_BRIDGE,
    ITEM_PLOT,
    ITEM_TECH,
    LOOP,
    MAX_PLAYERS,
    OFFERS,
    TRADE,
    TRADE_ITEMS,
)
from dig_envs.digging_bandits.rules.actions import ACCEPT, BACK, DONE, NAME, PASS, PLACE, TECH_CARD, THIS_PLOT
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of, change_owner
from dig_envs.digging_bandits.rules.frames import announce, pop, push
from dig_envs.digging_bandits.rules.hands import cards_in_hand, pass_openly, pass_unseen, show, use
from dig_envs.digging_bandits.rules.loot import name_of_seat, seat_named
from dig_envs.digging_bandits.rules.players import anyone_exposed, exposed, outside, player_count
from dig_envs.digging_bandits.rules.promises import items_of
from dig_envs.digging_bandits.state import NONE, Event, What

GIVING = np.int64(0)
WANTING = np.int64(1)


@compiled
def play_trade(state, player):
    """With nothing to offer, or nobody to offer it to, that was the play."""
    use(state, player, TRADE)
    table = state.table
    if outside(table, player) and anyone_exposed(table, player) and has_something(table, player):
        push(state, What.OFFER, player, GIVING)
        table.frames[table.depth - 1].y = 0


@compiled
def has_something(table, player):
    in_hand = cards_in_hand(table, player) + table.tech[player]
    return in_hand > 0 or bridges_of(table, player) > 0 or table.plot_owner == player


# --- OFFER: x is the side that is being composed, y how many offers were declined


@compiled
def legal_offer(table, seat, player, mask):
    frame = table.frames[table.depth - 1]
    if frame.x == GIVING:
        legal_gifts(table, seat, player, mask)
        mask[DONE] = table.give[0] != NONE
        mask[PASS] = frame.y > 0 and table.give[0] == NONE
    else:
        legal_wishes(table, seat, player, mask)
        mask[DONE] = table.want[0] != NONE


@compiled
def legal_gifts(table, seat, player, mask):
    """What the trader has, and has not named yet."""
    for kind in range(HAND_KINDS):
        mask[NAME + kind] = seat.hand[kind] > items_of(table.give, kind)
    mask[TECH_CARD] = table.tech[player] > items_of(table.give, ITEM_TECH)
    mask[THIS_PLOT] = table.plot_owner == player and items_of(table.give, ITEM_PLOT) == 0
    for place in range(LOOP):
        mask[PLACE + place] = table.bridge[place] == player and items_of(table.give, ITEM_BRIDGE + place) == 0


@compiled
def legal_wishes(table, seat, player, mask):
    """What somebody who may trade could have, as far as the trader can tell."""
    for kind in range(HAND_KINDS):
        mask[NAME + kind] = COPIES[kind] > seat.hand[kind] + items_of(table.want, kind)
    mask[TECH_CARD] = most_tech(table, player) > items_of(table.want, ITEM_TECH)
    mask[THIS_PLOT] = owned_by_other(table, player, np.int64(table.plot_owner)) and items_of(table.want, ITEM_PLOT) == 0
    for back in range(BACKS):
        mask[BACK + back] = most_of_back(table, player, back) > items_of(table.want, ITEM_BACK + back)
    if bridges_after(table, player, table.give, table.want) < bridge_limit(table):
        for place in range(LOOP):
            named = items_of(table.want, ITEM_BRIDGE + place) > 0
            mask[PLACE + place] = owned_by_other(table, player, np.int64(table.bridge[place])) and not named


@compiled
def owned_by_other(table, player, owner):
    return owner != NONE and exposed(table, player, owner)


@compiled
def most_tech(table, player):
    most = 0
    for other in range(player_count(table)):
        if exposed(table, player, other):
            most = max(most, table.tech[other])
    return most


@compiled
def most_of_back(table, player, back):
    most = 0
    for other in range(player_count(table)):
        if exposed(table, player, other):
            most = max(most, table.backs[other][back])
    return most


@compiled
def bridges_after(table, player, given, taken):
    """A player's bridges once it has given and taken these items."""
    return bridges_of(table, player) - bridges_in(given) + bridges_in(taken)


@compiled
def bridges_in(items):
    count = 0
    for k in range(TRADE_ITEMS):
        count += ITEM_BRIDGE <= items[k] < ITEM_PLOT
    return count


@compiled
def item_named(action):
    if action >= NAME:
        return action - NAME
    if action >= PLACE:
        return ITEM_BRIDGE + action - PLACE
    if action == THIS_PLOT:
        return ITEM_PLOT
    return ITEM_TECH if action == TECH_CARD else ITEM_BACK + action - BACK


@compiled
def decide_offer(state, player, action):
    table = state.table
    if action == PASS:
        pop(state)
    elif table.frames[table.depth - 1].x == GIVING:
        if name_item(table.give, action):
            table.frames[table.depth - 1].x = WANTING
        show_items(state, player, table.give)
    elif name_item(table.want, action):
        push(state, What.ANSWER, next_to_trade(table, player), np.int64(0))


@compiled
def name_item(items, action):
    """Add what the action names to a side of the offer. Whether that side is complete."""
    if action == DONE:
        return True
    count = TRADE_ITEMS - items_of(items, NONE)
    items[count] = item_named(action)
    return count + 1 == TRADE_ITEMS


@compiled
def show_items(state, player, items):
    """An offer is true: all know from now on that these cards are there (DB-29)."""
    for kind in range(HAND_KINDS):
        count = items_of(items, kind)
        if count > 0:
            show(state, player, kind, count)


@compiled
def next_to_trade(table, player):
    """The next player clockwise who is in the game and not in the cabin."""
    other = (player + 1) % table.num_players
    while not outside(table, other):
        other = (other + 1) % table.num_players
    return np.int64(other)


# --- ANSWER: its seat is the one that is asked; x is 1 once it has said yes and names the cards of wanted backs


@compiled
def can_accept(table, seat, player):
    """Whether this player has all that is wanted, and may own all that is given."""
    for kind in range(HAND_KINDS):
        if items_of(table.want, kind) > seat.hand[kind]:
            return False
    for back in range(BACKS):
        if wanted_of_back(table, back) > table.backs[player][back]:
            return False
    for place in range(LOOP):
        if items_of(table.want, ITEM_BRIDGE + place) > 0 and table.bridge[place] != player:
            return False
    if items_of(table.want, ITEM_PLOT) > 0 and table.plot_owner != player:
        return False
    if items_of(table.want, ITEM_TECH) > table.tech[player]:
        return False
    return bridges_after(table, player, table.want, table.give) <= bridge_limit(table)


@compiled
def wanted_of_back(table, back):
    """Cards of a back that are wanted, by kind or by back."""
    count = items_of(table.want, ITEM_BACK + back)
    for k in range(TRADE_ITEMS):
        if 0 <= table.want[k] < HAND_KINDS:
            count += BACK_OF[table.want[k]] == back
    return count


@compiled
def next_choice(table, seat):
    """The wanted item for which a card is still to be chosen; NONE if there is none."""
    for k in range(TRADE_ITEMS):
        if table.want[k] >= ITEM_BACK and seat.chosen[k] == NONE:
            return k
    return NONE


@compiled
def legal_answer(table, seat, player, mask):
    if table.frames[table.depth - 1].x == 0:
        mask[PASS] = 1
        mask[ACCEPT] = can_accept(table, seat, player)
        return
    back = table.want[next_choice(table, seat)] - ITEM_BACK
    for kind in range(HAND_KINDS):
        if BACK_OF[kind] == back:
            mask[NAME + kind] = seat.hand[kind] > items_of(table.want, kind) + items_of(seat.chosen, kind)


@compiled
def decide_answer(state, player, action):
    table = state.table
    seat = state.seats[player]
    if action == ACCEPT:
        table.frames[table.depth - 1].x = 1
        show_items(state, player, table.want)
    elif action != PASS:
        seat.chosen[next_choice(table, seat)] = action - NAME
    if action == PASS:
        pass_offer_on(state, player)
    elif next_choice(table, seat) == NONE:
        table.willing = table.willing | 1 << player
        pass_offer_on(state, player)


@compiled
def pass_offer_on(state, player):
    """The next one answers, or the trader picks one of the willing."""
    table = state.table
    pop(state)
    trader = np.int64(table.frames[table.depth - 1].who)
    following = next_to_trade(table, player)
    if following != trader:
        push(state, What.ANSWER, following, np.int64(0))
    elif table.willing == 0:
        decline_offer(state)
    else:
        push(state, What.PARTNER, trader, np.int64(0))


@compiled
def decline_offer(state):
    """Up to two more offers may follow."""
    table = state.table
    frame = table.frames[table.depth - 1]
    clear_offer(state)
    frame.x = GIVING
    frame.y += 1
    if frame.y == OFFERS or not has_something(table, np.int64(frame.who)):
        pop(state)


@compiled
def clear_offer(state):
    table = state.table
    table.willing = 0
    for k in range(TRADE_ITEMS):
        table.give[k] = NONE
        table.want[k] = NONE
        for p in range(MAX_PLAYERS):
            state.seats[p].chosen[k] = NONE


# --- PARTNER: the trader picks


@compiled
def legal_partner(table, player, mask):
    mask[PASS] = 1
    for other in range(player_count(table)):
        if table.willing >> other & 1:
            mask[name_of_seat(table, player, other)] = 1


@compiled
def decide_partner(state, player, action):
    pop(state)
    if action == PASS:
        decline_offer(state)
    else:
        announce(state, Event.TRADE, player, NONE, seat_named(state.table, player, action))


# --- the exchange


@compiled
def call_trade_off(state):
    """It was stopped, or is done: the trade is over."""
    clear_offer(state)
    pop(state)


@compiled
def exchange(state, trader, partner):
    """What is wanted goes first: a card that the partner chose unseen is none of those it gets, and all know that."""
    table = state.table
    for k in range(TRADE_ITEMS):
        if table.want[k] != NONE:
            hand_over(state, partner, trader, np.int64(table.want[k]), np.int64(state.seats[partner].chosen[k]))
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            hand_over(state, trader, partner, np.int64(table.give[k]), NONE)
    call_trade_off(state)


@compiled
def hand_over(state, giver, taker, item, chosen):
    """One item; the card of a wanted back is seen by the two only."""
    table = state.table
    if item < HAND_KINDS:
        pass_openly(state, giver, taker, item)
    elif item == ITEM_TECH:
        table.tech[giver] -= 1
        table.tech[taker] += 1
    elif item < ITEM_PLOT:
        change_owner(table, item - ITEM_BRIDGE, taker)
    elif item == ITEM_PLOT:
        table.plot_owner = taker
    else:
        pass_unseen(state, giver, taker, chosen)
