"""Dig, bust, and carry out the effects of cards as they are dug up (LD-3, LD-4, LD-7, LD-10)."""

from dig_envs.core.compiler import compiled
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, NUM_KINDS, Effect
from dig_envs.lets_dig_for_treasure.rules.piles import count_dug, pile_of, put_in, stake_of, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.stacks import card_at, destroy, take_card
from dig_envs.lets_dig_for_treasure.rules.theft import use_dog
from dig_envs.lets_dig_for_treasure.rules.turns import end_turn
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase


@compiled
def dig(state, stack):
    """Dig up the top card of a stack (LD-3).

    A player with a Dog decides before the others see the Skeleton, so that an unused Dog stays secret.
    """
    table = state.table
    player = table.active
    seat = state.seats[player]
    if DIG_EFFECT[card_at(state, stack, TOP)] == Effect.BUST and unused_dogs(table, seat, pile_of(table, player)) > 0:
        seat.skeleton = stack
    else:
        dig_up(state, stack)


@compiled
def dig_up(state, stack):
    """Turn up the top card for all to see, and carry out its effect."""
    table = state.table
    card = take_card(state, stack, TOP)
    table.digs += 1
    count_dug(table, card)
    table.busted = NONE
    effect = DIG_EFFECT[card]
    if busts(effect, table.dug[card]):
        bust(state)
    elif effect == Effect.HELP:
        table.phase = Phase.PLAYER
        table.card = card
    elif effect == Effect.DESTROY:
        destroy(state, stack)


@compiled
def busts(effect, copies):
    """Return whether a card ends a turn in which `copies` cards of its kind have been dug, itself included (LD-4)."""
    return effect == Effect.BUST or effect == Effect.DOOM or (effect == Effect.SECOND_BUSTS and copies > 1)


@compiled
def bust(state):
    """Discard all cards dug in this turn, and end it (LD-4)."""
    table = state.table
    for kind in range(NUM_KINDS):
        table.discard[kind] += table.dug[kind]
        table.dug[kind] = 0
    table.stake = 0
    table.busted = table.active
    end_turn(state)


@compiled
def answer_skeleton(state, with_dog):
    """Discard the Skeleton by means of a Dog, or turn it up (LD-7)."""
    table = state.table
    player = table.active
    stack = state.seats[player].skeleton
    state.seats[player].skeleton = NONE
    if with_dog:
        table.discard[take_card(state, stack, TOP)] += 1
        table.digs += 1
        table.busted = NONE
        use_dog(state, pile_of(table, player))
    else:
        dig_up(state, stack)


@compiled
def give_heirloom(state, pile):
    """Put the Heirloom into the pile of the chosen player (LD-1)."""
    table = state.table
    table.dug[table.card] -= 1
    put_in(table, pile, table.card)
    table.stake = stake_of(table, NONE)
    table.card = NONE
    table.phase = Phase.DIG
