"""The deal (LD-2, LD-13)."""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_below, shuffle
from dig_envs.lets_dig_for_treasure.components import (
    COPIES,
    MAX_PLAYERS,
    MINE,
    NUM_KINDS,
    NUM_PLACES,
    STACK_CARDS,
    STACKS,
    TOPS,
)
from dig_envs.lets_dig_for_treasure.state import NONE


@compiled
def deal(state):
    """Deal the stacks, and draw the first seat, the owner of the game and the new player (LD-2, LD-13)."""
    table = state.table
    clear(state)
    for kind in range(NUM_KINDS):
        table.unseen[kind] = copies_in_game(table, kind)
    deal_stacks(state)
    table.active = draw_below(state.secret.rng, Stream.DEAL, table.num_players)
    table.owner = draw_below(state.secret.rng, Stream.DEAL, table.num_players)
    others = draw_below(state.secret.rng, Stream.DEAL, table.num_players - 1)
    table.new_player = (table.owner + 1 + others) % table.num_players
    state.secret.mover = table.active


@compiled
def copies_in_game(table, kind):
    """Count the cards of a kind in this game; the Land Mine may be left out (LD-10)."""
    return 0 if kind == MINE and not table.land_mine else COPIES[kind]


@compiled
def deal_stacks(state):
    """Shuffle all cards into three stacks of 40; without the Land Mine the last has 39 (LD-2)."""
    table = state.table
    count = 0
    for kind in range(NUM_KINDS):
        for _ in range(table.unseen[kind]):
            state.secret.cards[count] = kind
            table.stack_size[count // STACK_CARDS] += 1
            count += 1
    shuffle(state.secret.cards, count, state.secret.rng, Stream.DEAL)


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
    for stack in range(STACKS):
        table.looker[stack] = NONE
    forget_everything(state)


@compiled
def forget_everything(state):
    """Write NONE where seats know no card and where no card lies."""
    for p in range(MAX_PLAYERS):
        state.seats[p].stolen = NONE
        state.seats[p].skeleton = NONE
        for stack in range(STACKS):
            for place in range(TOPS):
                state.seats[p].tops[stack][place] = NONE
    for at in range(NUM_PLACES):
        state.secret.cards[at] = NONE
