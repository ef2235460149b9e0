"""The lookahead of Dig Dig's expert: play each legal action in determinizations, and continue by the rules of the greedy bot.

Two bots that look ahead can repeat moves endlessly, so continuations contain random moves.
"""

import numpy as np

from dig_envs.agents.dig_dig.greedy import by_rule
from dig_envs.agents.dig_dig.valuation import lead_in_burden
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.core.game import End
from dig_envs.core.rng import Stream, draw_legal, draw_seed, draw_unit
from dig_envs.dig_dig.determinize import redeal
from dig_envs.dig_dig.rules import ACTIONS, apply, legal
from dig_envs.dig_dig.state import STATE

DEPTH = 16  # decisions of a continuation
NOISE = 0.2  # the share of random moves in a continuation
NUM_ACTIONS = len(ACTIONS)

EMPTY, DEAL, LINE = range(3)  # places in the scratch memory for states


@compiled
def add_leads(table, seat, player, mask, determinizations, rng, leads):
    """Sum up the leads after each legal action over determinizations.

    Args:
        determinizations: the number of determinizations.
        leads: float64 (NUM_ACTIONS,); the sum of an action is added to its element.
    """
    states = scratch(3, STATE)
    mask_then = scratch(NUM_ACTIONS, np.int8)
    for _ in range(determinizations):
        states[DEAL] = states[EMPTY]
        redeal(table, seat, player, draw_seed(rng, Stream.PLAY), states[DEAL])
        for action in range(NUM_ACTIONS):
            if mask[action]:
                states[LINE] = states[DEAL]
                apply(states[LINE], action)
                play_on(states[LINE], mask_then, rng)
                leads[action] += lead_in_burden(states[LINE], player)


@compiled
def play_on(state, mask, rng):
    """Play `DEPTH` decisions of all seats, or fewer if the game ends. `mask`, int8 (NUM_ACTIONS,), is overwritten."""
    for _ in range(DEPTH):
        if state.table.end != End.RUNNING:
            break
        for action in range(NUM_ACTIONS):
            mask[action] = 0
        mover = np.int64(state.secret.mover)
        legal(state.table, state.seats[mover], mover, mask)
        apply(state, continued_action(state.table, state.seats[mover], mover, mask, rng))


@compiled
def continued_action(table, seat, mover, mask, rng):
    """Return a random action with probability `NOISE`, and otherwise the action of the greedy bot's rules."""
    if draw_unit(rng, Stream.PLAY) < NOISE:
        return draw_legal(mask, rng)
    return by_rule(table, mask)
