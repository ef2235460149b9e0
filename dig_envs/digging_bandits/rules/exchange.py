"""End a TRADE: the offer is declined, or the trader picks a partner and both exchange the items (DB-29)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import ITEM_BRIDGE, ITEM_PLOT, ITEM_TECH, MAX_PLAYERS, OFFERS, TRADE_ITEMS
from dig_envs.digging_bandits.rules.actions import PASS
from dig_envs.digging_bandits.rules.board import bridges_of, change_owner
from dig_envs.digging_bandits.rules.frame_fields import offers_declined, seat_of, set_offers_declined, set_side
from dig_envs.digging_bandits.rules.frames import announce, pop
from dig_envs.digging_bandits.rules.hands import cards_in_hand, pass_openly, pass_unseen
from dig_envs.digging_bandits.rules.items import is_bridge, is_card
from dig_envs.digging_bandits.rules.naming import name_of_seat, seat_named
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import NONE, Event

# The sides of an offer.
GIVING = np.int64(0)
WANTING = np.int64(1)


@compiled
def has_something(table, player):
    in_hand = cards_in_hand(table, player) + table.tech[player]
    return in_hand > 0 or bridges_of(table, player) > 0 or table.plot_owner == player


# --- a declined offer


@compiled
def decline_offer(state):
    """Begin the next offer; end the TRADE after the third, or if the trader has nothing left to give."""
    table = state.table
    frame = table.frames[table.depth - 1]
    clear_offer(state)
    set_side(frame, GIVING)
    set_offers_declined(frame, offers_declined(frame) + 1)
    if offers_declined(frame) == OFFERS or not has_something(table, seat_of(frame)):
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


# --- PARTNER: the trader picks a player who said yes


@compiled
def legal_partner(table, player, mask):
    """Write the players who said yes, and the choice to decline all."""
    mask[PASS] = 1
    for other in range(player_count(table)):
        if table.willing >> other & 1:
            mask[name_of_seat(table, player, other)] = 1


@compiled
def decide_partner(state, player, action):
    """Announce the exchange with the named partner, which others may stop; or decline all."""
    pop(state)
    if action == PASS:
        decline_offer(state)
    else:
        announce(state, Event.TRADE, player, NONE, seat_named(state.table, player, action))


# --- the exchange


@compiled
def end_trade(state):
    """End a TRADE that was stopped or carried out."""
    clear_offer(state)
    pop(state)


@compiled
def exchange(state, trader, partner):
    """Exchange the items, the wanted ones first: so it is public that the cards chosen by the partner are none that it gets."""
    table = state.table
    for k in range(TRADE_ITEMS):
        if table.want[k] != NONE:
            hand_over(state, partner, trader, np.int64(table.want[k]), np.int64(state.seats[partner].chosen[k]))
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            hand_over(state, trader, partner, np.int64(table.give[k]), NONE)
    end_trade(state)


@compiled
def hand_over(state, giver, taker, item, chosen):
    """Hand over one item. Only giver and taker see the card of a wanted back."""
    table = state.table
    if is_card(item):
        pass_openly(state, giver, taker, item)
    elif item == ITEM_TECH:
        table.tech[giver] -= 1
        table.tech[taker] += 1
    elif is_bridge(item):
        change_owner(table, item - ITEM_BRIDGE, taker)
    elif item == ITEM_PLOT:
        table.plot_owner = taker
    else:
        pass_unseen(state, giver, taker, chosen)
