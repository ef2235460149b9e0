"""Digging, busting, and the effects of cards as they are dug up (LD-3, LD-4, LD-7, LD-10)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.lets_dig_for_treasure.components import DIG_EFFECT, NUM_KINDS, Effect
from dig_envs.lets_dig_for_treasure.rules.appraisal import appraise, count_dug
from dig_envs.lets_dig_for_treasure.rules.piles import pile_of, put_in, unused_dogs
from dig_envs.lets_dig_for_treasure.rules.stacks import card_at, destroy, take_card
from dig_envs.lets_dig_for_treasure.rules.theft import use_dog
from dig_envs.lets_dig_for_treasure.rules.turns import end_turn
from dig_envs.lets_dig_for_treasure.state import NONE, TOP, Phase


@compiled
def dig(state, stack):
    """LD-3. Who has a Dog decides about it before the others see the Skeleton: that one wasn't used is not theirs to know."""
    table = state.table
    player = np.int64(table.active)
    seat = state.seats[player]
    if DIG_EFFECT[card_at(state, stack, TOP)] == Effect.BUST and unused_dogs(table, seat, pile_of(table, player)) > 0:
        seat.skeleton = stack
    else:
        dig_up(state, stack)


@compiled
def dig_up(state, stack):
    table = state.table
    card = take_card(state, stack, TOP)
    table.digs += 1
    count_dug(table, card)
    table.busted = NONE
    effect = np.int64(DIG_EFFECT[card])
    if busts(effect, np.int64(table.dug[card])):
        bust(state)
    elif effect == Effect.HELP:
        table.phase = Phase.PLAYER
        table.card = card
    elif effect == Effect.DESTROY:
        destroy(state, stack)


@compiled
def busts(effect, copies):
    """LD-4: whether a card ends the turn in which so many of its kind have been dug, itself included."""
    return effect == Effect.BUST or effect == Effect.DOOM or (effect == Effect.SECOND_BUSTS and copies > 1)


@compiled
def bust(state):
    """LD-4."""
    table = state.table
    for kind in range(NUM_KINDS):
        table.discard[kind] += table.dug[kind]
        table.dug[kind] = 0
    table.stake = 0
    table.busted = table.active
    end_turn(state)


@compiled
def answer_skeleton(state, with_dog):
    """LD-7."""
    table = state.table
    player = np.int64(table.active)
    stack = np.int64(state.seats[player].skeleton)
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
    """LD-1: it goes to the pile of the player who helps."""
    table = state.table
    table.dug[table.card] -= 1
    table.stake -= table.worth[table.card]
    put_in(table, pile, np.int64(table.card))
    appraise(table)
    table.card = NONE
    table.phase = Phase.DIG
