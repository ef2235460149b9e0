"""BRIBE: ask the victim of an OUTLAW that nobody stopped for a bribe; without one the theft takes place (DB-26, DB-27)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BRIBE_COINS, COIN
from dig_envs.digging_bandits.rules.actions import PASS, PAY
from dig_envs.digging_bandits.rules.board import change_owner
from dig_envs.digging_bandits.rules.frame_fields import bribed_loot, set_bribed_loot, set_thief, thief_of
from dig_envs.digging_bandits.rules.frames import announce, ask, pop, push
from dig_envs.digging_bandits.rules.hands import steal, use
from dig_envs.digging_bandits.rules.loot import LOOT_BRIDGE, LOOT_PLOT, LOOT_TECH
from dig_envs.digging_bandits.state import Event, FrameKind


@compiled
def ask_for_bribe(state, thief, victim, loot):
    """Push the frame in which the victim of an OUTLAW considers a bribe (DB-26)."""
    push(state, FrameKind.BRIBE, victim)
    frame = state.table.frames[state.table.depth - 1]
    set_thief(frame, thief)
    set_bribed_loot(frame, loot)


@compiled
def consider_bribe(state, victim):
    """Ask a victim that can pay; otherwise carry out the theft. Returns whether a seat is asked."""
    if state.seats[victim].hand[COIN] >= BRIBE_COINS:
        return ask(state, victim)
    rob(state, victim)
    return False


@compiled
def legal_bribe(mask):
    """Write the two choices of the victim: pay or not (DB-26)."""
    mask[PAY] = 1
    mask[PASS] = 1


@compiled
def decide_bribe(state, victim, action):
    """Announce the bribe, which others may stop (DB-24), or carry out the theft."""
    if action == PASS:
        rob(state, victim)
    else:
        thief = thief_of(state.table.frames[state.table.depth - 1])
        for _ in range(BRIBE_COINS):
            use(state, victim, COIN)
        announce(state, Event.BRIBE, victim, thief, COIN)


@compiled
def accept_bribe(state):
    """Finish an OUTLAW whose bribe was paid: nothing is stolen (DB-26)."""
    pop(state)


@compiled
def rob(state, victim):
    """Give the thief its loot (DB-26, DB-27)."""
    table = state.table
    thief = thief_of(table.frames[table.depth - 1])
    loot = bribed_loot(table.frames[table.depth - 1])
    pop(state)
    if loot == LOOT_BRIDGE:
        change_owner(table, np.int64(table.place[thief]), thief)
    elif loot == LOOT_PLOT:
        table.plot_owner = thief
    elif loot == LOOT_TECH:
        table.tech[victim] -= 1
        table.tech[thief] += 1
    else:
        steal(state, thief, victim, loot)
