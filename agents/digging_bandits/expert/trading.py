"""Choose the expert's trades: its cheapest card for the best card of another player."""

import numpy as np

from dig_envs.agents.digging_bandits.greedy import first_legal, name_least
from dig_envs.agents.digging_bandits.valuation.hands import chance_to_hold
from dig_envs.agents.digging_bandits.valuation.prices import WORTH
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import COWBOY, GOLD, MAX_PLAYERS, OUTLAW, TRADE_ITEMS
from dig_envs.digging_bandits.rules.actions import ACCEPT, DONE, NAME, PASS, PLAYER, TECH_CARD
from dig_envs.digging_bandits.rules.frame_fields import side_of
from dig_envs.digging_bandits.rules.players import exposed, player_count
from dig_envs.digging_bandits.rules.trade import GIVING
from dig_envs.digging_bandits.state import NONE

WISHES = np.array([TECH_CARD, NAME + COWBOY, NAME + OUTLAW], np.int64)
WILLING = np.array([*range(PLAYER, PLAYER + MAX_PLAYERS - 1), PASS], np.int64)


@compiled
def offer(table, seat, player, unseen, mask):
    """Return the next item of an offer of one item for one."""
    if mask[DONE]:
        return np.int64(DONE)
    if side_of(table.frames[table.depth - 1]) == GIVING:
        return name_least(mask)
    for other in range(player_count(table)):
        if mask[NAME + GOLD] and exposed(table, player, other) and chance_to_hold(table, seat, unseen, other, GOLD) > 0.0:
            return np.int64(NAME + GOLD)
    return first_legal(mask, WISHES)


@compiled
def answer_offer(table, mask):
    """Return the answer to an offer: accept a gain, and give the cheapest card of a requested back."""
    if not mask[PASS]:
        return name_least(mask)
    gain = 0.0
    for k in range(TRADE_ITEMS):
        if table.give[k] != NONE:
            gain += WORTH[table.give[k]]
        if table.want[k] != NONE:
            gain -= WORTH[table.want[k]]
    return np.int64(ACCEPT if mask[ACCEPT] and gain > 0.0 else PASS)
