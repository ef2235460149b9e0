"""The bot `greedy` of 2-Bit Bandits: the nearest stage, the least harmful paths, no backing out, the saloon at low health."""

import numpy as np

from dig_envs.agents.choices import first_legal
from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import ENCOUNTERS_A_PATH, PATHS, PLACES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules.actions import Action
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE, Phase

LOW = 3  # health at which the saloon has priority
# The harm of an encounter, by code: nothing, barrel, heart, tumble bomb, spikes, seven battles, seven elemental battles.
HARM = np.array([0.0, 0.0, -1.0, 2.0, 3.5] + [1.5] * 7 + [2.5] * 7)


@compiled
def greedy(table, seat, player, mask, rng):
    """Return the action for the current phase."""
    phase = table.phase
    if phase == Phase.EXPLORE or phase == Phase.CHOOSE or phase == Phase.PLAY_ON:
        return destination(table, player, mask)
    if phase == Phase.ASSIGN:
        return least_harmful_die(table, mask)
    if phase == Phase.READY or phase == Phase.BOOST:
        return np.int64(Action.GO_ON)
    if phase == Phase.ATTACK:
        return np.int64(Action.PASS)
    if phase == Phase.REROLL:
        return np.int64(Action.STAND)
    if phase == Phase.SAVE and mask[Action.DRINK]:
        return np.int64(Action.DRINK)
    return first_legal(mask)


@compiled
def destination(table, player, mask):
    """Return the action that goes to the saloon at low health or to the nearest stage, or that looks at level cards."""
    if mask[Action.FINISH]:
        return np.int64(Action.FINISH)
    saloon = nearest(table, player, mask, True)
    stage = nearest(table, player, mask, False)
    if saloon != NONE and table.health[player] <= LOW:
        return Action.STAGE + saloon
    if stage != NONE:
        return Action.STAGE + stage
    if mask[Action.LOOK]:
        return np.int64(Action.LOOK)
    return Action.STAGE + saloon if saloon != NONE else np.int64(Action.STOP)


@compiled
def nearest(table, player, mask, saloon):
    """Return the nearest legal saloon, or the nearest legal place that is not a saloon; NONE without such a place."""
    best = NONE
    for place in range(PLACES):
        if mask[Action.STAGE + place] and (stage_at(table, place) == Stage.SALOON) == saloon:
            if best == NONE or distance(table, player, place) < distance(table, player, best):
                best = place
    return best


@compiled
def distance(table, player, place):
    """Return the distance from a player's pawn to a place, in cells."""
    here = table.pawn[player] // STAGES_A_CARD
    there = place // STAGES_A_CARD
    return abs(table.x[there] - table.x[here]) + abs(table.y[there] - table.y[here])


@compiled
def least_harmful_die(table, mask):
    """Return the action that lays the least harmful die on the next scene card."""
    card = next_card(table)
    best = NONE
    for face in range(PATHS):
        if mask[Action.ASSIGN + face]:
            if best == NONE or harm(table, card, face) < harm(table, card, best):
                best = face
    return Action.ASSIGN + best


@compiled
def harm(table, card, path):
    """Return the total harm of the encounters of a path."""
    total = 0.0
    for encounter in range(ENCOUNTERS_A_PATH):
        total += HARM[table.faces.scenes[card][path][encounter]]
    return total


@compiled
def next_card(table):
    """Return the scene card that receives the next die."""
    k = 0
    while table.row_dice[k] != 0:
        k += 1
    return table.row[k]
