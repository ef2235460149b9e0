"""Play Doodads as the Bonus action (DB-17, DB-48 to DB-51)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import EXCHANGED, HAND_KINDS, LOOP, ORACLE_CARDS, Back, Card
from dig_envs.digging_bandits.rules import cards
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, anyone_exposed, exposed
from dig_envs.digging_bandits.rules.frames import announce, ask, become, cards_left, pop, push, set_cards_left
from dig_envs.digging_bandits.rules.immediate import draw_card
from dig_envs.digging_bandits.rules.move import may_plot_at
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind

BONUS = np.array([Card.CACHE, Card.GUIDE, Card.MAGNET, Card.ORACLE, Card.PLOT], np.int64)


@compiled
def is_useful(table, player, kind):
    """Return whether a Doodad of the Bonus action would have an effect (DB-18)."""
    if kind == Card.CACHE:
        return cards.cards_in_hand(table, player) > EXCHANGED
    if kind == Card.GUIDE:
        return table.landed != 0 and table.height[table.place[player]] > 0
    if kind == Card.MAGNET:
        return anyone_exposed(table, player)
    if kind == Card.ORACLE:
        return table.deck_size[Back.DRAW] > 0
    return may_plot_somewhere(table)


@compiled
def can_use_bonus(table, seat, player):
    """Return whether a player holds a Doodad of the Bonus action that would have an effect."""
    for k in range(len(BONUS)):
        if seat.hand[BONUS[k]] > 0 and is_useful(table, player, BONUS[k]):
            return True
    return False


@compiled
def legal_bonus(table, seat, player, mask):
    """Write the Doodads that may be played as the Bonus action (DB-17)."""
    for k in range(len(BONUS)):
        mask[PLAY_OF[BONUS[k]]] = seat.hand[BONUS[k]] > 0 and is_useful(table, player, BONUS[k])


@compiled
def may_plot_somewhere(table):
    for place in range(LOOP):
        if may_plot_at(table, place):
            return True
    return False


@compiled
def play_bonus(state, player, kind):
    """Play a Doodad as the Bonus action, which BANDIT'S BLOCK may stop (DB-45). All but the PRIVATE PLOT are discarded."""
    state.table.bonus = 1
    if kind == Card.PLOT:
        cards.lose(state, player, kind, EVERYONE)
    else:
        cards.use(state, player, kind)
    announce(state, Event.BONUS, player, NONE, kind)


@compiled
def apply_doodad(state, player, victim, detail):
    """Begin the effect of a Doodad that nobody stopped."""
    if detail == Card.CACHE:
        push(state, FrameKind.DISCARD, player)
        set_cards_left(state.table.frames[state.table.depth - 1], EXCHANGED)
    elif detail == Card.GUIDE:
        see_stack(state, player)
    elif detail == Card.MAGNET:
        attract_coins(state, player)
    elif detail == Card.ORACLE:
        see_draw_cards(state, player)
    else:
        push(state, FrameKind.STAKE, player)


@compiled
def lose_doodad(state, player, victim, detail):
    """Discard a stopped PRIVATE PLOT; other Doodads were discarded when they were played (DB-12, DB-45)."""
    if detail == Card.PLOT:
        cards.discard(state, Card.PLOT)


@compiled
def see_stack(state, player):
    """Show a player the stack at its place: GOLDEN GUIDE (DB-49)."""
    table = state.table
    place = table.place[player]
    start = cards.stack_start(table, place)
    for at in range(start, start + table.height[place]):
        cards.show_land(state, at, 1 << player)


@compiled
def see_draw_cards(state, player):
    """Show a player the next three Draw cards: OUIJA ORACLE (DB-49)."""
    table = state.table
    for k in range(min(ORACLE_CARDS, table.deck_size[Back.DRAW])):
        state.seats[player].draw_top[k] = state.secret.deck[Back.DRAW][k]
        table.oracle_seen[k] = table.oracle_seen[k] | 1 << player


@compiled
def attract_coins(state, player):
    """Take all COINs of the other players outside the cabin, in public: MONEY MAGNET (DB-50)."""
    table = state.table
    for other in range(table.num_players):
        if exposed(table, player, other):
            for _ in range(state.seats[other].hand[Card.COIN]):
                cards.pass_openly(state, other, player, Card.COIN)


# --- STAKE: the PRIVATE PLOT is put down


@compiled
def legal_stake(table, seat, player, mask):
    """Write the places for the PRIVATE PLOT (DB-51)."""
    for place in range(LOOP):
        mask[Action.PLACE + place] = may_plot_at(table, place)


@compiled
def stake_plot(state, player, action):
    state.table.plot = action - Action.PLACE
    state.table.plot_owner = player
    pop(state)


# --- DISCARD and TAKE: CARD CACHE


@compiled
def legal_discard(table, seat, player, mask):
    """Write the kinds that may be discarded (DB-48)."""
    for kind in range(HAND_KINDS):
        mask[Action.NAME + kind] = seat.hand[kind] > 0


@compiled
def decide_discard(state, player, action):
    """Put one card aside; after the third, discard all three (DB-48)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    cards.lose(state, player, action - Action.NAME, EVERYONE)
    table.tools[action - Action.NAME] += 1
    set_cards_left(frame, cards_left(frame) - 1)
    if cards_left(frame) == 0:
        cards.discard_tools(state)
        become(state, FrameKind.TAKE)
        set_cards_left(frame, EXCHANGED)


@compiled
def continue_taking(state, player):
    """Ask for the next deck; if both decks are empty, the rest lapse (DB-48). Returns whether a seat is asked."""
    table = state.table
    left = cards_left(table.frames[table.depth - 1])
    if left > 0 and (table.deck_size[Back.DIG] > 0 or table.deck_size[Back.DRAW] > 0):
        return ask(state, player)
    pop(state)
    return False


@compiled
def legal_take(table, seat, player, mask):
    """Write the decks that may be drawn from (DB-48)."""
    mask[Action.BACK + Back.DIG] = table.deck_size[Back.DIG] > 0
    mask[Action.BACK + Back.DRAW] = table.deck_size[Back.DRAW] > 0


@compiled
def decide_take(state, player, action):
    """Draw a card from the named deck."""
    frame = state.table.frames[state.table.depth - 1]
    set_cards_left(frame, cards_left(frame) - 1)
    draw_card(state, player, action - Action.BACK)
