"""Deal the cards that a seat does not know, by their likelihood at each position: the second part of a redeal.

A land cell that nobody has seen holds a card of the first deal, all cards equally likely. A top card of a stack that only
one seat has seen came with a TIP CART from the Landfill: it was dug before, and is usually GROUND. Hidden cells of the
Landfill were discarded together, from a hand or from a player's TECH (DB-12, DB-41). `TRACES` and the probabilities below
were measured in games of random play.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import (
    BACK_OF,
    BACKS,
    DYNAMITE,
    END_OF_BACK,
    FIRST_IMMEDIATE,
    FIRST_OF_BACK,
    GOLD,
    GROUND,
    KINDS,
    LAND_KINDS,
    LAST_IMMEDIATE,
    PLACES,
    SHUFFLE,
    STONE,
    TECH,
    TIPPED,
    Back,
)
from dig_envs.digging_bandits.rules.frame_fields import cart_size, seat_of
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import EVERYONE, NONE, PUBLIC, FrameKind, Step

FIRST_KIND = np.int64(0)
END_KIND = np.int64(KINDS)

# How a Land card came to its position, which changes the likelihood of its kind.
DUG, CARTED, HELD, LOST, LOST_ON_TOP = np.arange(5)


def _row(**weights: int) -> list[int]:
    """Return the weight of each kind of Land card by name; `wanted` is the weight of each WANTED."""
    named = {DYNAMITE: "dynamite", GOLD: "gold", GROUND: "ground", STONE: "stone", TECH: "tech"}
    return [weights.get(named.get(np.int64(kind), "wanted"), 0) if kind in LAND_KINDS else 0 for kind in range(KINDS)]


# Weight of each copy, by quick_play, trace and kind. In a quick game TECH is like GROUND, and dug DYNAMITE is gone (DB-59).
TRACES = np.array(
    [
        [
            _row(ground=16, dynamite=18, stone=5),
            _row(tech=5, wanted=5, gold=3),
            _row(wanted=5, gold=3),
            _row(tech=20, wanted=5, gold=3),
            _row(tech=3, wanted=5, gold=3),
        ],
        [_row(ground=16, tech=16, stone=5), *[_row(wanted=5, gold=3)] * 4],
    ],
    np.int64,
)
SIXTIETHS, TWELFTHS = np.int64(60), np.int64(12)
# In sixtieths: the probability that a carted card was lost with a hand, not dug, by quick_play; and that the next card
# has the same origin as this card.
CARTED_LOST = np.array([12, 2], np.int64)
ALIKE = np.int64(20)
# In twelfths, by height: the probability that a low stack, all of which one seat alone knows, came from a TIP CART, not from
# a GOLDEN GUIDE.
CARTED_TO_STACK = np.array([0, 8, 3], np.int64)
# A SHUFFLE DRAW DECK at the bottom, or second from it, has left a secret trap on top once in this many times.
TRAPS = np.array([3, 9], np.int64)


# --- drawing a card


@compiled
def draw_kind(state, back, first, end):
    """Draw an unplaced card of a back with `first` <= kind < `end`; NONE if none is left."""
    count = state.secret.count
    left = np.int64(0)
    for kind in range(first, end):
        if BACK_OF[kind] == back:
            left += count[kind]
    chosen = draw_below(state.secret.rng, Stream.DEAL, left)
    for kind in range(first, end):
        if BACK_OF[kind] == back:
            chosen -= count[kind]
            if chosen < 0:
                count[kind] -= 1
                return kind
    return NONE


@compiled
def draw_any(state, back):
    """Draw any unplaced card of a back."""
    return draw_kind(state, np.int64(back), FIRST_KIND, END_KIND)


@compiled
def draw_held(state, back):
    """Draw an unplaced card of a back that can be in a hand; any card of the back if no such card is left."""
    kind = draw_kind(state, np.int64(back), FIRST_OF_BACK[back], END_OF_BACK[back])
    return kind if kind != NONE else draw_any(state, np.int64(back))


@compiled
def draw_trace(state, trace):
    """Draw an unplaced Land card by the weights of a trace; any Land card if the weights leave none."""
    count = state.secret.count
    weights = TRACES[np.int64(state.table.quick_play != 0), trace]
    left = np.int64(0)
    for kind in range(KINDS):
        left += count[kind] * weights[kind]
    if left == 0:
        return draw_any(state, np.int64(Back.LAND))
    chosen = draw_below(state.secret.rng, Stream.DEAL, left)
    for kind in range(KINDS):
        chosen -= count[kind] * weights[kind]
        if chosen < 0:
            count[kind] -= 1
            return np.int64(kind)
    return NONE


@compiled
def is_lost(state):
    """Sample whether a card of a TIP CART was lost with a hand before."""
    quick = np.int64(state.table.quick_play != 0)
    return draw_below(state.secret.rng, Stream.DEAL, SIXTIETHS) < CARTED_LOST[quick]


@compiled
def draw_carted(state, lost):
    """Draw a Land card of a TIP CART, which was lost with a hand or dug."""
    return draw_trace(state, CARTED if lost else DUG)


# --- hands


@compiled
def open_slots(state, p, back):
    """Return the number of cards of a back in a hand that are not dealt yet."""
    slots = np.int64(state.table.backs[p][back])
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        slots -= state.seats[p].hand[kind]
    return slots


@compiled
def deal_hands(state, player):
    """Deal the other hands, and the first Draw card of the game, which is not immediate (DB-10)."""
    table = state.table
    for p in range(player_count(table)):
        if p != player:
            for back in range(BACKS):
                for _ in range(open_slots(state, p, back)):
                    state.seats[p].hand[draw_kind(state, back, FIRST_OF_BACK[back], END_OF_BACK[back])] += 1
    top = state.secret.deck[Back.DRAW]
    if table.opening_top and top[0] == NONE:
        top[0] = draw_held(state, Back.DRAW)


# --- decks, carts, land


@compiled
def deal_decks_and_land(state, player):
    """Deal the remaining cards, first to cells with a trace."""
    deal_landfill(state)
    deal_tipped(state, player)
    deal_carted(state)
    deal_used_draws(state)
    deal_rest(state)


@compiled
def deal_landfill(state):
    """Deal the hidden cells of the Landfill. Each group includes a card from a hand, which the top group may have lost."""
    size = np.int64(state.table.deck_size[Back.LAND])
    deck = state.secret.deck[Back.LAND]
    start = np.int64(0)
    while start < size:
        end = start
        while end < size and deck[end] == NONE:
            end += 1
        if end > start:
            held = start + draw_below(state.secret.rng, Stream.DEAL, end - start)
            for at in range(start, end):
                lost = LOST_ON_TOP if start == 0 else HELD if at == held else LOST
                deck[at] = draw_trace(state, lost)
        start = end + 1


@compiled
def deal_tipped(state, player):
    """Deal the cards in another player's TIP CART."""
    table = state.table
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.what == FrameKind.TIP and seat_of(frame) != player:
            tipped = state.seats[seat_of(frame)].tipped
            for k in range(min(TIPPED, cart_size(frame))):
                if tipped[k] == NONE:
                    tipped[k] = draw_carted(state, is_lost(state))


