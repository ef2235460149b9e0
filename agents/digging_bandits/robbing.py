"""Choose whom the expert robs, and of what."""

import numpy as np

from dig_envs.agents.digging_bandits.choices import NOTHING, first_legal
from dig_envs.agents.digging_bandits.valuation.hands import threat
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import MAX_PLAYERS, Back
from dig_envs.digging_bandits.rules.actions import BACK, PLAYER, TECH_CARD, THIS_BRIDGE, THIS_PLOT
from dig_envs.digging_bandits.rules.loot import seat_named
from dig_envs.digging_bandits.rules.players import exposed, player_count, same_side

LOOT = np.array(
    [BACK + Back.LAND, TECH_CARD, BACK + Back.DOODAD, BACK + Back.DRAW, BACK + Back.DIG, THIS_PLOT, THIS_BRIDGE], np.int64
)
THREAT = 100.0
FIND = 10.0


@compiled
def victim(table, seat, player, unseen, mask):
    """Choose the player who most likely holds what wins, then the one with the most cards; NOTHING if none may be named."""
    best = np.int64(NOTHING)
    most = -np.inf
    for k in range(MAX_PLAYERS - 1):
        if mask[PLAYER + k]:
            worth = worth_of_robbing(table, seat, player, unseen, seat_named(table, player, np.int64(PLAYER + k)))
            if worth > most:
                most = worth
                best = np.int64(PLAYER + k)
    return best


@compiled
def worth_of_robbing(table, seat, player, unseen, other):
    if same_side(table, player, other):
        return -1.0
    backs = table.backs[other]
    worth = THREAT * threat(table, seat, unseen, other) + FIND * backs[Back.LAND]
    return worth + backs[Back.DRAW] + backs[Back.DIG] + 2.0 * backs[Back.DOODAD]


@compiled
def whom_or_what(table, seat, player, unseen, mask):
    """Choose a target: a bridge if nobody is a threat, else a player, else a plot; once it is named, what to take."""
    if mask[THIS_BRIDGE] and greatest_threat(table, seat, player, unseen) == 0.0:
        return np.int64(THIS_BRIDGE)
    named = victim(table, seat, player, unseen, mask)
    return first_legal(mask, LOOT) if named == NOTHING else named


@compiled
def greatest_threat(table, seat, player, unseen):
    """Return the greatest threat of the players of other sides who are not in the cabin, from 0 to 1."""
    most = 0.0
    for other in range(player_count(table)):
        if exposed(table, player, other) and not same_side(table, player, other):
            most = max(most, threat(table, seat, unseen, other))
    return most
