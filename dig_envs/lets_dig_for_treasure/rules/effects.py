"""Score cards, and carry out the effects of scored cards, one after another (LD-5, LD-6, LD-8, LD-9)."""

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import SCORE_EFFECT, SCORE_KINDS, Effect
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, put_in, score_card, score_dug, take_out
from dig_envs.lets_dig_for_treasure.rules.stacks import cards_left, look_at_top, put_next, take_card
from dig_envs.lets_dig_for_treasure.rules.theft import steal
from dig_envs.lets_dig_for_treasure.rules.turns import end_turn
from dig_envs.lets_dig_for_treasure.state import NONE, Phase


@compiled
def stop(state):
    """Score all cards dug in this turn; then their effects happen (LD-5)."""
    table = state.table
    for i in range(len(SCORE_KINDS)):
        table.waiting[i] += table.dug[SCORE_KINDS[i]]
    score_dug(table, pile_of(table, table.active))
    go_on(state)


# --- one effect after another


@compiled
def go_on(state):
    """Carry out effects until one of them needs a decision; end the turn after the last."""
    table = state.table
    begun = False
    while not begun and waiting_effects(table) > 0:
        if table.urgent == NONE and waiting_effects(table) > 1:
            table.phase = Phase.ORDER
            table.card = NONE
            begun = True
        else:
            begun = begin(state, take_next(table))
    if not begun:
        end_turn(state)


@compiled
def waiting_effects(table):
    """Count the effects that still have to happen."""
    count = table.urgent != NONE
    for i in range(len(SCORE_KINDS)):
        count += table.waiting[i]
    return count


@compiled
def take_next(table):
    """Take the effect of a card that a Map has scored, or else the only one that waits."""
    kind = table.urgent
    table.urgent = NONE
    for i in range(len(SCORE_KINDS)):
        if kind == NONE and table.waiting[i] > 0:
            table.waiting[i] -= 1
            kind = SCORE_KINDS[i]
    return kind


@compiled
def resolve(state, i):
    """Begin the waiting effect that the player has chosen (LD-5)."""
    state.table.waiting[i] -= 1
    if not begin(state, SCORE_KINDS[i]):
        go_on(state)


@compiled
def begin(state, kind):
    """Begin an effect, and return whether it waits for a decision. Without a possible object it does nothing (LD-5)."""
    table = state.table
    table.card = kind
    effect = SCORE_EFFECT[kind]
    if effect == Effect.EXTRA_TURN:
        table.extra_turns += 1  # LD-6
        return False
    if effect == Effect.STEAL:
        table.phase = Phase.PLAYER
        return somebody_to_rob(table)
    if effect == Effect.GIVE:
        table.phase = Phase.PLAYER
        return True
    table.phase = Phase.STACK
    return cards_left(table) > 0


@compiled
def somebody_to_rob(table):
    """Return whether the Pirate Hat finds a pile to steal from."""
    for p in range(table.num_players):
        if can_rob(table, p):
            return True
    return False


@compiled
def can_rob(table, player):
    """Return whether a player's pile is not the thief's and has cards (LD-8, LD-15)."""
    pile = pile_of(table, player)
    return pile != pile_of(table, table.active) and table.pile_size[pile] > 0


# --- players


@compiled
def give_sewer(state, pile):
    """Move a Sewer Line from the scorer's pile into another player's (LD-1)."""
    table = state.table
    take_out(table, pile_of(table, table.active), table.card)
    put_in(table, pile, table.card)
    go_on(state)


@compiled
def aim(table, pile):
    """Choose the pile that the Pirate Hat looks through; it is the victim from now on (LD-8)."""
    table.victim = pile
    table.phase = Phase.STEAL


# --- stacks


@compiled
def look(state, stack):
    """Look at the top cards of a stack, at most three (LD-9)."""
    table = state.table
    table.stack = stack
    look_at_top(state, stack)
    if SCORE_EFFECT[table.card] == Effect.MAP:
        table.phase = Phase.TAKE
    else:
        put_back(state)


@compiled
def score_from_stack(state, place):
    """Score one of the cards looked at without digging it (LD-9); its effect comes next (LD-5)."""
    table = state.table
    card = take_card(state, table.stack, place)
    score_card(table, pile_of(table, table.active), card)
    if SCORE_EFFECT[card] != Effect.NONE:
        table.urgent = card
    put_back(state)


@compiled
def put_back(state):
    """Ask for the next card from the top, as long as there is a choice."""
    table = state.table
    table.phase = Phase.PUT_BACK
    if table.placed + 1 >= table.looked[table.stack]:
        table.placed = 0
        table.stack = NONE
        go_on(state)


@compiled
def put(state, place):
    """Put one of the cards looked at next from the top (LD-9)."""
    put_next(state, state.table.stack, place)
    put_back(state)


# --- theft


@compiled
def steal_card(state, loot):
    """Steal a card from the pile looked through (LD-8)."""
    steal(state, state.table.victim, loot)
    go_on(state)
