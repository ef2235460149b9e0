"""The state as a seat knows it, and whole states that agree with that knowledge: for search, pictures and the leak test."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator, shuffle
from dig_envs.lets_dig_for_treasure.components import LOOT, NUM_KINDS, NUM_PLACES, STACK_CARDS, STACKS, TOPS
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of
from dig_envs.lets_dig_for_treasure.rules.setup import forget_everything
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left, known_at, learn_top, places_known, put_at, unseen_by
from dig_envs.lets_dig_for_treasure.rules.theft import tell_of_theft
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def known_state(table, seat, player, state):
    """Fill a zeroed state with the knowledge of a seat, or of an onlooker if `player` is NOBODY; unknown cards are missing."""
    state.table = table
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    forget_everything(state)
    if player != NOBODY:
        state.seats[player] = seat
    for stack in range(STACKS):
        for place in range(min(TOPS, table.stack_size[stack])):
            put_at(state, stack, place, known_at(seat, stack, place))
    if seat.stolen != NONE:
        tell_of_theft(state, seat.stolen)


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with the knowledge of a seat, and draw the missing cards at random."""
    known_state(table, seat, player, state)
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    deal_stacks(state, seat, player)
    for stack in range(STACKS):
        if table.looked[stack] > 0 and not table.destroyed[stack]:
            learn_top(state, stack)
    if table.thief != NONE and seat.stolen == NONE:
        tell_of_theft(state, likely_loot(state))


@compiled
def deal_stacks(state, seat, player):
    """Lay the cards that the seat knows, then shuffled unseen cards; cards left over are gone with a destroyed stack."""
    table = state.table
    cards = state.secret.cards
    count = 0
    for kind in range(NUM_KINDS):
        for _ in range(unseen_by(table, seat, kind)):
            cards[count] = kind
            count += 1
    shuffle(cards, count, state.secret.rng, Stream.DEAL)
    in_stacks = cards_left(table)
    for stack in range(STACKS):
        if not table.destroyed[stack]:
            in_stacks -= places_known(seat, stack)
    for stack in range(STACKS):
        if table.destroyed[stack]:
            recall_destroyed(state, seat, player, stack, in_stacks)
    spread(table, seat, cards, in_stacks)


@compiled
def recall_destroyed(state, seat, player, stack, first):
    """Give the lookers of a destroyed stack the cards that the seat knows, or else the cards from cell `first` on (LD-12)."""
    table = state.table
    partners = pile_of(table, player) == table.looker[stack]
    for p in range(table.num_players):
        if pile_of(table, p) == table.looker[stack]:
            for place in range(table.looked[stack]):
                state.seats[p].tops[stack][place] = seat.tops[stack][place] if partners else state.secret.cards[first + place]


@compiled
def spread(table, seat, cards, left):
    """Move `left` cards from the front to their places, the last first, so that no card is overwritten before it moves."""
    for at in range(NUM_PLACES - 1, -1, -1):
        stack = at // STACK_CARDS
        place = table.stack_size[stack] - 1 - at % STACK_CARDS
        if place < 0:
            cards[at] = NONE
        elif known_at(seat, stack, place) != NONE:
            cards[at] = known_at(seat, stack, place)
        else:
            left -= 1
            cards[at] = cards[left]


@compiled
def likely_loot(state):
    """Draw one of the cards that may have been stolen by public information, uniformly."""
    loot = state.table.loot
    count = 0
    for card in range(LOOT):
        count += loot[card]
    chosen = draw_below(state.secret.rng, Stream.DEAL, count)
    for card in range(LOOT):
        chosen -= loot[card]
        if chosen < 0:
            return card
    return NONE
