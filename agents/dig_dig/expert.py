"""Play Dig Dig as an expert: plan the row, play low numbers one at a time while there is a deck, and then look ahead.

Two players that look ahead can go round in circles. So late in a game the expert now and then plays like the greedy bot.
"""

from dig_envs.agents.dig_dig.greedy import PLAY_LIMBO, by_rule, lowest_to_play
from dig_envs.agents.dig_dig.lookahead import best_by_lookahead
from dig_envs.agents.dig_dig.valuation import rank_in_row
from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_unit
from dig_envs.dig_dig.components import COPIES, NUM_KINDS
from dig_envs.dig_dig.rules.actions import BLIND, LAY, PLAY
from dig_envs.dig_dig.state import NONE, Phase

LATE = 150  # turns of all seats; half of the games between two experts are over by the 125th
VARIETY = 0.5  # the share of the greedy bot's moves from then on


@compiled
def expert(table, seat, player, mask, rng):
    """Return the expert's action."""
    if table.phase == Phase.SET_UP:
        return LAY + best_to_lay(mask)
    if table.deck_size > 0 and mask[PLAY_LIMBO]:
        return PLAY_LIMBO
    number = lowest_to_play(mask)
    if table.deck_size > 0 and number != NONE:
        return PLAY + COPIES * number  # one at a time: the rest of the set stays safe to play
    if table.deck_size > 0 or number_of_plays(mask) < 2:
        return by_rule(table, mask)
    if table.turn >= LATE and draw_unit(rng, Stream.PLAY) < VARIETY:
        return by_rule(table, mask)
    return best_by_lookahead(table, seat, player, mask, rng)


@compiled
def best_to_lay(mask):
    """Return the kind that is easiest to shed when nothing else is left: NINJA and DROP, BOOM, then high numbers."""
    best = NONE
    for kind in range(NUM_KINDS):
        if mask[LAY + kind] and (best == NONE or rank_in_row(kind) > rank_in_row(best)):
            best = kind
    return best


@compiled
def number_of_plays(mask):
    """Return how many plays there are to choose from; all blind cards are alike."""
    count = 0
    for action in range(BLIND):
        count += mask[action]
    return count
