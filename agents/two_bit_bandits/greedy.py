"""Play 2-Bit Bandits greedily: the nearest stage, the least harmful paths, no backing out, the saloon when low."""

import numpy as np

from dig_envs.agents.two_bit_bandits.reading import first_legal, next_card
from dig_envs.core.compiler import compiled
from dig_envs.two_bit_bandits.components import ENCOUNTERS_A_PATH, PATHS, PLACES, STAGES_A_CARD, Stage
from dig_envs.two_bit_bandits.rules import actions
from dig_envs.two_bit_bandits.rules.level_map import stage_at
from dig_envs.two_bit_bandits.state import NONE, Phase

LOW = 3  # health at which the saloon comes first
# How bad an encounter is, by code: nothing, barrel, heart, tumble bomb, spikes, seven battles, seven elemental battles.
HARM = np.array([0.0, 0.0, -1.0, 2.0, 3.5] + [1.5] * 7 + [2.5] * 7)


@compiled
def greedy(table, seat, player, mask, rng):
    """Return the greedy bot's action in any phase."""
    phase = table.phase
    if phase == Phase.EXPLORE or phase == Phase.CHOOSE or phase == Phase.PLAY_ON:
        return where_to(table, player, mask)
    if phase == Phase.ASSIGN:
        return least_harmful_die(table, mask)
    if phase == Phase.READY or phase == Phase.BOOST:
        return actions.GO_ON
    if phase == Phase.ATTACK:
        return actions.PASS
    if phase == Phase.REROLL:
        return actions.STAND
    if phase == Phase.SAVE and mask[actions.DRINK]:
        return actions.DRINK
    return first_legal(mask)


@compiled
def where_to(table, player, mask):
    """Go to the saloon when low, else to the nearest stage; without one look at level cards."""
    if mask[actions.FINISH]:
        return actions.FINISH
    saloon = nearest(table, player, mask, True)
    stage = nearest(table, player, mask, False)
    if saloon != NONE and table.health[player] <= LOW:
        return actions.STAGE + saloon
    if stage != NONE:
        return actions.STAGE + stage
    if mask[actions.LOOK]:
        return actions.LOOK
    return actions.STAGE + saloon if saloon != NONE else actions.STOP


@compiled
def nearest(table, player, mask, saloon):
    """Return the nearest legal place among the saloons or among all others; NONE if there is none."""
    best = NONE
    for place in range(PLACES):
        if mask[actions.STAGE + place] and (stage_at(table, place) == Stage.SALOON) == saloon:
            if best == NONE or distance(table, player, place) < distance(table, player, best):
                best = place
    return best


@compiled
def distance(table, player, place):
    """Count the cells from the player's pawn to a place."""
    here = table.pawn[player] // STAGES_A_CARD
    there = place // STAGES_A_CARD
    return abs(np.int64(table.x[there]) - table.x[here]) + abs(np.int64(table.y[there]) - table.y[here])


@compiled
def least_harmful_die(table, mask):
    """Return the action that lays the die with the least harmful path on the next scene card."""
    card = next_card(table)
    best = NONE
    for face in range(PATHS):
        if mask[actions.ASSIGN + face]:
            if best == NONE or harm(table, card, face) < harm(table, card, best):
                best = face
    return actions.ASSIGN + best


@compiled
def harm(table, card, path):
    """Add up how bad the encounters of a path are."""
    total = 0.0
    for encounter in range(ENCOUNTERS_A_PATH):
        total += HARM[table.faces.scenes[card][path][encounter]]
    return total
