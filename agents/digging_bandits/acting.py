"""Choose the expert's main action: win, dig, rob, build, pick up; with what wins in hand, take no risks."""

import numpy as np

from dig_envs.agents.digging_bandits.choices import NOTHING, first_legal
from dig_envs.agents.digging_bandits.digging import first_tool
from dig_envs.agents.digging_bandits.robbing import greatest_threat
from dig_envs.agents.digging_bandits.valuation.hands import fortune, risk_of_pick_up
from dig_envs.agents.digging_bandits.valuation.land import chance_of_dynamite
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BRIDGE,
    CACHE,
    CHARACTERS,
    GUIDE,
    LASSO,
    MAGNET,
    ORACLE,
    OUTLAW,
    PLOT,
    SHOVEL,
    TRADE,
)
from dig_envs.digging_bandits.rules.actions import CASH_IN, END_TURN, PICK_UP, PLAY_OF, TURN_IN
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

BONUS = np.array([PLAY_OF[kind] for kind in (MAGNET, GUIDE, PLOT, ORACLE, CACHE)], np.int64)
PLAYING = np.array([PLAY_OF[BRIDGE], PLAY_OF[TRADE]], np.int64)
ENDING = np.array([PICK_UP, *range(TURN_IN, TURN_IN + len(CHARACTERS)), END_TURN], np.int64)
HARMLESS = np.array([PLAY_OF[OUTLAW], PLAY_OF[BRIDGE], END_TURN, PLAY_OF[LASSO], PLAY_OF[TRADE]], np.int64)
SUSPICION = 0.05  # a threat that is worth an OUTLAW


@compiled
def act(table, seat, player, unseen, mask):
    """Choose the next step of the turn: a win, a Bonus action, a dig, a play, a pick-up."""
    action = win(table, mask)
    if action == NOTHING:
        action = first_legal(mask, BONUS)
    if action == NOTHING and fortune(table, seat, player) > 0.0:
        return lie_low(table, seat, player, unseen, mask)
    if action == NOTHING:
        action = first_tool(table, seat, player, mask)
    if action == NOTHING:
        action = play(table, seat, player, unseen, mask)
    return first_legal(mask, ENDING) if action == NOTHING else action


@compiled
def win(table, mask):
    """Turn in GOLD, or the WANTED pair of a bandit who plays; NOTHING if there is neither."""
    if mask[CASH_IN]:
        return np.int64(CASH_IN)
    for character in range(len(CHARACTERS)):
        if mask[TURN_IN + character] and bandit_of(table, character) != NONE:
            return np.int64(TURN_IN + character)
    return np.int64(NOTHING)


@compiled
def play(table, seat, player, unseen, mask):
    """Play an OUTLAW if somebody may hold what wins, else what costs nothing. A LASSO is kept for `lie_low`."""
    if mask[PLAY_OF[OUTLAW]] and greatest_threat(table, seat, player, unseen) >= SUSPICION:
        return PLAY_OF[OUTLAW]
    return first_legal(mask, PLAYING)


@compiled
def lie_low(table, seat, player, unseen, mask):
    """Act with what wins in hand: do what can't harm, or else take the lesser risk of a dig and a pick-up."""
    action = first_legal(mask, HARMLESS)
    if action != NOTHING:
        return action
    if mask[PLAY_OF[SHOVEL]] and chance_of_dynamite(table, seat, player, unseen) < risk_of_pick_up(unseen):
        return PLAY_OF[SHOVEL]
    return np.int64(PICK_UP)
