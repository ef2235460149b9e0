"""Sample the knowledge of the other seats in a redeal: all public gains, and as many secret ones as in real games."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below
from dig_envs.digging_bandits.components import (
    BLOCK,
    COWBOY,
    DECK_CELLS,
    END_OF_BACK,
    FIRST_OF_BACK,
    HAND_KINDS,
    ITEM_BACK,
    ORACLE_CARDS,
    TRADE_ITEMS,
    Back,
)
from dig_envs.digging_bandits.rules.items import items_of
from dig_envs.digging_bandits.rules.players import player_count
from dig_envs.digging_bandits.state import NONE

# How rarely a seat learns cards of a hand in secret: by a theft, a LASSO, or a hand that it passed on, mostly to the next seat
# (DB-36). Measured in games of random play.
NEXT_HAND, OTHER_HANDS = np.int64(115), np.int64(210)
LEARNED = np.int64(7)


@compiled
def sample_knowledge(state, p):
    """Give another seat its publicly gained knowledge, and some cards of other hands."""
    table = state.table
    seat = state.seats[p]
    for at in range(DECK_CELLS):
        if table.land_seen[at] >> p & 1:
            seat.land[at] = state.secret.land[at]
    for k in range(ORACLE_CARDS):
        if table.oracle_seen[k] >> p & 1:
            seat.draw_top[k] = state.secret.deck[Back.DRAW][k]
    for other in range(player_count(table)):
        if other != p:
            sample_known_hand(state, p, other)


@compiled
def sample_known_hand(state, p, other):
    """Give a seat the public cards of a hand, and sometimes more: any number of the next seat's hand, few cards of others."""
    table = state.table
    rng = state.secret.rng
    known = state.seats[p].known[other]
    hidden = np.int64(0)
    for kind in range(HAND_KINDS):
        known[kind] = table.known[other][kind]
        hidden += state.seats[other].hand[kind] - known[kind]
    is_next = (p + 1) % table.num_players == other
    if has_learned(state, hidden, NEXT_HAND if is_next else OTHER_HANDS):
        more = draw_below(rng, Stream.PLAY, hidden)
        if not is_next:
            more = min(more, draw_below(rng, Stream.PLAY, hidden))
        for k in range(more + 1):
            learn_card(state, known, other, hidden - k)


@compiled
def has_learned(state, hidden, rarity):
    """Sample whether a seat has learned cards of a hand in secret; more hidden cards make this more likely."""
    for k in range(hidden):
        if draw_below(state.secret.rng, Stream.PLAY, rarity) < LEARNED + k:
            return True
    return False


@compiled
def learn_card(state, known, other, hidden):
    """Make one hidden card of a hand known, each equally likely."""
    chosen = draw_below(state.secret.rng, Stream.PLAY, hidden)
    for kind in range(HAND_KINDS):
        chosen -= state.seats[other].hand[kind] - known[kind]
        if chosen < 0:
            known[kind] += 1
            return


@compiled
def sample_choice(state, p):
    """Choose the cards of wanted backs for a seat that agreed to a trade, from its hand (DB-29)."""
    table = state.table
    if table.willing >> p & 1:
        for k in range(TRADE_ITEMS):
            if table.want[k] >= ITEM_BACK:
                state.seats[p].chosen[k] = pick_promised_card(table, state.seats[p], np.int64(table.want[k] - ITEM_BACK))


@compiled
def pick_promised_card(table, seat, back):
    """Choose a card of a back. COWBOY and BLOCK come last, so that a seat that is asked still has an answer."""
    found = np.int64(NONE)
    for kind in range(FIRST_OF_BACK[back], END_OF_BACK[back]):
        left = seat.hand[kind] - items_of(table.want, kind) - items_of(seat.chosen, kind)
        if left > 0 and found in (NONE, COWBOY, BLOCK):
            found = np.int64(kind)
    return found
