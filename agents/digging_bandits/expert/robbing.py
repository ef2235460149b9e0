"""Choose the targets and the loot of the expert's robberies."""

import numpy as np

from dig_envs.agents.choices import NOTHING, first_of
from dig_envs.agents.digging_bandits.valuation.hands import threat
from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import MAX_PLAYERS, Back
from dig_envs.digging_bandits.rules.actions import Action, exposed, same_side, seat_named

LOOT = np.array(
    [
        Action.BACK + Back.LAND,
        Action.TECH_CARD,
        Action.BACK + Back.DOODAD,
        Action.BACK + Back.DRAW,
        Action.BACK + Back.DIG,
        Action.THIS_PLOT,
        Action.THIS_BRIDGE,
    ],
    np.int64,
)
THREAT = 100.0  # the weight of a threat
FIND = 10.0  # the weight of a Land card


@compiled
def victim(table, seat, player, unseen, mask):
    """Return the action that names the player with the highest worth of a robbery, or NOTHING."""
    best = np.int64(NOTHING)
    most = -np.inf
    for k in range(MAX_PLAYERS - 1):
        if mask[Action.PLAYER + k]:
            worth = worth_of_robbing(table, seat, player, unseen, seat_named(table, player, np.int64(Action.PLAYER + k)))
            if worth > most:
                most = worth
                best = np.int64(Action.PLAYER + k)
    return best


@compiled
def worth_of_robbing(table, seat, player, unseen, other):
    """Rate a robbery of a player by its threat and its cards."""
    if same_side(table, player, other):
        return -1.0
    backs = table.backs[other]
    worth = THREAT * threat(table, seat, unseen, other) + FIND * backs[Back.LAND]
    return worth + backs[Back.DRAW] + backs[Back.DIG] + 2.0 * backs[Back.DOODAD]


@compiled
def choose_target(table, seat, player, unseen, mask):
    """Return the target of a robbery, or its loot once the target is named. A bridge is the target if no player is a threat."""
    if mask[Action.THIS_BRIDGE] and greatest_threat(table, seat, player, unseen) == 0.0:
        return np.int64(Action.THIS_BRIDGE)
    named = victim(table, seat, player, unseen, mask)
    return first_of(mask, LOOT) if named == NOTHING else named


@compiled
def greatest_threat(table, seat, player, unseen):
    """Return the greatest threat among the players of other sides outside the cabin, from 0 to 1."""
    most = 0.0
    for other in range(table.num_players):
        if exposed(table, player, other) and not same_side(table, player, other):
            most = max(most, threat(table, seat, unseen, other))
    return most
