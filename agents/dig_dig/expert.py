"""The bot `expert` of Dig Dig: it plays low numbers one at a time while the deck lasts, and then looks ahead.

The lookahead plays each legal action in several determinizations, continues by the rules of the greedy bot, and compares how
many cards the seats still have to play. Two bots that look ahead can repeat moves endlessly. So the continuations contain
random moves, and late in a game the expert sometimes plays like the greedy bot.
"""

import numpy as np

from dig_envs.agents.dig_dig.greedy import PLAY_LIMBO, by_rule, lowest_to_play
from dig_envs.agents.dig_dig.valuation import lead_in_burden, rank_in_row
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.core.game import End
from dig_envs.core.rng import Stream, draw_legal, draw_seed, draw_unit
from dig_envs.dig_dig.components import COPIES, NUM_KINDS
from dig_envs.dig_dig.determinize import redeal
from dig_envs.dig_dig.rules import ACTIONS, Action, apply, legal
from dig_envs.dig_dig.state import NONE, STATE, Phase

LATE = 150  # turns of all seats; half of the games between two experts end within 125 turns
VARIETY = 0.5  # the share of the greedy bot's moves after `LATE` turns

DETERMINIZATIONS = 12
DEPTH = 16  # decisions of a continuation
NOISE = 0.2  # the share of random moves in a continuation
NUM_ACTIONS = len(ACTIONS)

EMPTY, DEAL, LINE = range(3)  # places in the scratch memory for states


@compiled
def expert(table, seat, player, mask, rng):
    """Return an action by fixed rules, or by lookahead once the deck is empty."""
    if table.phase == Phase.SET_UP:
        return Action.LAY + best_to_lay(mask)
    if table.deck_size > 0 and mask[PLAY_LIMBO]:
        return PLAY_LIMBO
    number = lowest_to_play(mask)
    if table.deck_size > 0 and number != NONE:
        return Action.PLAY + COPIES * number  # one copy: the others stay playable
    if table.deck_size > 0 or number_of_plays(mask) < 2:
        return by_rule(table, mask)
    if table.turn >= LATE and draw_unit(rng, Stream.PLAY) < VARIETY:
        return by_rule(table, mask)
    return best_by_lookahead(table, seat, player, mask, rng)


@compiled
def best_to_lay(mask):
    """Return the kind that is easiest to play at the end: NINJA and DROP, then BOOM, then high numbers."""
    best = NONE
    for kind in range(NUM_KINDS):
        if mask[Action.LAY + kind] and (best == NONE or rank_in_row(kind) > rank_in_row(best)):
            best = kind
    return best


@compiled
def number_of_plays(mask):
    """Return the number of different plays. Blind cards do not count, as all of them are alike."""
    count = 0
    for action in range(Action.BLIND):
        count += mask[action]
    return count


# --- lookahead


@compiled
def best_by_lookahead(table, seat, player, mask, rng):
    """Return the action with the largest mean lead over all determinizations."""
    states = scratch(3, STATE)
    mask_then = scratch(NUM_ACTIONS, np.int8)
    leads = scratch(NUM_ACTIONS, np.float64)
    for _ in range(DETERMINIZATIONS):
        states[DEAL] = states[EMPTY]
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
    """Play the decisions of a continuation."""
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
    """Return the greedy bot's action, or sometimes a random one."""
    if draw_unit(rng, Stream.PLAY) < NOISE:
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
