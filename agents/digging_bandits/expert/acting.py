"""Choose the expert's main action: win, dig, rob, build or pick up. A winning hand takes no risks."""

import numpy as np

from dig_envs.agents.choices import NOTHING, first_of
from dig_envs.agents.digging_bandits.expert.digging import first_tool
from dig_envs.agents.digging_bandits.expert.robbing import greatest_threat
from dig_envs.agents.digging_bandits.valuation.hands import prize_in_hand, risk_of_pick_up
from dig_envs.agents.digging_bandits.valuation.land import chance_of_dynamite
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import CHARACTERS, Card
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action
from dig_envs.digging_bandits.rules.town import bandit_of
from dig_envs.digging_bandits.state import NONE

BONUS = np.array([PLAY_OF[kind] for kind in (Card.MAGNET, Card.GUIDE, Card.PLOT, Card.ORACLE, Card.CACHE)], np.int64)
PLAYING = np.array([PLAY_OF[Card.BRIDGE], PLAY_OF[Card.TRADE]], np.int64)
ENDING = np.array([Action.PICK_UP, *range(Action.TURN_IN, Action.TURN_IN + len(CHARACTERS)), Action.END_TURN], np.int64)
HARMLESS = np.array(
    [PLAY_OF[Card.OUTLAW], PLAY_OF[Card.BRIDGE], Action.END_TURN, PLAY_OF[Card.LASSO], PLAY_OF[Card.TRADE]], np.int64
)
OUTLAW_THREAT = 0.05  # the lowest threat that is worth an OUTLAW


@compiled
def act(table, seat, player, unseen, mask):
    """Return the next action of the turn: a win, a Bonus action, a dig, a play or a pick-up."""
    action = win(table, mask)
    if action == NOTHING:
        action = first_of(mask, BONUS)
    if action == NOTHING and prize_in_hand(table, seat, player) > 0.0:
        return play_safe(table, seat, player, unseen, mask)
    if action == NOTHING:
        action = first_tool(table, seat, player, mask)
    if action == NOTHING:
        action = play(table, seat, player, unseen, mask)
    return first_of(mask, ENDING) if action == NOTHING else action


@compiled
def win(table, mask):
    """Return the action that turns in GOLD or the WANTED pair of a player, or NOTHING."""
    if mask[Action.CASH_IN]:
        return np.int64(Action.CASH_IN)
    for character in range(len(CHARACTERS)):
        if mask[Action.TURN_IN + character] and bandit_of(table, character) != NONE:
            return np.int64(Action.TURN_IN + character)
    return np.int64(NOTHING)


@compiled
def play(table, seat, player, unseen, mask):
    """Return the play of an OUTLAW against a threat, or a play without cost. A LASSO is saved for `play_safe`."""
    if mask[PLAY_OF[Card.OUTLAW]] and greatest_threat(table, seat, player, unseen) >= OUTLAW_THREAT:
        return PLAY_OF[Card.OUTLAW]
    return first_of(mask, PLAYING)


@compiled
def play_safe(table, seat, player, unseen, mask):
    """Return an action for a winning hand: a harmless action, or the less risky of a dig and a pick-up."""
    action = first_of(mask, HARMLESS)
    if action != NOTHING:
        return action
    if mask[PLAY_OF[Card.SHOVEL]] and chance_of_dynamite(table, seat, player, unseen) < risk_of_pick_up(unseen):
        return PLAY_OF[Card.SHOVEL]
    return np.int64(Action.PICK_UP)
