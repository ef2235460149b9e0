"""The state as a seat knows it, and whole states that agree with that knowledge: for search, pictures and the leak test."""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Back, Card, Item
from dig_envs.digging_bandits.rules import frames
from dig_envs.digging_bandits.rules.cards import clear_count, count_hidden_cards, count_open_cards
from dig_envs.digging_bandits.rules.reactions import may_answer_with
from dig_envs.digging_bandits.rules.setup import forget_everything
from dig_envs.digging_bandits.rules.town import partner_outside
from dig_envs.digging_bandits.rules.trade import announced_trade, is_card, is_partner, items_of, promised, wanted_of_back
from dig_envs.digging_bandits.state import EVERYONE, NONE, PUBLIC, FrameKind, Step

OUT_OF_TURN = np.array([Card.COWBOY, Card.BLOCK, Card.SHERIFF], np.int64)


# --- the knowledge of a seat


@compiled
def known_state(table, seat, player, state):
    """Fill a zeroed state with the knowledge of a seat, or of an onlooker if `player` is NOBODY; unknown cards are missing."""
    state.table = table
    state.secret.mover = player if seat.asked else NOBODY
    forget_everything(state)
    if player != NOBODY:
        state.seats[player] = seat
    place_known_cards(state, seat, player)
    if table.depth > 0:
        place_open_tip(state, player)
        if frames.is_hidden(table.frames[table.depth - 1], seat):
            frames.hide_question(state.table)


@compiled
def place_known_cards(state, seat, player):
    """Put every card whose position the seat or everyone knows at that position."""
    table = state.table
    for at in range(components.DECK_CELLS):
        state.secret.land[at] = seat.land[at] if seat.land[at] != NONE else table.land[at]
        for back in range(components.BACKS):
            state.secret.deck[back][at] = table.deck[back][at]
    for k in range(components.ORACLE_CARDS):
        if seat.draw_top[k] != NONE:
            state.secret.deck[Back.DRAW][k] = seat.draw_top[k]
    for p in range(table.num_players):
        if p != player:
            for kind in range(components.HAND_KINDS):
                state.seats[p].hand[kind] = max(seat.known[p][kind], table.known[p][kind])


@compiled
def place_open_tip(state, player):
    """Put the public card into another player's TIP CART (DB-61)."""
    frame = state.table.frames[state.table.depth - 1]
    if frame.kind == FrameKind.TIP and frames.cart_size(frame) > 0 and frames.seat_of(frame) != player:
        state.seats[frames.seat_of(frame)].tipped[0] = frames.open_kind(frame)


