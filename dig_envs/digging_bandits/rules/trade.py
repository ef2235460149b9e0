"""TRADE: compose an offer, and have the other players answer it (DB-29). `exchange.py` implements its end."""

import numpy as np

from dig_envs.core.compiler import compiled
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
    TRADE,
    TRADE_ITEMS,
)
from dig_envs.digging_bandits.rules.actions import ACCEPT, BACK, DONE, NAME, PASS, PLACE, TECH_CARD, THIS_PLOT
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of
from dig_envs.digging_bandits.rules.exchange import GIVING, WANTING, decline_offer, has_something
from dig_envs.digging_bandits.rules.frame_fields import (
    has_accepted,
    offers_declined,
    seat_of,
    set_has_accepted,
    set_offers_declined,
    set_side,
    side_of,
)
from dig_envs.digging_bandits.rules.frames import pop, push
from dig_envs.digging_bandits.rules.hands import show, use
from dig_envs.digging_bandits.rules.items import bridges_in, is_back, is_bridge, is_card, item_named, items_of, wanted_of_back
from dig_envs.digging_bandits.rules.players import anyone_exposed, exposed, outside, player_count
from dig_envs.digging_bandits.state import NONE, FrameKind


@compiled
def play_trade(state, player):
    """Play a TRADE. Without items to offer, or players to offer them to, nothing follows (DB-29)."""
    use(state, player, TRADE)
    table = state.table
    if outside(table, player) and anyone_exposed(table, player) and has_something(table, player):
        push(state, FrameKind.OFFER, player)
        set_side(table.frames[table.depth - 1], GIVING)
        set_offers_declined(table.frames[table.depth - 1], np.int64(0))


# --- OFFER: first the given items, then the wanted items


@compiled
def legal_offer(table, seat, player, mask):
    """Write the items that may be added to the side being composed, and whether the side may be finished."""
    frame = table.frames[table.depth - 1]
    if side_of(frame) == GIVING:
        legal_giving(table, seat, player, mask)
        mask[DONE] = table.give[0] != NONE
        mask[PASS] = offers_declined(frame) > 0 and table.give[0] == NONE
    else:
        legal_wanting(table, seat, player, mask)
        mask[DONE] = table.want[0] != NONE


@compiled
def legal_giving(table, seat, player, mask):
    """Write the items that the trader has and has not named yet."""
    for kind in range(HAND_KINDS):
        mask[NAME + kind] = seat.hand[kind] > 0
    for k in range(TRADE_ITEMS):
        if is_card(np.int64(table.give[k])):
            kind = np.int64(table.give[k])
            mask[NAME + kind] = seat.hand[kind] > items_of(table.give, kind)
    mask[TECH_CARD] = table.tech[player] > items_of(table.give, ITEM_TECH)
    mask[THIS_PLOT] = table.plot_owner == player and items_of(table.give, ITEM_PLOT) == 0
    for place in range(LOOP):
        mask[PLACE + place] = table.bridge[place] == player
    for k in range(TRADE_ITEMS):
        if is_bridge(np.int64(table.give[k])):
            mask[PLACE + table.give[k] - ITEM_BRIDGE] = 0


@compiled
def legal_wanting(table, seat, player, mask):
    """Write the items that a possible partner could have, as far as the trader knows."""
    for kind in range(HAND_KINDS):
        mask[NAME + kind] = COPIES[kind] > seat.hand[kind]
    for k in range(TRADE_ITEMS):
        if is_card(np.int64(table.want[k])):
            kind = np.int64(table.want[k])
            mask[NAME + kind] = COPIES[kind] > seat.hand[kind] + items_of(table.want, kind)
    mask[TECH_CARD] = most_tech(table, player) > items_of(table.want, ITEM_TECH)
    mask[THIS_PLOT] = owned_by_other(table, player, np.int64(table.plot_owner)) and items_of(table.want, ITEM_PLOT) == 0
    for back in range(BACKS):
        mask[BACK + back] = most_of_back(table, player, back) > items_of(table.want, ITEM_BACK + back)
    if bridges_after(table, player, table.give, table.want) < bridge_limit(table):
        for place in range(LOOP):
            mask[PLACE + place] = owned_by_other(table, player, np.int64(table.bridge[place]))
        for k in range(TRADE_ITEMS):
            if is_bridge(np.int64(table.want[k])):
                mask[PLACE + table.want[k] - ITEM_BRIDGE] = 0


