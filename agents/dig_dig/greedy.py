"""Play Dig Dig greedily: a LIMBO while it may be played, the lowest number that fits, and other power cards last.

When each seat holds a LIMBO and no five or more is left to lay it on, a game can't end any more.
"""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_legal, draw_unit
from dig_envs.dig_dig.components import COPIES, NUM_KINDS, NUMBERS, Kind
from dig_envs.dig_dig.rules.actions import LAY, PICK_UP, PLAY, POWER
from dig_envs.dig_dig.state import NONE, Phase

PLAY_LIMBO = POWER + Kind.LIMBO - NUMBERS
LATE = 60  # turns of all seats; half of the games between two greedy bots are over by the 75th
VARIETY = 0.5  # the share of random moves from then on


@compiled
def greedy(table, seat, player, mask, rng):
    """Return the greedy bot's action; late in a game, now and then a random one, for two bots can go round in circles."""
    if table.turn >= LATE and draw_unit(rng, Stream.PLAY) < VARIETY:
        return draw_legal(mask, rng)
    return by_rule(table, mask)


@compiled
def by_rule(table, mask):
    """Return what the greedy bot plays by its rule. A LIMBO goes first: who keeps one may never find a card to lay it on."""
    if table.phase == Phase.SET_UP:
        return LAY + highest_to_lay(mask)
    if mask[PLAY_LIMBO]:
        return PLAY_LIMBO
    number = lowest_to_play(mask)
    if number != NONE:
        return all_copies(mask, number)
    for action in range(POWER, PICK_UP):
        if mask[action]:
            return action
    return PICK_UP


@compiled
def highest_to_lay(mask):
    """Return the highest kind that may be laid; power cards stand above the numbers."""
    highest = NONE
    for kind in range(NUM_KINDS):
        if mask[LAY + kind]:
            highest = kind
    return highest


@compiled
def lowest_to_play(mask):
    """Return the lowest number that may be played; NONE if there is none."""
    for number in range(NUMBERS):
        if mask[PLAY + COPIES * number]:
            return number
    return NONE


@compiled
def all_copies(mask, number):
    """Return the play of as many copies of a number as may be played."""
    action = PLAY + COPIES * number
    while action + 1 < PLAY + COPIES * (number + 1) and mask[action + 1]:
        action += 1
    return action
