"""The three stacks, and who knows what lies on top of them (LD-12)."""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.lets_dig_for_treasure.components import SKELETON, STACK_CARDS, STACKS, TOPS
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.state import NONE, TOP


@compiled
def cell(table, stack, place):
    """Where the card so many places below the top of a stack is kept."""
    return STACK_CARDS * stack + table.stack_size[stack] - 1 - place


@compiled
def card_at(state, stack, place):
    return np.int64(state.secret.cards[cell(state.table, stack, place)])


@compiled
def put_at(state, stack, place, card):
    state.secret.cards[cell(state.table, stack, place)] = card


@compiled
def take_card(state, stack, place):
    """A card leaves a stack openly, and those below it move up."""
    table = state.table
    card = card_at(state, stack, place)
    move_down(state, stack, TOP, place)
    put_at(state, stack, TOP, NONE)
    table.stack_size[stack] -= 1
    table.unseen[card] -= 1
    table.last = card
    if table.looked[stack] > 0:
        table.looked[stack] -= 1
        learn_top(state, stack)
    return card


@compiled
def move_down(state, stack, first, place):
    """The cards from a place on go one place down, over the card at another place."""
    for at in range(place, first, -1):
        put_at(state, stack, at, card_at(state, stack, at - 1))


@compiled
def look_at_top(state, stack):
    """LD-12: the active seat, its partner too, learns what lies on top; all others forget."""
    table = state.table
    table.looker[stack] = pile_of(table, np.int64(table.active))
    table.looked[stack] = min(TOPS, table.stack_size[stack])
    learn_top(state, stack)


@compiled
def put_next(state, stack, place):
    """One of the cards looked at comes next from the top."""
    table = state.table
    card = card_at(state, stack, place)
    first = np.int64(table.placed)
    move_down(state, stack, first, place)
    put_at(state, stack, first, card)
    table.placed += 1
    learn_top(state, stack)


@compiled
def destroy(state, stack):
    """LD-10: the cards leave the game unseen. A stack that was already empty is not destroyed."""
    table = state.table
    table.lost += table.stack_size[stack]
    table.destroyed[stack] = table.stack_size[stack] > 0
    while table.stack_size[stack] > 0:
        put_at(state, stack, TOP, NONE)
        table.stack_size[stack] -= 1
    table.looked[stack] = 0
    learn_top(state, stack)


@compiled
def learn_top(state, stack):
    """Whoever knows the top of a stack knows it as it lies now, place by place; nobody else does."""
    table = state.table
    if table.looked[stack] == 0:
        table.looker[stack] = NONE
    for p in range(table.num_players):
        knows = pile_of(table, np.int64(p)) == table.looker[stack]
        for place in range(TOPS):
            in_sight = knows and place < table.looked[stack]
            state.seats[p].tops[stack][place] = card_at(state, stack, place) if in_sight else NONE


# --- what a seat knows


@compiled
def known_at(seat, stack, place):
    """The card that a seat knows to lie so many places below the top of a stack, or NONE."""
    if place == 0 and seat.skeleton == stack:
        return SKELETON
    return np.int64(seat.tops[stack][place]) if place < TOPS else NONE


@inlined
def knows_tops(table, seat):
    """Whether a seat may know a card of the stacks."""
    return (table.looked[0] | table.looked[1] | table.looked[2]) != 0 or seat.skeleton != NONE


@compiled
def unseen_by(table, seat, kind):
    """Cards of a kind that have not come up, and whose place the seat does not know."""
    count = np.int64(table.unseen[kind])
    if knows_tops(table, seat):
        for stack in range(STACKS):
            for place in range(TOPS):
                count -= known_at(seat, stack, place) == kind
    return count


@compiled
def places_known(table, seat):
    """How many cards of the stacks a seat knows."""
    count = np.int64(0)
    if knows_tops(table, seat):
        for stack in range(STACKS):
            for place in range(TOPS):
                count += known_at(seat, stack, place) != NONE
    return count


# --- how many are left


@compiled
def cards_left(table):
    """Cards in all stacks."""
    count = np.int64(0)
    for stack in range(STACKS):
        count += table.stack_size[stack]
    return count


@compiled
def cards_to_end(table):
    """Cards of the lowest stack, whose last one ends the game (LD-11); a destroyed one does not count (LD-10)."""
    lowest = np.int64(STACK_CARDS)
    for stack in range(STACKS):
        if not table.destroyed[stack]:
            lowest = min(lowest, np.int64(table.stack_size[stack]))
    return lowest


@compiled
def a_stack_is_empty(table):
    """LD-11."""
    return cards_to_end(table) == 0