# --- a random state that agrees with it


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with the knowledge of a seat, and sample the rest from the missing cards."""
    known_state(table, seat, player, state)
    state.table = table  # with a question that is hidden from the seat: the state must continue from it
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    count_unplaced(state)
    state.secret.mover = NOBODY
    if table.end == End.RUNNING:
        keep_promises(state)
        choose_mover(state, player)
    deal_hands(state, player)
    setter = sample_trap(state, player)
    deal_decks_and_land(state, player)
    clear_count(state)
    for p in range(table.num_players):
        if p != player:
            sample_knowledge(state, p)
            sample_choice(state, p)
    show_trap(state, setter)


@compiled
def count_unplaced(state):
    """Write the number of unplaced cards of each kind into `secret.count`. Later steps keep it up to date."""
    count = state.secret.count
    clear_count(state)
    count_open_cards(state.table, count)
    count_hidden_cards(state)
    for kind in range(components.KINDS):
        count[kind] = components.COPIES[kind] - count[kind]


# --- promised cards


@compiled
def keep_promises(state):
    """Give the seats of a TRADE the cards that they named or agreed to, which is public and binding (DB-29)."""
    table = state.table
    if table.give[0] == NONE:
        return
    reserve_items(state, table.active, table.give)
    answer = table.frames[table.depth - 1]
    partners_left = announced_trade(table) == NONE
    for p in range(table.num_players):
        accepts = answer.kind == FrameKind.ANSWER and frames.seat_of(answer) == p and frames.has_accepted(answer) != 0
        if accepts or is_partner(table, p) or (partners_left and table.willing >> p & 1):
            reserve_items(state, p, table.want)


@compiled
def reserve_items(state, p, items):
    """Give a hand the cards that one side of an offer names."""
    for k in range(components.TRADE_ITEMS):
        kind = items[k]
        if is_card(kind):
            reserve(state, p, kind, items_of(items, kind))


# --- the seat to move


@compiled
def choose_mover(state, player):
    """Choose the seat to move: the player if asked, the seat of the innermost frame, or a seat that could answer an event."""
    table = state.table
    frame = table.frames[table.depth - 1]
    mover = frames.seat_of(frame)
    if state.seats[player].asked:
        mover = player
    elif frame.kind == FrameKind.EVENT:
        mover = find_answering_seat(state, player)
    elif frame.kind == FrameKind.BRIBE:
        reserve(state, mover, Card.COIN, components.BRIBE_COINS)
    elif frame.kind == FrameKind.ENCORE:
        reserve(state, mover, Card.DOUBLE_TIME, 1)
    elif frame.kind == FrameKind.TURN_IN:
        mover = partner_outside(table, frames.target_of(frame))
        reserve(state, mover, Card.SPOON, 1)
    state.secret.mover = mover
    state.seats[mover].asked = 1


@compiled
def find_answering_seat(state, player):
    """Choose another seat that may hold an answer to the event, and give it that card; NOBODY without such a seat."""
    table = state.table
    first = draw_below(state.secret.rng, Stream.PLAY, table.num_players)
    for i in range(table.num_players):
        p = (first + i) % table.num_players
        for k in range(len(OUT_OF_TURN)):
            kind = OUT_OF_TURN[k]
            if p != player and may_answer_with(table, p, kind) and is_free(table, p, kind):
                needed = promised(table, state.seats[p], p, kind) + 1
                if could_hold(state, p, kind, needed):
                    reserve(state, p, kind, needed)
                    return p
    return NOBODY


@compiled
def is_free(table, p, kind):
    """Return whether a hand has room for a card of that kind besides the cards of its back promised in a trade."""
    back = components.BACK_OF[kind]
    return table.backs[p][back] > (wanted_of_back(table, back) if is_partner(table, p) else 0)


@compiled
def could_hold(state, p, kind, needed):
    """Return whether a hand has room for `needed` cards of a kind and enough copies are unplaced."""
    missing = needed - state.seats[p].hand[kind]
    return missing <= 0 or (missing <= state.secret.count[kind] and missing <= open_slots(state, p, components.BACK_OF[kind]))


@compiled
def reserve(state, p, kind, needed):
    """Fill a hand up to `needed` cards of a kind, before the rest is dealt."""
    while state.seats[p].hand[kind] < needed:
        state.seats[p].hand[kind] += 1
        state.secret.count[kind] -= 1


# --- cards by their likelihood at each position

# A land cell that nobody has seen holds a card of the first deal, all cards equally likely. A top card of a stack that only
# one seat has seen came with a TIP CART from the Landfill: it was dug before, and is usually GROUND. Hidden cells of the
# Landfill were discarded together, from a hand or from a player's TECH (DB-12, DB-41). `TRACES` and the probabilities below
# were measured in games of random play.


class Trace(IntEnum):
    """How a Land card came to its position, which changes the likelihood of its kind."""

    DUG = 0
    CARTED = 1
    HELD = 2
    LOST = 3
    LOST_ON_TOP = 4


def _row(**weights: int) -> list[int]:
    """Return the weight of each kind of card from weights by name; `wanted` is the weight of each Land WANTED."""
    row = [0] * components.KINDS
    for name, weight in weights.items():
        first, kinds = (Card.LAND_WANTED, len(components.CHARACTERS)) if name == "wanted" else (Card[name.upper()], 1)
        row[first : first + kinds] = [weight] * kinds
    return row


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
SIXTIETHS, TWELFTHS = 60, 12
# In sixtieths: the probability that a carted card was lost with a hand, not dug, by quick_play; and that the next card
# has the same origin as this card.
CARTED_LOST = np.array([12, 2], np.int64)
ALIKE = 20
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
    left = 0
    for kind in range(first, end):
        if components.BACK_OF[kind] == back:
            left += count[kind]
    chosen = draw_below(state.secret.rng, Stream.DEAL, left)
    for kind in range(first, end):
        if components.BACK_OF[kind] == back:
            chosen -= count[kind]
            if chosen < 0:
                count[kind] -= 1
                return kind
    return NONE


@compiled
def draw_any(state, back):
    """Draw any unplaced card of a back."""
    return draw_kind(state, back, 0, components.KINDS)


@compiled
def draw_held(state, back):
    """Draw an unplaced card of a back that can be in a hand; any card of the back if no such card is left."""
    kind = draw_kind(state, back, components.FIRST_OF_BACK[back], components.END_OF_BACK[back])
    return kind if kind != NONE else draw_any(state, back)


@compiled
def draw_trace(state, trace):
    """Draw an unplaced Land card by the weights of a trace; any Land card if the weights leave none."""
    count = state.secret.count
    weights = TRACES[state.table.quick_play, trace]
    left = 0
    for kind in range(components.KINDS):
        left += count[kind] * weights[kind]
    if left == 0:
        return draw_any(state, Back.LAND)
    chosen = draw_below(state.secret.rng, Stream.DEAL, left)
    for kind in range(components.KINDS):
        chosen -= count[kind] * weights[kind]
        if chosen < 0:
            count[kind] -= 1
            return kind
    return NONE


@compiled
def is_lost(state):
    """Sample whether a card of a TIP CART was lost with a hand before."""
    quick = state.table.quick_play
    return draw_below(state.secret.rng, Stream.DEAL, SIXTIETHS) < CARTED_LOST[quick]


@compiled
def draw_carted(state, lost):
    """Draw a Land card of a TIP CART, which was lost with a hand or dug."""
    return draw_trace(state, Trace.CARTED if lost else Trace.DUG)


# --- hands


@compiled
def open_slots(state, p, back):
    """Return the number of cards of a back in a hand that are not dealt yet."""
    slots = state.table.backs[p][back]
    for kind in range(components.FIRST_OF_BACK[back], components.END_OF_BACK[back]):
        slots -= state.seats[p].hand[kind]
    return slots


@compiled
def deal_hands(state, player):
    """Deal the other hands, and the first Draw card of the game, which is not immediate (DB-10)."""
    table = state.table
    for p in range(table.num_players):
        if p != player:
            for back in range(components.BACKS):
                for _ in range(open_slots(state, p, back)):
                    state.seats[p].hand[
                        draw_kind(state, back, components.FIRST_OF_BACK[back], components.END_OF_BACK[back])
                    ] += 1
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
    size = state.table.deck_size[Back.LAND]
    deck = state.secret.deck[Back.LAND]
    start = 0
    while start < size:
        end = start
        while end < size and deck[end] == NONE:
            end += 1
        if end > start:
            held = start + draw_below(state.secret.rng, Stream.DEAL, end - start)
            for at in range(start, end):
                lost = Trace.LOST_ON_TOP if start == 0 else Trace.HELD if at == held else Trace.LOST
                deck[at] = draw_trace(state, lost)
        start = end + 1


@compiled
def deal_tipped(state, player):
    """Deal the cards in another player's TIP CART."""
    table = state.table
    if table.depth > 0:
        frame = table.frames[table.depth - 1]
        if frame.kind == FrameKind.TIP and frames.seat_of(frame) != player:
            tipped = state.seats[frames.seat_of(frame)].tipped
            for k in range(min(components.TIPPED, frames.cart_size(frame))):
                if tipped[k] == NONE:
                    tipped[k] = draw_carted(state, is_lost(state))