@compiled
def owned_by_other(table, player, owner):
    """Return whether the owner of a bridge or plot is another player outside the cabin."""
    return owner != NONE and exposed(table, player, owner)


@compiled
def most_tech(table, player):
    """Return the most TECH of any possible partner."""
    most = 0
    for other in range(player_count(table)):
        if exposed(table, player, other):
            most = max(most, table.tech[other])
    return most


@compiled
def most_of_back(table, player, back):
    """Return the most cards of a back of any possible partner."""
    most = 0
    for other in range(player_count(table)):
        if exposed(table, player, other):
            most = max(most, table.backs[other][back])
    return most


@compiled
def bridges_after(table, player, given, taken):
    """Return the number of bridges that a player would own after giving and taking these items."""
    return bridges_of(table, player) - bridges_in(given) + bridges_in(taken)


@compiled
def decide_offer(state, player, action):
    """Add an item to the offer or finish a side: given, then wanted items, then the answers. Given items become public."""
    table = state.table
    if action == PASS:
        pop(state)
    elif side_of(table.frames[table.depth - 1]) == GIVING:
        if name_item(table.give, action):
            set_side(table.frames[table.depth - 1], WANTING)
        show_items(state, player, table.give)
    elif name_item(table.want, action):
        push(state, FrameKind.ANSWER, next_to_trade(table, player))


@compiled
def name_item(items, action):
    """Add the named item to a side of the offer. Returns whether that side is complete."""
    if action == DONE:
        return True
    count = TRADE_ITEMS - items_of(items, NONE)
    items[count] = item_named(action)
    return count + 1 == TRADE_ITEMS


@compiled
def show_items(state, player, items):
    """Make public that a player has the cards named in an offer, which is true (DB-29)."""
    for k in range(TRADE_ITEMS):
        if is_card(np.int64(items[k])):
            show(state, player, np.int64(items[k]), items_of(items, np.int64(items[k])))


@compiled
def next_to_trade(table, player):
    """Return the next player clockwise who is in the game and outside the cabin."""
    other = (player + 1) % table.num_players
    while not outside(table, other):
        other = (other + 1) % table.num_players
    return np.int64(other)


# --- ANSWER: yes or no, then the cards for wanted backs


@compiled
def can_accept(table, seat, player):
    """Return whether a player has all wanted items, and may own all given items."""
    for k in range(TRADE_ITEMS):
        item = np.int64(table.want[k])
        if is_card(item) and items_of(table.want, item) > seat.hand[item]:
            return False
        if is_bridge(item) and table.bridge[item - ITEM_BRIDGE] != player:
            return False
    for back in range(BACKS):
        if wanted_of_back(table, back) > table.backs[player][back]:
            return False
    if items_of(table.want, ITEM_PLOT) > 0 and table.plot_owner != player:
        return False
    if items_of(table.want, ITEM_TECH) > table.tech[player]:
        return False
    return bridges_after(table, player, table.want, table.give) <= bridge_limit(table)


@compiled
def next_choice(table, seat):
    """Return the index of the first wanted back without a chosen card; NONE if all have one."""
    for k in range(TRADE_ITEMS):
        if is_back(np.int64(table.want[k])) and seat.chosen[k] == NONE:
            return k
    return NONE


@compiled
def legal_answer(table, seat, player, mask):
    """Write yes and no; after a yes, the cards of the next wanted back."""
    if not has_accepted(table.frames[table.depth - 1]):
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
        set_has_accepted(table.frames[table.depth - 1], np.int64(1))
        show_items(state, player, table.want)
    elif action != PASS:
        seat.chosen[next_choice(table, seat)] = action - NAME
    if action == PASS:
        ask_next_about_offer(state, player)
    elif next_choice(table, seat) == NONE:
        table.willing = table.willing | 1 << player
        ask_next_about_offer(state, player)


@compiled
def ask_next_about_offer(state, player):
    """Ask the next player; after the last, the trader picks a player who said yes."""
    table = state.table
    pop(state)
    trader = seat_of(table.frames[table.depth - 1])
    following = next_to_trade(table, player)
    if following != trader:
        push(state, FrameKind.ANSWER, following)
    elif table.willing == 0:
        decline_offer(state)
    else:
        push(state, FrameKind.PARTNER, trader)
