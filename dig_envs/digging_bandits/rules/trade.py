"""TRADE: compose an offer, have the other players answer it, and exchange the items (DB-29)."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Card, Item
from dig_envs.digging_bandits.rules import actions, frames
from dig_envs.digging_bandits.rules.actions import Action
from dig_envs.digging_bandits.rules.cards import cards_in_hand, pass_openly, pass_unseen, show, use
from dig_envs.digging_bandits.rules.move import bridge_limit, bridges_of, change_owner
from dig_envs.digging_bandits.state import NONE, Event, FrameKind


class Side(IntEnum):
    """The sides of an offer, in the order in which they are composed."""

    GIVING = 0
    WANTING = 1


@compiled
def is_card(item):
    return 0 <= item < components.HAND_KINDS


@compiled
def is_bridge(item):
    """Return whether an item is the bridge on a place."""
    return Item.BRIDGE <= item < Item.PLOT


@compiled
def is_back(item):
    """Return whether an item stands for any card of a back."""
    return item >= Item.BACK


@compiled
def item_named(action):
    if actions.names_kind(action):
        return action - Action.NAME
    if actions.names_place(action):
        return Item.BRIDGE + action - Action.PLACE
    if actions.names_back(action):
        return Item.BACK + action - Action.BACK
    return Item.TECH if action == Action.TECH_CARD else Item.PLOT


@compiled
def items_of(items, kind):
    """Return how often an item is on one side of an offer."""
    count = 0
    for k in range(components.TRADE_ITEMS):
        count += items[k] == kind
    return count


@compiled
def bridges_in(items):
    """Return the number of bridges on one side of an offer."""
    count = 0
    for k in range(components.TRADE_ITEMS):
        count += is_bridge(items[k])
    return count


@compiled
def wanted_of_back(table, back):
    """Return the number of wanted cards of a back, named by kind or by back."""
    count = items_of(table.want, Item.BACK + back)
    for k in range(components.TRADE_ITEMS):
        if is_card(table.want[k]):
            count += components.BACK_OF[table.want[k]] == back
    return count


# --- playing a TRADE


@compiled
def play_trade(state, player):
    """Play a TRADE. Without items to offer, or players to offer them to, nothing follows (DB-29)."""
    use(state, player, Card.TRADE)
    table = state.table
    if actions.outside(table, player) and actions.anyone_exposed(table, player) and has_something(table, player):
        frames.push(state, FrameKind.OFFER, player)
        frames.set_side(table.frames[table.depth - 1], Side.GIVING)
        frames.set_offers_declined(table.frames[table.depth - 1], 0)


# --- OFFER: first the given items, then the wanted items


@compiled
def legal_offer(table, seat, player, mask):
    """Write the items that may be added to the side being composed, and whether the side may be finished."""
    frame = table.frames[table.depth - 1]
    if frames.side_of(frame) == Side.GIVING:
        legal_giving(table, seat, player, mask)
        mask[Action.DONE] = table.give[0] != NONE
        mask[Action.PASS] = frames.offers_declined(frame) > 0 and table.give[0] == NONE
    else:
        legal_wanting(table, seat, player, mask)
        mask[Action.DONE] = table.want[0] != NONE


@compiled
def legal_giving(table, seat, player, mask):
    """Write the items that the trader has and has not named yet."""
    for kind in range(components.HAND_KINDS):
        mask[Action.NAME + kind] = seat.hand[kind] > 0
    for k in range(components.TRADE_ITEMS):
        if is_card(table.give[k]):
            kind = table.give[k]
            mask[Action.NAME + kind] = seat.hand[kind] > items_of(table.give, kind)
    mask[Action.TECH_CARD] = table.tech[player] > items_of(table.give, Item.TECH)
    mask[Action.THIS_PLOT] = table.plot_owner == player and items_of(table.give, Item.PLOT) == 0
    for place in range(components.LOOP):
        mask[Action.PLACE + place] = table.bridge[place] == player
    for k in range(components.TRADE_ITEMS):
        if is_bridge(table.give[k]):
            mask[Action.PLACE + table.give[k] - Item.BRIDGE] = 0


@compiled
def legal_wanting(table, seat, player, mask):
    """Write the items that a possible partner could have, as far as the trader knows."""
    for kind in range(components.HAND_KINDS):
        mask[Action.NAME + kind] = components.COPIES[kind] > seat.hand[kind]
    for k in range(components.TRADE_ITEMS):
        if is_card(table.want[k]):
            kind = table.want[k]
            mask[Action.NAME + kind] = components.COPIES[kind] > seat.hand[kind] + items_of(table.want, kind)
    mask[Action.TECH_CARD] = most_tech(table, player) > items_of(table.want, Item.TECH)
    mask[Action.THIS_PLOT] = owned_by_other(table, player, table.plot_owner) and items_of(table.want, Item.PLOT) == 0
    for back in range(components.BACKS):
        mask[Action.BACK + back] = most_of_back(table, player, back) > items_of(table.want, Item.BACK + back)
    if bridges_after(table, player, table.give, table.want) < bridge_limit(table):
        for place in range(components.LOOP):
            mask[Action.PLACE + place] = owned_by_other(table, player, table.bridge[place])
        for k in range(components.TRADE_ITEMS):
            if is_bridge(table.want[k]):
                mask[Action.PLACE + table.want[k] - Item.BRIDGE] = 0


@compiled
def owned_by_other(table, player, owner):
    """Return whether the owner of a bridge or plot is another player outside the cabin."""
    return owner != NONE and actions.exposed(table, player, owner)


@compiled
def most_tech(table, player):
    """Return the most TECH of any possible partner."""
    most = 0
    for other in range(table.num_players):
        if actions.exposed(table, player, other):
            most = max(most, table.tech[other])
    return most


@compiled
def most_of_back(table, player, back):
    """Return the most cards of a back of any possible partner."""
    most = 0
    for other in range(table.num_players):
        if actions.exposed(table, player, other):
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
    if action == Action.PASS:
        frames.pop(state)
    elif frames.side_of(table.frames[table.depth - 1]) == Side.GIVING:
        if name_item(table.give, action):
            frames.set_side(table.frames[table.depth - 1], Side.WANTING)
        show_items(state, player, table.give)
    elif name_item(table.want, action):
        frames.push(state, FrameKind.ANSWER, next_to_trade(table, player))


@compiled
def name_item(items, action):
    """Add the named item to a side of the offer. Returns whether that side is complete."""
    if action == Action.DONE:
        return True
    count = components.TRADE_ITEMS - items_of(items, NONE)
    items[count] = item_named(action)
    return count + 1 == components.TRADE_ITEMS


@compiled
def show_items(state, player, items):
    """Make public that a player has the cards named in an offer, which is true (DB-29)."""
    for k in range(components.TRADE_ITEMS):
        if is_card(items[k]):
            show(state, player, items[k], items_of(items, items[k]))


@compiled
def next_to_trade(table, player):
    """Return the next player clockwise who is in the game and outside the cabin."""
    other = (player + 1) % table.num_players
    while not actions.outside(table, other):
        other = (other + 1) % table.num_players
    return other


# --- ANSWER: yes or no, then the cards for wanted backs


@compiled
def can_accept(table, seat, player):
    """Return whether a player has all wanted items, and may own all given items."""
    for k in range(components.TRADE_ITEMS):
        item = table.want[k]
        if is_card(item) and items_of(table.want, item) > seat.hand[item]:
            return False
        if is_bridge(item) and table.bridge[item - Item.BRIDGE] != player:
            return False
    for back in range(components.BACKS):
        if wanted_of_back(table, back) > table.backs[player][back]:
            return False
    if items_of(table.want, Item.PLOT) > 0 and table.plot_owner != player:
        return False
    if items_of(table.want, Item.TECH) > table.tech[player]:
        return False
    return bridges_after(table, player, table.want, table.give) <= bridge_limit(table)


@compiled
def next_choice(table, seat):
    """Return the index of the first wanted back without a chosen card; NONE if all have one."""
    for k in range(components.TRADE_ITEMS):
        if is_back(table.want[k]) and seat.chosen[k] == NONE:
            return k
    return NONE


@compiled
def legal_answer(table, seat, player, mask):
    """Write yes and no; after a yes, the cards of the next wanted back."""
    if not frames.has_accepted(table.frames[table.depth - 1]):
        mask[Action.PASS] = 1
        mask[Action.ACCEPT] = can_accept(table, seat, player)
        return
    back = table.want[next_choice(table, seat)] - Item.BACK
    for kind in range(components.HAND_KINDS):
        if components.BACK_OF[kind] == back:
            mask[Action.NAME + kind] = seat.hand[kind] > items_of(table.want, kind) + items_of(seat.chosen, kind)


@compiled
def decide_answer(state, player, action):
    table = state.table
    seat = state.seats[player]
    if action == Action.ACCEPT:
        frames.set_has_accepted(table.frames[table.depth - 1], 1)
        show_items(state, player, table.want)
    elif action != Action.PASS:
        seat.chosen[next_choice(table, seat)] = action - Action.NAME
    if action == Action.PASS:
        ask_next_about_offer(state, player)
    elif next_choice(table, seat) == NONE:
        table.willing = table.willing | 1 << player
        ask_next_about_offer(state, player)


@compiled
def ask_next_about_offer(state, player):
    """Ask the next player; after the last, the trader picks a player who said yes."""
    table = state.table
    frames.pop(state)
    trader = frames.seat_of(table.frames[table.depth - 1])
    following = next_to_trade(table, player)
    if following != trader:
        frames.push(state, FrameKind.ANSWER, following)
    elif table.willing == 0:
        decline_offer(state)
    else:
        frames.push(state, FrameKind.PARTNER, trader)


# --- the end of an offer


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
    frames.set_side(frame, Side.GIVING)
    frames.set_offers_declined(frame, frames.offers_declined(frame) + 1)
    if frames.offers_declined(frame) == components.OFFERS or not has_something(table, frames.seat_of(frame)):
        frames.pop(state)


@compiled
def clear_offer(state):
    table = state.table
    table.willing = 0
    for k in range(components.TRADE_ITEMS):
        table.give[k] = NONE
        table.want[k] = NONE
        for p in range(components.MAX_PLAYERS):
            state.seats[p].chosen[k] = NONE


# --- PARTNER: the trader picks a player who said yes


@compiled
def legal_partner(table, seat, player, mask):
    """Write the players who said yes, and the choice to decline all."""
    mask[Action.PASS] = 1
    for other in range(table.num_players):
        if table.willing >> other & 1:
            mask[actions.name_of_seat(table, player, other)] = 1


@compiled
def decide_partner(state, player, action):
    """Announce the exchange with the named partner, which others may stop; or decline all."""
    frames.pop(state)
    if action == Action.PASS:
        decline_offer(state)
    else:
        frames.announce(state, Event.TRADE, player, NONE, actions.seat_named(state.table, player, action))


# --- the exchange


@compiled
def end_trade(state, player, victim, detail):
    """End a TRADE that was stopped or carried out."""
    clear_offer(state)
    frames.pop(state)


@compiled
def exchange(state, player, victim, detail):
    """Exchange the items: the wanted ones by name, then the cards of wanted backs, then the given ones (DB-61).

    So it is public that the cards that the partner chose are neither those that it gives by name nor those that it gets.
    """
    table = state.table
    for k in range(components.TRADE_ITEMS):
        if table.want[k] != NONE and not is_back(table.want[k]):
            hand_over(state, detail, player, table.want[k])
    for k in range(components.TRADE_ITEMS):
        if is_back(table.want[k]):
            pass_unseen(state, detail, player, state.seats[detail].chosen[k])
    for k in range(components.TRADE_ITEMS):
        if table.give[k] != NONE:
            hand_over(state, player, detail, table.give[k])
    end_trade(state, player, victim, detail)


@compiled
def hand_over(state, giver, taker, item):
    """Hand over an item that is not a card of a back, in public."""
    table = state.table
    if is_card(item):
        pass_openly(state, giver, taker, item)
    elif item == Item.TECH:
        table.tech[giver] -= 1
        table.tech[taker] += 1
    elif item == Item.PLOT:
        table.plot_owner = taker
    else:
        change_owner(table, item - Item.BRIDGE, taker)


# --- promised cards


@compiled
def announced_trade(table):
    """Return the index of the frame of the announced trade, which others may still stop; NONE without one."""
    if table.give[0] != NONE:
        for at in range(table.depth):
            if table.frames[at].kind == FrameKind.EVENT and frames.event_of(table.frames[at]) == Event.TRADE:
                return at
    return NONE


@compiled
def promised(table, seat, player, kind):
    """Return the number of cards of a kind that a player must keep for the announced trade."""
    at = announced_trade(table)
    if at != NONE and frames.seat_of(table.frames[at]) == player:
        return items_of(table.give, kind)
    if is_partner(table, player):
        return items_of(table.want, kind) + items_of(seat.chosen, kind)
    return 0


@compiled
def is_partner(table, player):
    """Return whether a player is the partner of the announced trade."""
    at = announced_trade(table)
    return at != NONE and frames.partner_of(table.frames[at]) == player
