"""Build bridges in a town (DB-20)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BRIDGE, BUILDING_COINS, COIN, LOOP, Back
from dig_envs.digging_bandits.rules.actions import PLACE
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of, in_town, may_build_at
from dig_envs.digging_bandits.rules.decks import discard, mix_bottom
from dig_envs.digging_bandits.rules.frames import announce, pop, push
from dig_envs.digging_bandits.rules.hands import lose
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind


@compiled
def can_build(table, seat, player):
    """Return whether a player has the cards to build a bridge, and a place for it (DB-20)."""
    if seat.hand[BRIDGE] == 0 or seat.hand[COIN] < BUILDING_COINS or not in_town(table, player):
        return False
    return may_build_somewhere(table, player)


@compiled
def may_build_somewhere(table, player):
    """Return whether a player may own one more bridge, and a place for it exists."""
    if bridges_of(table, player) >= bridge_limit(table):
        return False
    for place in range(LOOP):
        if may_build_at(table, place):
            return True
    return False


@compiled
def play_bridge(state, player):
    """Play a BRIDGE card and its COINs. They stay in play until the bridge is built or stopped."""
    lose(state, player, BRIDGE, EVERYONE)
    for _ in range(BUILDING_COINS):
        lose(state, player, COIN, EVERYONE)
    state.table.playing = BRIDGE
    push(state, FrameKind.BUILD, player)


@compiled
def legal_build(table, mask):
    """Write the places where a bridge may be built (DB-20)."""
    for place in range(LOOP):
        mask[PLACE + place] = may_build_at(table, place)


@compiled
def propose_bridge(state, player, action):
    """Announce a bridge on the named place; others may stop it."""
    pop(state)
    announce(state, Event.BUILD, player, NONE, action - PLACE)


@compiled
def build_bridge(state, player, place):
    """Build the bridge and discard its COINs (DB-20). A piece at its place has already crossed it (DB-23)."""
    state.table.bridge[place] = player
    for _ in range(BUILDING_COINS):
        discard(state, COIN)


@compiled
def lose_bridge(state):
    """Discard BRIDGE and COINs of a stopped building, together (DB-20)."""
    start = np.int64(state.table.deck_size[Back.DRAW])
    discard(state, BRIDGE)
    for _ in range(BUILDING_COINS):
        discard(state, COIN)
    mix_bottom(state, np.int64(Back.DRAW), start)
