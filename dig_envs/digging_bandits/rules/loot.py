"""Take from another player: OUTLAW, LASSO, and the card of a bounty (DB-26 to DB-28, DB-55)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    CABIN,
    HAND_KINDS,
    LASSO,
    OUTLAW,
)
from dig_envs.digging_bandits.rules.actions import BACK, TECH_CARD, THIS_BRIDGE, THIS_PLOT, names_player
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of
from dig_envs.digging_bandits.rules.frame_fields import (
    set_target,
    target_of,
)
from dig_envs.digging_bandits.rules.frames import announce, pop, push
from dig_envs.digging_bandits.rules.hands import cards_in_hand, steal, use
from dig_envs.digging_bandits.rules.naming import legal_backs, name_of_seat, seat_named
from dig_envs.digging_bandits.rules.players import exposed, player_count
from dig_envs.digging_bandits.state import NONE, Event, FrameKind

# The loot of a thief is a back or one of these.
LOOT_TECH = np.int64(BACKS)
LOOT_BRIDGE = LOOT_TECH + 1
LOOT_PLOT = LOOT_TECH + 2
assert LOOT_TECH == TECH_CARD - BACK, "loot_named relies on it"


@compiled
def loot_named(action):
    """Return the loot that an action names: a back or LOOT_TECH."""
    return action - BACK


# --- which players, which bridge, which plot


@compiled
def can_be_robbed(table, player, other):
    """Return whether `other` is another player outside the cabin who has a card or a TECH (DB-26)."""
    return exposed(table, player, other) and (cards_in_hand(table, other) > 0 or table.tech[other] > 0)


@compiled
def may_steal_bridge(table, player):
    """Return whether a player may steal the bridge that it landed on exactly, whose owner is outside the cabin (DB-27)."""
    place = np.int64(table.place[player])
    if not table.landed or table.bridge[place] == NONE or table.bridge[place] == player:
        return False
    return table.place[table.bridge[place]] != CABIN and bridges_of(table, player) < bridge_limit(table)


@compiled
def may_steal_plot(table, player):
    """Return whether a player landed exactly on another's PRIVATE PLOT, whose owner is outside the cabin (DB-27)."""
    if not table.landed or table.plot != table.place[player] or table.plot_owner == player:
        return False
    return table.place[table.plot_owner] != CABIN


@compiled
def can_play_outlaw(table, seat, player):
    """Return whether a player holds an OUTLAW and something can be stolen."""
    if seat.hand[OUTLAW] == 0:
        return False
    for other in range(player_count(table)):
        if can_be_robbed(table, player, other):
            return True
    return may_steal_bridge(table, player) or may_steal_plot(table, player)


# --- OUTLAW


@compiled
def play_outlaw(state, player):
    """Play an OUTLAW; another may follow (DB-25)."""
    use(state, player, OUTLAW)
    state.table.playing = OUTLAW
    push(state, FrameKind.OUTLAW, player)
    set_target(state.table.frames[state.table.depth - 1], NONE)


@compiled
def legal_outlaw(table, player, mask):
    """Write the players, bridge and plot that an OUTLAW may rob; after a player is named, its backs and TECH (DB-26, DB-27)."""
    victim = target_of(table.frames[table.depth - 1])
    if victim == NONE:
        for other in range(player_count(table)):
            if can_be_robbed(table, player, other):
                mask[name_of_seat(table, player, other)] = 1
        mask[THIS_BRIDGE] = may_steal_bridge(table, player)
        mask[THIS_PLOT] = may_steal_plot(table, player)
    else:
        legal_backs(table, victim, mask)
        mask[TECH_CARD] = table.tech[victim] > 0


@compiled
def decide_outlaw(state, player, action):
    """Name the player to rob, or announce the theft."""
    table = state.table
    frame = table.frames[table.depth - 1]
    if names_player(action):
        set_target(frame, seat_named(table, player, action))
    elif action == THIS_BRIDGE:
        send_outlaw(state, player, np.int64(table.bridge[table.place[player]]), LOOT_BRIDGE)
    elif action == THIS_PLOT:
        send_outlaw(state, player, np.int64(table.plot_owner), LOOT_PLOT)
    else:
        send_outlaw(state, player, target_of(frame), loot_named(action))


@compiled
def send_outlaw(state, player, victim, loot):
    pop(state)
    announce(state, Event.OUTLAW, player, victim, loot)


# --- LASSO


@compiled
def play_lasso(state, player):
    """Play a LASSO (DB-28)."""
    use(state, player, LASSO)
    push(state, FrameKind.LASSO, player)


@compiled
def throw_lasso(state, player, action):
    """Announce the LASSO against the named player."""
    victim = seat_named(state.table, player, action)
    pop(state)
    announce(state, Event.LASSO, player, victim, LASSO)


@compiled
def look_at_hand(state, player, victim):
    """Show a whole hand to the player of a LASSO, in secret (DB-28)."""
    for kind in range(HAND_KINDS):
        state.seats[player].known[victim][kind] = state.seats[victim].hand[kind]


# --- BOUNTY: a card for the WANTED pair of a character without a player (DB-55)


@compiled
def can_give_bounty(table, player, other):
    """Return whether `other` is another player outside the cabin who holds a card."""
    return exposed(table, player, other) and cards_in_hand(table, other) > 0


@compiled
def legal_bounty(table, player, mask):
    """Write the players who may be robbed; after a player was named, its backs (DB-55)."""
    victim = target_of(table.frames[table.depth - 1])
    if victim == NONE:
        for other in range(player_count(table)):
            if can_give_bounty(table, player, other):
                mask[name_of_seat(table, player, other)] = 1
    else:
        legal_backs(table, victim, mask)


@compiled
def decide_bounty(state, player, action):
    """Name the player to rob, or steal a card of the named back (DB-55)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    if names_player(action):
        set_target(frame, seat_named(table, player, action))
    else:
        victim = target_of(frame)
        pop(state)
        steal(state, player, victim, loot_named(action))
