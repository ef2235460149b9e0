"""Immediate Draw cards: resolved when drawn, in a pick-up or with CARD CACHE (DB-30 to DB-36)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import (
    DUEL,
    GAMBLING,
    HEIST,
    HIDEOUT,
    PLACES,
    SHUFFLE,
    TIPPED,
    Back,
)
from dig_envs.digging_bandits.rules.actions import LAY, PLACE, SET_TRAP, SHUFFLE_PLAINLY, TAKE
from dig_envs.digging_bandits.rules.board import may_tip_at
from dig_envs.digging_bandits.rules.decks import (
    discard,
    forget_draw_order,
    is_immediate,
    lay_on_top,
    shuffle_from,
    take_top,
    who_knows_top,
)
from dig_envs.digging_bandits.rules.dice import roll_value
from dig_envs.digging_bandits.rules.frames import announce, pop, push
from dig_envs.digging_bandits.rules.hands import forget_own_hands, gain, know_own_hands, swap_cards, take_all_cards
from dig_envs.digging_bandits.rules.loot import seat_named
from dig_envs.digging_bandits.rules.players import anyone_exposed, outside, player_count
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, What


@compiled
def draw_card(state, player, back):
    """The top card of the Dig or Draw deck, if there is one: into the hand, or resolved at once."""
    if state.table.deck_size[back] == 0:
        return
    seen = who_knows_top(state, back)
    kind = take_top(state, back)
    if not is_immediate(kind):
        gain(state, player, kind, seen | 1 << player)
    elif kind == SHUFFLE:
        push(state, What.SHUFFLE, player, np.int64(0))  # its own card goes under the deck after the shuffle (DB-61)
    else:
        discard(state, kind)
        begin_immediate(state, player, kind)


@compiled
def begin_immediate(state, player, kind):
    table = state.table
    if kind == DUEL:
        if anyone_exposed(table, player):
            push(state, What.DUEL, player, np.int64(0))
    elif kind == GAMBLING:
        announce(state, Event.GAMBLING, player, player, kind)
    elif kind == HIDEOUT:
        announce(state, Event.HIDEOUT, player, NONE, kind)
    elif kind == HEIST:
        if passengers(table, np.int64(0)) >= 2:
            announce(state, Event.HEIST, player, NONE, np.int64(0))
    elif table.deck_size[Back.LAND] > 0:
        push(state, What.TIP, player, np.int64(0))


# --- DUEL


@compiled
def challenge(state, player, action):
    victim = seat_named(state.table, player, action)
    pop(state)
    announce(state, Event.DUEL, player, victim, DUEL)


@compiled
def fight_duel(state, player, victim):
    """DB-31: the winner takes all the loser's cards."""
    mine = roll_value(state)
    theirs = roll_value(state)
    if mine > theirs:
        take_all_cards(state, player, victim)
    elif theirs > mine:
        take_all_cards(state, victim, player)


# --- TRAIN HEIST


@compiled
def on_train(table, player, shielded):
    return outside(table, player) and not shielded >> player & 1


@compiled
def passengers(table, shielded):
    count = 0
    for p in range(player_count(table)):
        count += on_train(table, p, shielded)
    return count


@compiled
def pass_cards_on(state, shielded):
    """DB-36: each exchange of the first player's cards with the next one's moves them one player on."""
    table = state.table
    if passengers(table, shielded) < 2:
        return
    first = np.int64(NONE)
    know_own_hands(state)
    for p in range(player_count(table)):
        if on_train(table, p, shielded):
            if first == NONE:
                first = p
            else:
                swap_cards(state, first, p)
    forget_own_hands(state)


# --- SHUFFLE DRAW DECK


@compiled
def legal_shuffle(mask):
    mask[SHUFFLE_PLAINLY] = 1
    mask[SET_TRAP] = 1


@compiled
def shuffle_draw_deck(state, player, action):
    """DB-34: a trap puts a random immediate card on top, which its player has seen."""
    pop(state)
    forget_draw_order(state)
    shuffle_from(state, np.int64(Back.DRAW), np.int64(0), Stream.RESHUFFLE)
    if action == SET_TRAP:
        set_trap(state, player)
    discard(state, SHUFFLE)


@compiled
def set_trap(state, player):
    deck = state.secret.deck[Back.DRAW]
    size = np.int64(state.table.deck_size[Back.DRAW])
    traps = np.int64(0)
    for at in range(size):
        traps += is_immediate(np.int64(deck[at]))
    if traps == 0:
        return
    chosen = draw_below(state.secret.rng, Stream.RESHUFFLE, traps)
    for at in range(size):
        if is_immediate(np.int64(deck[at])):
            if chosen == 0:
                kind = deck[at]
                deck[at] = deck[0]
                deck[0] = kind
            chosen -= 1
    state.seats[player].draw_top[0] = deck[0]


# --- TIP: x is how many Land cards are in the cart, y which comes next (NONE until it is named), z a kind that all know


@compiled
def legal_tip(table, mask):
    frame = table.frames[table.depth - 1]
    if frame.x == 0:
        for number in range(1, min(TIPPED, table.deck_size[Back.LAND]) + 1):
            mask[TAKE + number - 1] = 1
    elif frame.y == NONE:
        for k in range(TIPPED):
            mask[LAY + k] = 1
    else:
        for place in range(PLACES):
            mask[PLACE + place] = may_tip_at(table, place)


@compiled
def decide_tip(state, player, action):
    table = state.table
    frame = table.frames[table.depth - 1]
    if frame.x == 0:
        load_cart(state, player, action - TAKE + 1)
    elif frame.y == NONE:
        frame.y = action - LAY
    else:
        tip_out(state, player, action - PLACE)


@compiled
def load_cart(state, player, number):
    """DB-35, DB-61: one card from a known top stays known to all; of two, the others know neither."""
    frame = state.table.frames[state.table.depth - 1]
    frame.x = number
    frame.y = NONE if number > 1 else 0
    if number == 1:
        frame.z = state.table.deck[Back.LAND][0]
    for k in range(number):
        state.seats[player].tipped[k] = take_top(state, np.int64(Back.LAND))


@compiled
def tip_out(state, player, place):
    table = state.table
    frame = table.frames[table.depth - 1]
    tipped = state.seats[player].tipped
    seen = EVERYONE if frame.z != NONE else 1 << player
    lay_on_top(state, place, np.int64(tipped[frame.y]), seen)
    tipped[frame.y] = tipped[frame.x - 1]
    tipped[frame.x - 1] = NONE
    if frame.x > 1:
        frame.x -= 1
        frame.y = 0
    else:
        pop(state)
