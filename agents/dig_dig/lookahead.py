"""Look ahead in Dig Dig: play each choice on in several determinizations, and compare how much the seats have yet to shed.

A determinization agrees with all that the seat knows: its own hand, the open rows, what all saw others take in hand, the
compost. Everybody then plays by the greedy bot's rule, but for random actions now and then:
without these, two players that look ahead can go round in circles.
"""

import numpy as np

from dig_envs.agents.dig_dig.greedy import by_rule
from dig_envs.agents.dig_dig.valuation import lead_in_burden
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.core.game import End
from dig_envs.core.rng import Stream, draw_legal, draw_seed, draw_unit
from dig_envs.dig_dig.determinize import redeal
from dig_envs.dig_dig.rules.actions import ACTIONS
from dig_envs.dig_dig.rules.flow import apply
from dig_envs.dig_dig.rules.legal import legal
from dig_envs.dig_dig.state import NONE, STATE

DEALS = 12  # determinizations
DECISIONS = 16  # decisions that are played on in each determinization
SLIPS = 0.2  # the share of random actions among them
NUM_ACTIONS = len(ACTIONS)

NOTHING, DEAL, LINE = range(3)


@compiled
def best_by_lookahead(table, seat, player, mask, rng):
    """Return the action after which the seat's lead is largest, on average over imagined deals."""
    states = scratch(3, STATE)
    mask_then = scratch(NUM_ACTIONS, np.int8)
    leads = scratch(NUM_ACTIONS, np.float64)
    for _ in range(DEALS):
        states[DEAL] = states[NOTHING]
        redeal(table, seat, player, draw_seed(rng, Stream.PLAY), states[DEAL])
        for action in range(NUM_ACTIONS):
            if mask[action]:
                states[LINE] = states[DEAL]
                apply(states[LINE], action)
                play_on(states[LINE], mask_then, rng)
                leads[action] += lead_in_burden(states[LINE], player)
    return largest(mask, leads)


@compiled
def play_on(state, mask, rng):
    """Play a few decisions more."""
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
    """Return the greedy bot's action, or now and then a random one."""
    if draw_unit(rng, Stream.PLAY) < SLIPS:
        return draw_legal(mask, rng)
    return by_rule(table, mask)


@compiled
def largest(mask, leads):
    """Return the legal action with the largest lead."""
    best = NONE
    for action in range(NUM_ACTIONS):
        if mask[action] and (best == NONE or leads[action] > leads[best]):
            best = action
    return best
