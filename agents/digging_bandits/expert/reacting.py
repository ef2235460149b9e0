"""Choose the expert's answers to events: it saves cards out of turn for decisive events."""

import numpy as np

from dig_envs.agents.choices import first_of
from dig_envs.agents.digging_bandits.valuation.exchanges import gain_by_exchange
from dig_envs.agents.digging_bandits.valuation.hands import prize_in_hand, threat
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BRIBE_COINS, Back, Card, Loot
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, same_side
from dig_envs.digging_bandits.rules.frames import bribed_loot, event_of, loot_of, seat_of, victim_of
from dig_envs.digging_bandits.rules.immediate import exchange_partner
from dig_envs.digging_bandits.rules.move import comes_to_town
from dig_envs.digging_bandits.rules.reactions import announced, is_exchange
from dig_envs.digging_bandits.state import NONE, Event

DEFENCES = np.array([PLAY_OF[Card.COWBOY], PLAY_OF[Card.BLOCK], Action.PASS], np.int64)
LOW_THREAT = 0.2  # a threat that is worth a SHERIFF, or the refusal of a bribe
HIGH_THREAT = 0.5  # a threat that is worth any card


@compiled
def answer(table, seat, player, unseen, mask):
    """Return the answer to an event. Each COWBOY cancels the one before, so the effect of one more depends on their number."""
    at, blocks = announced(table)
    frame = table.frames[at]
    if event_of(frame) == Event.ROLL:
        return answer_roll(table, seat, player, unseen, mask, seat_of(frame))
    stands = blocks % 2 == 0
    if is_worth_stopping(table, seat, player, unseen, frame) if stands else is_worth_having(table, player, frame):
        return first_of(mask, DEFENCES)
    return np.int64(Action.PASS)


@compiled
def answer_roll(table, seat, player, unseen, mask, roller):
    """Return the answer to a roll: a SHERIFF against a threat that comes to a town, or with a prize against any rival."""
    if not mask[PLAY_OF[Card.SHERIFF]] or same_side(table, player, roller):
        return np.int64(Action.PASS)
    danger = comes_to_town(table, roller) and threat(table, seat, unseen, roller) >= LOW_THREAT
    return PLAY_OF[Card.SHERIFF] if danger or prize_in_hand(table, seat, player) > 0.0 else np.int64(Action.PASS)


@compiled
def is_worth_stopping(table, seat, player, unseen, frame):
    """Return whether to stop an event."""
    event = event_of(frame)
    actor = seat_of(frame)
    mine = prize_in_hand(table, seat, player)
    if event == Event.DYNAMITE or event == Event.GAMBLING:
        return actor == player
    if event == Event.SHERIFF:
        return victim_of(frame) == player and mine > 0.0 and comes_to_town(table, player)
    if event == Event.OUTLAW:
        return victim_of(frame) == player and loss_from_outlaw(seat, mine, loot_of(frame)) >= HIGH_THREAT
    if is_exchange(event):
        return gain_by_exchange(table, player, frame) < 0 or (
            mine >= HIGH_THREAT and exchange_partner(table, player, frame) != NONE
        )
    if same_side(table, player, actor):
        return False
    if event == Event.BUILD:
        return True
    if event == Event.BRIBE:
        return table.active == player and threat(table, seat, unseen, actor) >= LOW_THREAT
    if event == Event.WARP or event == Event.ENCORE or event == Event.RESCUE or event == Event.TOLL:
        return threat(table, seat, unseen, actor) >= HIGH_THREAT
    return False


@compiled
def is_worth_having(table, player, frame):
    """Return whether to save a cancelled event."""
    if is_exchange(event_of(frame)):
        return gain_by_exchange(table, player, frame) > 0
    return seat_of(frame) == player and (event_of(frame) == Event.BUILD or event_of(frame) == Event.OUTLAW)


@compiled
def loss_from_outlaw(seat, mine, loot):
    """Rate the loss to an OUTLAW from 0 to 1; 0 if the seat can pay a bribe, which is cheaper than a card."""
    if seat.hand[Card.COIN] >= BRIBE_COINS:
        return 0.0
    if loot == Back.LAND:
        return mine
    return HIGH_THREAT if loot == Loot.BRIDGE else 0.0


@compiled
def bribe(table):
    """Return the action that bribes an OUTLAW if the loot is a Land card or a bridge."""
    loot = bribed_loot(table.frames[table.depth - 1])
    return np.int64(Action.PAY if loot == Back.LAND or loot == Loot.BRIDGE else Action.PASS)
