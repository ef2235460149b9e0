"""Foresight in Dig Dig: deal the unseen cards as they might lie, play each choice on for a while, and see who is burdened.

An imagined deal agrees with all that the seat knows: its own hand, the open rows, what all saw others take in hand, the
compost. Everybody then plays like the greedy bot, but for a slip now and then: without slips two who foresee each other
can go round in circles.
"""

import numpy as np

from agents.dig_dig.greedy import greedy
from dig_envs.core.compile import compiled
from dig_envs.core.game import End
from dig_envs.core.rng import Stream, draw_legal, draw_seed, draw_unit
from dig_envs.core.scratch import scratch
from dig_envs.dig_dig.components import NUM_KINDS, Kind
from dig_envs.dig_dig.determinize import redeal
from dig_envs.dig_dig.rules.actions import ACTIONS
from dig_envs.dig_dig.rules.flow import apply
from dig_envs.dig_dig.rules.holdings import blind_cards
from dig_envs.dig_dig.rules.legal import legal
from dig_envs.dig_dig.state import NONE, STATE

DEALS = 8  # imagined
DECISIONS = 16  # that are played on in each
SLIPS = 0.2  # the share of random ones among them
NUM_ACTIONS = len(ACTIONS)
BLIND_BURDEN = 5.0  # a blind card is worth so many cards in hand: it often brings a pile with it
CLOSE = 3.0  # a lead of so many cards is half of a sure win
LOSS = -1.0
WIN = 1.0

NOTHING, DEAL, LINE = range(3)


@compiled
def foreseen_best(table, seat, player, mask, rng):
    """The action after which things look best, on average over imagined deals."""
    states = scratch(3, STATE)
    mask_then = scratch(NUM_ACTIONS, np.int8)
    hopes = scratch(NUM_ACTIONS, np.float64)
    for _ in range(DEALS):
        states[DEAL] = states[NOTHING]
        redeal(table, seat, player, draw_seed(rng, Stream.PLAY), states[DEAL])
        for action in range(NUM_ACTIONS):
            if mask[action]:
                states[LINE] = states[DEAL]
                apply(states[LINE], action)
                play_on(states[LINE], mask_then, rng)
                hopes[action] += outlook(states[LINE], player)
    return most_hopeful(mask, hopes)


@compiled
def play_on(state, mask, rng):
    """A few decisions more."""
    for _ in range(DECISIONS):
        if state.table.end != End.RUNNING:
            break
        for action in range(NUM_ACTIONS):
            mask[action] = 0
        mover = np.int64(state.secret.mover)
        legal(state.table, state.seats[mover], mover, mask)
        apply(state, likely_action(state.table, state.seats[mover], mover, mask, rng))


@compiled
def likely_action(table, seat, mover, mask, rng):
    if draw_unit(rng, Stream.PLAY) < SLIPS:
        return draw_legal(mask, rng)
    return greedy(table, seat, mover, mask, rng)


@compiled
def most_hopeful(mask, hopes):
    best = NONE
    for action in range(NUM_ACTIONS):
        if mask[action] and (best == NONE or hopes[action] > hopes[best]):
            best = action
    return best


# --- how things look


@compiled
def outlook(state, player):
    """From -1, lost, to 1, out of the game: by how much more burdened the others are on average."""
    table = state.table
    if table.place[player] > 0:
        return WIN
    if table.end == End.OVER:
        return LOSS
    lead = -burden(state, player)
    for p in range(table.num_players):
        if p != player:
            lead += burden(state, p) / (table.num_players - 1)
    return lead / (CLOSE + abs(lead))


@compiled
def burden(state, p):
    """What a seat has yet to get rid of. BOOM, DROP and NINJA go nearly whenever one likes, and do not count."""
    table = state.table
    cards = BLIND_BURDEN * blind_cards(table, p)
    for kind in range(NUM_KINDS):
        if kind <= Kind.TEN or kind == Kind.LIMBO:
            cards += state.seats[p].hand[kind] + table.face_up[p][kind]
    return cards
