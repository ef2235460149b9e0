"""The bot `expert` of Dig Dig: it plays low numbers one at a time while the deck lasts, and then looks ahead.

The lookahead compares how many cards the seats still have to play after each legal action (`lookahead.py`). Two bots that look
ahead can repeat moves endlessly, so late in a game the expert sometimes plays like the greedy bot.
"""

import numpy as np

from dig_envs.agents.dig_dig.greedy import PLAY_LIMBO, by_rule, lowest_to_play
from dig_envs.agents.dig_dig.lookahead import NUM_ACTIONS, add_leads
from dig_envs.agents.dig_dig.valuation import rank_in_row
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.working_memory import scratch
from dig_envs.core.rng import Stream, draw_unit
from dig_envs.dig_dig.components import COPIES, NUM_KINDS
from dig_envs.dig_dig.rules import Action
from dig_envs.dig_dig.state import NONE, Phase

LATE = 150  # turns of all seats; half of the games between two experts end within 125 turns
VARIETY = 0.5  # the share of the greedy bot's moves after `LATE` turns

DETERMINIZATIONS = 12


@compiled
def expert(table, seat, player, mask, rng):
    """Choose by fixed rules while the deck has cards, and then the action with the largest lead in the lookahead."""
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
    leads = scratch(NUM_ACTIONS, np.float64)
    add_leads(table, seat, player, mask, DETERMINIZATIONS, rng, leads)
    return largest(mask, leads)


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


@compiled
def largest(mask, leads):
    """Return the legal action with the largest lead."""
    best = NONE
    for action in range(NUM_ACTIONS):
        if mask[action] and (best == NONE or leads[action] > leads[best]):
            best = action
    return best
