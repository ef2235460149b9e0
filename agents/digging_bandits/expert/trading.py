"""Choose the expert's trades: its cheapest card for the best card of another player."""

import numpy as np

from dig_envs.agents.choices import first_of
from dig_envs.agents.digging_bandits.greedy import name_least
from dig_envs.agents.digging_bandits.valuation.hands import chance_to_hold
from dig_envs.agents.digging_bandits.valuation.prices import WORTH
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import MAX_PLAYERS, TRADE_ITEMS, Card
from dig_envs.digging_bandits.rules.actions import Action, exposed
from dig_envs.digging_bandits.rules.frames import side_of
from dig_envs.digging_bandits.rules.trade import Side
from dig_envs.digging_bandits.state import NONE

WISHES = np.array([Action.TECH_CARD, Action.NAME + Card.COWBOY, Action.NAME + Card.OUTLAW], np.int64)
WILLING = np.array([*range(Action.PLAYER, Action.PLAYER + MAX_PLAYERS - 1), Action.PASS], np.int64)


@compiled
def offer(table, seat, player, unseen, mask):
    """Return the next item of an offer of one item for one."""
    if mask[Action.DONE]:
        return np.int64(Action.DONE)
    if side_of(table.frames[table.depth - 1]) == Side.GIVING:
        return name_least(mask)
    for other in range(table.num_players):
        if (
            mask[Action.NAME + Card.GOLD]
            and exposed(table, player, other)
            and chance_to_hold(table, seat, unseen, other, Card.GOLD) > 0.0
        ):
            return np.int64(Action.NAME + Card.GOLD)
    return first_of(mask, WISHES)


@compiled
def answer_offer(table, mask):
    """Return the answer to an offer: accept a gain, and give the cheapest card of a requested back."""
    if not mask[Action.PASS]:
        return name_least(mask)
    gain = 0.0
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            gain += WORTH[table.give[k]]
        if table.want[k] != NONE:
            gain -= WORTH[table.want[k]]
    return np.int64(Action.ACCEPT if mask[Action.ACCEPT] and gain > 0.0 else Action.PASS)