@compiled
def deal_carted(state):
    """Deal the Land cards that must have come with a TIP CART, and some that may have come with one.

    A GOLDEN GUIDE shows a stack down to its bottom. So a seat that knows a card but not the card below it has put it there.
    """
    table = state.table
    at = 0
    lost = is_lost(state)
    for place in range(components.PLACES):
        below = EVERYONE
        height = table.height[place]
        whole = height < len(CARTED_TO_STACK) and draw_below(state.secret.rng, Stream.DEAL, TWELFTHS) < CARTED_TO_STACK[height]
        for _ in range(height):
            seen = table.land_seen[at]
            if state.secret.land[at] == NONE and seen != 0 and not seen & PUBLIC and (whole or seen & ~below):
                if draw_below(state.secret.rng, Stream.DEAL, SIXTIETHS) >= ALIKE:
                    lost = is_lost(state)
                state.secret.land[at] = draw_carted(state, lost)
            below &= seen
            at += 1


@compiled
def deal_used_draws(state):
    """Deal the hidden Draw cards below a public one. They were discarded together from a hand, so none is immediate."""
    size = state.table.deck_size[Back.DRAW]
    open_above = False
    for at in range(size):
        open_above |= state.table.deck[Back.DRAW][at] != NONE
        if open_above and state.secret.deck[Back.DRAW][at] == NONE:
            state.secret.deck[Back.DRAW][at] = draw_held(state, Back.DRAW)


