"""Deal a game (LD-2, LD-13)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.lets_dig_for_treasure import components
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def deal(state):
    """Deal the stacks, and draw the first seat, the owner of the game and the new player (LD-2, LD-13)."""
    table = state.table
    clear(state)
    for kind in range(components.NUM_KINDS):
        table.unseen[kind] = copies_in_game(table, kind) - table.discard[kind]  # LD-17: a variant leaves cards there
    deal_stacks(state)
    if table.fixed_seats:
        table.new_player = 1  # LD-17: seat 0 begins and is the owner
    else:
        draw_seats(state)
    state.secret.mover = table.active


@compiled
def draw_seats(state):
    """Draw the first seat, the owner of the game and the new player (LD-2, LD-13)."""
    table = state.table
    table.active = draw_below(state.secret.rng, Stream.DEAL, table.num_players)
    table.owner = draw_below(state.secret.rng, Stream.DEAL, table.num_players)
    others = draw_below(state.secret.rng, Stream.DEAL, table.num_players - 1)
    table.new_player = (table.owner + 1 + others) % table.num_players


@compiled
def copies_in_game(table, kind):
    """Count the cards of a kind in this game; the Land Mine may be left out (LD-10)."""
    return 0 if kind == components.MINE and not table.land_mine else components.COPIES[kind]


@compiled
def deal_stacks(state):
    """Shuffle all cards into stacks of equal height, three of 40; the last is lower if cards are missing (LD-2, LD-17)."""
    table = state.table
    cards = state.secret.cards
    count = 0
    for kind in range(components.NUM_KINDS):
        for _ in range(table.unseen[kind]):
            cards[count] = kind
            count += 1
    shuffle(cards, count, state.secret.rng, Stream.DEAL)
    height = (count + table.stacks - 1) // table.stacks
    for stack in range(table.stacks - 1, -1, -1):  # the last first, so that no card is overwritten before it moves
        size = min(height, count - height * stack)
        table.stack_size[stack] = size
        if height < components.STACK_CARDS:
            lift(cards, height * stack, components.STACK_CARDS * stack, size)


@compiled
def lift(cards, source, target, count):
    """Move `count` cards up from cell `source` to cell `target`."""
    for at in range(count - 1, -1, -1):
        card = cards[source + at]
        cards[source + at] = NONE
        cards[target + at] = card


@compiled
def clear(state):
    """Write NONE where a zeroed state has nothing yet."""
    table = state.table
    table.card = NONE
    table.urgent = NONE
    table.stack = NONE
    table.thief = NONE
    table.victim = NONE
    table.last = NONE
    table.busted = NONE
    for stack in range(components.STACKS):
        table.looker[stack] = NONE
    forget_everything(state)


@compiled
def forget_everything(state):
    """Write NONE where seats know no card and where no card lies."""
    for p in range(components.MAX_PLAYERS):
        state.seats[p].stolen = NONE
        state.seats[p].skeleton = NONE
        for stack in range(components.STACKS):
            for place in range(components.TOPS):
                state.seats[p].tops[stack][place] = NONE
    for at in range(components.NUM_PLACES):
        state.secret.cards[at] = NONE