@compiled
def deal_carted(state):
    """Deal the Land cards that must have come with a TIP CART, and some that may have come with one.

    A GOLDEN GUIDE shows a stack down to its bottom. So a seat that knows a card but not the card below it has put it there.
    """
    table = state.table
    at = np.int64(0)
    lost = is_lost(state)
    for place in range(PLACES):
        below = EVERYONE
        height = np.int64(table.height[place])
        whole = height < len(CARTED_TO_STACK) and draw_below(state.secret.rng, Stream.DEAL, TWELFTHS) < CARTED_TO_STACK[height]
        for _ in range(height):
            seen = np.int64(table.land_seen[at])
            if state.secret.land[at] == NONE and seen != 0 and not seen & PUBLIC and (whole or seen & ~below):
                if draw_below(state.secret.rng, Stream.DEAL, SIXTIETHS) >= ALIKE:
                    lost = is_lost(state)
                state.secret.land[at] = draw_carted(state, lost)
            below &= seen
            at += 1


@compiled
def deal_used_draws(state):
    """Deal the hidden Draw cards below a public one. They were discarded together from a hand, so none is immediate."""
    size = np.int64(state.table.deck_size[Back.DRAW])
    open_above = False
    for at in range(size):
        open_above |= state.table.deck[Back.DRAW][at] != NONE
        if open_above and state.secret.deck[Back.DRAW][at] == NONE:
            state.secret.deck[Back.DRAW][at] = draw_held(state, Back.DRAW)


@compiled
def deal_rest(state):
    """Deal the remaining cards to decks and land, each card equally likely."""
    table = state.table
    for back in range(BACKS):
        for at in range(table.deck_size[back]):
            if state.secret.deck[back][at] == NONE:
                state.secret.deck[back][at] = draw_any(state, back)
    cards = 0
    for place in range(PLACES):
        cards += table.height[place]
    for at in range(cards):
        if state.secret.land[at] == NONE:
            state.secret.land[at] = draw_any(state, np.int64(Back.LAND))


# --- a trap


@compiled
def sample_trap(state, player):
    """Put an immediate card on the Draw deck in some redeals after a SHUFFLE DRAW DECK (DB-34).

    Returns the seat that has set this trap, or NONE. A trap lasts until the next Draw card is taken.
    """
    table = state.table
    deck = state.secret.deck[Back.DRAW]
    setter = np.int64(table.active)
    if table.step < Step.PICK_UP:
        setter = np.int64((setter + table.num_players - 1) % table.num_players)
    if setter == player or table.out[setter] or deck[0] != NONE or not trap_is_left(state):
        return NONE
    deck[0] = draw_kind(state, np.int64(Back.DRAW), FIRST_IMMEDIATE, LAST_IMMEDIATE + 1)
    return setter if deck[0] != NONE else NONE


@compiled
def trap_is_left(state):
    """Sample whether the last shuffle of the Draw deck has left a trap, which is rare after other cards were used."""
    size = np.int64(state.table.deck_size[Back.DRAW])
    for k in range(min(len(TRAPS), size - 1)):
        if state.table.deck[Back.DRAW][size - 1 - k] == SHUFFLE:
            return draw_below(state.secret.rng, Stream.DEAL, TRAPS[k]) == 0
    return False


@compiled
def show_trap(state, setter):
    """Show a trap to the seat that has set it."""
    if setter != NONE:
        state.seats[setter].draw_top[0] = state.secret.deck[Back.DRAW][0]