@compiled
def deal_rest(state):
    """Deal the remaining cards to decks and land, each card equally likely."""
    table = state.table
    for back in range(components.BACKS):
        for at in range(table.deck_size[back]):
            if state.secret.deck[back][at] == NONE:
                state.secret.deck[back][at] = draw_any(state, back)
    cards = 0
    for place in range(components.PLACES):
        cards += table.height[place]
    for at in range(cards):
        if state.secret.land[at] == NONE:
            state.secret.land[at] = draw_any(state, Back.LAND)


# --- a trap


@compiled
def sample_trap(state, player):
    """Put an immediate card on the Draw deck in some redeals after a SHUFFLE DRAW DECK (DB-34).

    Returns the seat that has set this trap, or NONE. A trap lasts until the next Draw card is taken.
    """
    table = state.table
    deck = state.secret.deck[Back.DRAW]
    setter = table.active
    if table.step < Step.PICK_UP:
        setter = (setter + table.num_players - 1) % table.num_players
    if setter == player or table.out[setter] or deck[0] != NONE or not trap_is_left(state):
        return NONE
    deck[0] = draw_kind(state, Back.DRAW, Card.DUEL, Card.HEIST + 1)
    return setter if deck[0] != NONE else NONE


@compiled
def trap_is_left(state):
    """Sample whether the last shuffle of the Draw deck has left a trap, which is rare after other cards were used."""
    size = state.table.deck_size[Back.DRAW]
    for k in range(min(len(TRAPS), size - 1)):
        if state.table.deck[Back.DRAW][size - 1 - k] == Card.SHUFFLE:
            return draw_below(state.secret.rng, Stream.DEAL, TRAPS[k]) == 0
    return False


@compiled
def show_trap(state, setter):
    """Show a trap to the seat that has set it."""
    if setter != NONE:
        state.seats[setter].draw_top[0] = state.secret.deck[Back.DRAW][0]


# --- knowledge of the other seats: all public gains, and as many secret ones as in real games

# How rarely a seat learns cards of a hand in secret: by a theft, a LASSO, or a hand that it passed on, mostly to the next seat
# (DB-36). Measured in games of random play.
NEXT_HAND, OTHER_HANDS = 115, 210
LEARNED = 7


@compiled
def sample_knowledge(state, p):
    """Give another seat its publicly gained knowledge, and some cards of other hands."""
    table = state.table
    seat = state.seats[p]
    for at in range(components.DECK_CELLS):
        if table.land_seen[at] >> p & 1:
            seat.land[at] = state.secret.land[at]
    for k in range(components.ORACLE_CARDS):
        if table.oracle_seen[k] >> p & 1:
            seat.draw_top[k] = state.secret.deck[Back.DRAW][k]
    for other in range(table.num_players):
        if other != p:
            sample_known_hand(state, p, other)


@compiled
def sample_known_hand(state, p, other):
    """Give a seat the public cards of a hand, and sometimes more: any number of the next seat's hand, few cards of others."""
    table = state.table
    rng = state.secret.rng
    known = state.seats[p].known[other]
    hidden = 0
    for kind in range(components.HAND_KINDS):
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
    for kind in range(components.HAND_KINDS):
        chosen -= state.seats[other].hand[kind] - known[kind]
        if chosen < 0:
            known[kind] += 1
            return


@compiled
def sample_choice(state, p):
    """Choose the cards of wanted backs for a seat that agreed to a trade, from its hand (DB-29)."""
    table = state.table
    if table.willing >> p & 1:
        for k in range(components.TRADE_ITEMS):
            if table.want[k] >= Item.BACK:
                state.seats[p].chosen[k] = pick_promised_card(table, state.seats[p], table.want[k] - Item.BACK)


@compiled
def pick_promised_card(table, seat, back):
    """Choose a card of a back. COWBOY and BLOCK come last, so that a seat that is asked still has an answer."""
    card = NONE
    for kind in range(components.FIRST_OF_BACK[back], components.END_OF_BACK[back]):
        left = seat.hand[kind] - items_of(table.want, kind) - items_of(seat.chosen, kind)
        if left > 0 and (card == NONE or card == Card.COWBOY or card == Card.BLOCK):
            card = kind
    return card
