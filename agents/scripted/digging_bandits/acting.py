"""The main action of the expert of Digging Bandits: win, rob, build, dig, pick up; with what wins in hand, lie low."""

import numpy as np

from agents.scripted.digging_bandits.choices import NOTHING, first_legal
from agents.scripted.digging_bandits.digging import first_tool
from agents.scripted.digging_bandits.knowledge import chance_of_dynamite, fortune
from agents.scripted.digging_bandits.robbing import somebody_has_find
from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import (
    BRIDGE,
    CHARACTERS,
    DUEL,
    GAMBLING,
    GUIDE,
    HEIST,
    LASSO,
    MAGNET,
    ORACLE,
    OUTLAW,
    SHOVEL,
    TRADE,
)
from dig_envs.digging_bandits.rules.actions import CASH_IN, END_TURN, PICK_UP, PLAY_OF, TURN_IN
from dig_envs.digging_bandits.rules.players import exposed, player_count, same_side
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

ENOUGH_TECH = 0
BONUS = np.array([PLAY_OF[MAGNET], PLAY_OF[GUIDE], PLAY_OF[ORACLE]], np.int64)
HARMLESS = np.array([PLAY_OF[OUTLAW], PLAY_OF[BRIDGE], END_TURN, PLAY_OF[LASSO], PLAY_OF[TRADE]], np.int64)
PLAYING = np.array([PLAY_OF[BRIDGE], PLAY_OF[LASSO], PLAY_OF[TRADE]], np.int64)
ENDING = np.array([PICK_UP, *range(TURN_IN, TURN_IN + len(CHARACTERS)), END_TURN], np.int64)
LAST = np.array([END_TURN, PICK_UP], np.int64)


@compiled
def act(table, seat, player, unseen, mask):
    action = win(table, player, mask)
    if action == NOTHING:
        action = first_legal(mask, BONUS)
    if action == NOTHING and fortune(table, seat, player) > 0.0:
        return lie_low(table, seat, player, unseen, mask)
    if action == NOTHING:
        action = first_tool(table, seat, player, unseen, mask)
    if action == NOTHING:
        action = play(table, player, mask)
    return first_legal(mask, ENDING) if action == NOTHING else action


@compiled
def win(table, player, mask):
    """GOLD, or the poster of a bandit who plays; NOTHING if there is none."""
    if mask[CASH_IN]:
        return np.int64(CASH_IN)
    for character in range(len(CHARACTERS)):
        if mask[TURN_IN + character] and bandit_of(table, character) != NONE:
            return np.int64(TURN_IN + character)
    return np.int64(NOTHING)


@compiled
def play(table, player, mask):
    if mask[PLAY_OF[OUTLAW]] and (somebody_has_find(table, player) or lacks_tech(table, player)):
        return PLAY_OF[OUTLAW]
    return first_legal(mask, PLAYING)


@compiled
def lacks_tech(table, player):
    if table.tech[player] >= ENOUGH_TECH:
        return False
    for other in range(player_count(table)):
        if exposed(table, player, other) and not same_side(table, player, other) and table.tech[other] > 0:
            return True
    return False


@compiled
def lie_low(table, seat, player, unseen, mask):
    """Something must be done: what can't harm, or the lesser risk of digging and picking up."""
    action = first_legal(mask, HARMLESS)
    if action != NOTHING:
        return action
    if mask[PLAY_OF[SHOVEL]] and chance_of_dynamite(table, seat, player, unseen) < risk_of_pick_up(unseen):
        return PLAY_OF[SHOVEL]
    return first_legal(mask, LAST)


@compiled
def risk_of_pick_up(unseen):
    """How likely the next Draw card takes the own hand."""
    count = np.int64(0)
    for kind in range(BRIDGE, DUEL + 6):
        count += unseen[kind]
    return (unseen[GAMBLING] + unseen[HEIST] + 0.5 * unseen[DUEL]) / max(1, count)
