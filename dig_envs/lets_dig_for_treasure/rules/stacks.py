"""Read and change the three stacks, and what each seat knows of their tops (LD-12)."""

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import SKELETON, STACK_CARDS, STACKS, TOPS
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.state import NONE, TOP


@compiled
def cell(table, stack, place):
    """Return the cell of the card at a place below the top of a stack."""
    return STACK_CARDS * stack + table.stack_size[stack] - 1 - place


@compiled
def card_at(state, stack, place):
    """Return the kind of the card at a place below the top of a stack."""
    return state.secret.cards[cell(state.table, stack, place)]


@compiled
def put_at(state, stack, place, card):
    """Write a card, or NONE, at a place below the top of a stack."""
    state.secret.cards[cell(state.table, stack, place)] = card


@compiled
def take_card(state, stack, place):
    """Take a card out of a stack openly; those below it move up."""
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
    """Move the cards of the places from `first` on one place down, over the card at `place`."""
    for at in range(place, first, -1):
        put_at(state, stack, at, card_at(state, stack, at - 1))


@compiled
def look_at_top(state, stack):
    """Show the top of a stack to the active seat and its partner; other seats' knowledge of it ends (LD-12)."""
    table = state.table
    table.looker[stack] = pile_of(table, table.active)
    table.looked[stack] = min(TOPS, table.stack_size[stack])
    learn_top(state, stack)


@compiled
def put_next(state, stack, place):
    """Move one of the cards looked at to the next place from the top."""
    table = state.table
    card = card_at(state, stack, place)
    first = table.placed
    move_down(state, stack, first, place)
    put_at(state, stack, first, card)
    table.placed += 1
    learn_top(state, stack)


@compiled
def destroy(state, stack):
    """Take the cards of a stack out of the game unseen (LD-10). A stack that was already empty is not destroyed.

    Seats that know its top keep their knowledge in `tops` (LD-12).
    """
    table = state.table
    table.lost += table.stack_size[stack]
    table.destroyed[stack] = table.stack_size[stack] > 0
    while table.stack_size[stack] > 0:
        put_at(state, stack, TOP, NONE)
        table.stack_size[stack] -= 1


@compiled
def learn_top(state, stack):
    """Write the top of a stack to the seats that know it, and NONE to the others."""
    table = state.table
    if table.looked[stack] == 0:
        table.looker[stack] = NONE
    for p in range(table.num_players):
        knows = pile_of(table, p) == table.looker[stack]
        for place in range(TOPS):
            in_sight = knows and place < table.looked[stack]
            state.seats[p].tops[stack][place] = card_at(state, stack, place) if in_sight else NONE


# --- knowledge of a seat


@compiled
def known_at(seat, stack, place):
    """Return the card that a seat knows at a place below the top of a stack, also of a destroyed stack; or NONE."""
    if place == 0 and seat.skeleton == stack:
        return SKELETON
    return seat.tops[stack][place] if place < TOPS else NONE


@compiled
def knows_tops(table, seat):
    """Return whether a seat may know a card of the stacks."""
    return (table.looked[0] | table.looked[1] | table.looked[2]) != 0 or seat.skeleton != NONE


@compiled
def unseen_by(table, seat, kind):
    """Count the cards of a kind that have not come up, and that the seat does not know in a stack, destroyed or not."""
    count = table.unseen[kind]
    if knows_tops(table, seat):
        for stack in range(STACKS):
            for place in range(TOPS):
                count -= known_at(seat, stack, place) == kind
    return count


@compiled
def places_known(seat, stack):
    """Count the cards of a stack that a seat knows."""
    count = 0
    for place in range(TOPS):
        count += known_at(seat, stack, place) != NONE
    return count


# --- numbers of cards


@compiled
def cards_left(table):
    """Count the cards in all stacks."""
    count = 0
    for stack in range(STACKS):
        count += table.stack_size[stack]
    return count


@compiled
def cards_to_end(table):
    """Count the cards of the lowest stack, whose last one ends the game (LD-11); a destroyed one does not count (LD-10)."""
    lowest = STACK_CARDS
    for stack in range(STACKS):
        if not table.destroyed[stack]:
            lowest = min(lowest, table.stack_size[stack])
    return lowest


@compiled
def a_stack_is_empty(table):
    """Return whether the game ends with this turn (LD-11)."""
    return cards_to_end(table) == 0
