"""The bot `greedy` of Dig Dig: it plays LIMBO if it can, else the lowest number that fits, else another power card.

A game cannot end if every seat holds a LIMBO and no card from five up is left to play it on, so LIMBO goes first.
"""

from dig_envs.core.compiler import compiled
from dig_envs.core.rng import Stream, draw_legal, draw_unit
from dig_envs.dig_dig.components import COPIES, NUM_KINDS, NUMBERS, Card
from dig_envs.dig_dig.rules import Action
from dig_envs.dig_dig.state import NONE, Phase

PLAY_LIMBO = Action.POWER + Card.LIMBO - NUMBERS
LATE = 60  # turns of all seats; half of the games between two greedy bots end within 75 turns
VARIETY = 0.5  # the share of random moves after `LATE` turns


@compiled
def greedy(table, seat, player, mask, rng):
    """Return an action by fixed rules, or late in a game sometimes a random one, as bots can repeat moves endlessly."""
    if table.turn >= LATE and draw_unit(rng, Stream.PLAY) < VARIETY:
        return draw_legal(mask, rng)
    return by_rule(table, mask)


@compiled
def by_rule(table, mask):
    """Return the action by the fixed rules."""
    if table.phase == Phase.SET_UP:
        return Action.LAY + highest_to_lay(mask)
    if mask[PLAY_LIMBO]:
        return PLAY_LIMBO
    number = lowest_to_play(mask)
    if number != NONE:
        return all_copies(mask, number)
    for action in range(Action.POWER, Action.PICK_UP):
        if mask[action]:
            return action
    return Action.PICK_UP


@compiled
def highest_to_lay(mask):
    """Return the highest kind that may be laid; power cards are higher than numbers."""
    highest = NONE
    for kind in range(NUM_KINDS):
        if mask[Action.LAY + kind]:
            highest = kind
    return highest


@compiled
def lowest_to_play(mask):
    """Return the lowest number that may be played, or NONE."""
    for number in range(NUMBERS):
        if mask[Action.PLAY + COPIES * number]:
            return number
    return NONE


@compiled
def all_copies(mask, number):
    """Return the action that plays the most copies of a number."""
    action = Action.PLAY + COPIES * number
    while action + 1 < Action.PLAY + COPIES * (number + 1) and mask[action + 1]:
        action += 1
    return action
