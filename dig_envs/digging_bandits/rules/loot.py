"""OUTLAW and LASSO, and the card that a bounty brings: what is taken from another player (DB-26 to DB-28, DB-55)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    BRIBE_COINS,
    CABIN,
    COIN,
    HAND_KINDS,
    LASSO,
    OUTLAW,
)
from dig_envs.digging_bandits.rules.actions import BACK, PASS, PAY, PLAYER, TECH_CARD, THIS_BRIDGE, THIS_PLOT
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of, change_owner
from dig_envs.digging_bandits.rules.frames import announce, ask, pop, push
from dig_envs.digging_bandits.rules.hands import cards_in_hand, steal, use
from dig_envs.digging_bandits.rules.players import exposed, player_count
from dig_envs.digging_bandits.state import NONE, Event, What

# What a thief is after: a back, or one of these.
LOOT_TECH = np.int64(BACKS)
LOOT_BRIDGE = LOOT_TECH + 1
LOOT_PLOT = LOOT_TECH + 2


@compiled
def seat_named(table, player, action):
    """The seat that a `player +k` names."""
    return np.int64((player + 1 + action - PLAYER) % table.num_players)


@compiled
def name_of_seat(table, player, other):
    """The action that names another seat."""
    return PLAYER + (other - player - 1) % table.num_players


# --- whom and what


@compiled
def can_be_robbed(table, player, other):
    """DB-26: another player, not in the cabin, who has a card or a TECH."""
    return exposed(table, player, other) and (cards_in_hand(table, other) > 0 or table.tech[other] > 0)


@compiled
def may_steal_bridge(table, player):
    """DB-27: the bridge it has landed on exactly, within the limit, its owner not in the cabin."""
    place = np.int64(table.place[player])
    if not table.landed or table.bridge[place] == NONE or table.bridge[place] == player:
        return False
    return table.place[table.bridge[place]] != CABIN and bridges_of(table, player) < bridge_limit(table)


@compiled
def may_steal_plot(table, player):
    if not table.landed or table.plot != table.place[player] or table.plot_owner == player:
        return False
    return table.place[table.plot_owner] != CABIN


@compiled
def can_play_outlaw(table, seat, player):
    if seat.hand[OUTLAW] == 0:
        return False
    for other in range(player_count(table)):
        if can_be_robbed(table, player, other):
            return True
    return may_steal_bridge(table, player) or may_steal_plot(table, player)


# --- OUTLAW: x is the player to rob, NONE until it is named


@compiled
def play_outlaw(state, player):
    use(state, player, OUTLAW)
    state.table.playing = OUTLAW
    push(state, What.OUTLAW, player, NONE)


@compiled
def legal_outlaw(table, player, mask):
    victim = np.int64(table.frames[table.depth - 1].x)
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
def legal_backs(table, victim, mask):
    for back in range(BACKS):
        mask[BACK + back] = table.backs[victim][back] > 0


@compiled
def decide_outlaw(state, player, action):
    table = state.table
    frame = table.frames[table.depth - 1]
    if PLAYER <= action < BACK:
        frame.x = seat_named(table, player, action)
    elif action == THIS_BRIDGE:
        send_outlaw(state, player, np.int64(table.bridge[table.place[player]]), LOOT_BRIDGE)
    elif action == THIS_PLOT:
        send_outlaw(state, player, np.int64(table.plot_owner), LOOT_PLOT)
    else:
        send_outlaw(state, player, np.int64(frame.x), action - BACK)


@compiled
def send_outlaw(state, player, victim, loot):
    pop(state)
    announce(state, Event.OUTLAW, player, victim, loot)


# --- BRIBE: an OUTLAW that stands may be bribed by its target. x is the thief, y what it is after


@compiled
def ask_for_bribe(state, thief, victim, loot):
    push(state, What.BRIBE, victim, thief)
    state.table.frames[state.table.depth - 1].y = loot


@compiled
def consider_bribe(state, victim):
    """Ask who can pay; else the theft takes place."""
    if state.seats[victim].hand[COIN] >= BRIBE_COINS:
        return ask(state, victim)
    rob(state, victim)
    return False


@compiled
def legal_bribe(mask):
    mask[PAY] = 1
    mask[PASS] = 1


@compiled
def decide_bribe(state, victim, action):
    if action == PASS:
        rob(state, victim)
    else:
        thief = np.int64(state.table.frames[state.table.depth - 1].x)
        for _ in range(BRIBE_COINS):
            use(state, victim, COIN)
        announce(state, Event.BRIBE, victim, thief, COIN)


@compiled
def rob(state, victim):
    """DB-26, DB-27: the thief gets what it is after."""
    table = state.table
    thief = np.int64(table.frames[table.depth - 1].x)
    loot = np.int64(table.frames[table.depth - 1].y)
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


# --- LASSO


@compiled
def play_lasso(state, player):
    use(state, player, LASSO)
    push(state, What.LASSO, player, np.int64(0))


@compiled
def legal_exposed(table, player, mask):
    """DB-28, DB-31: another player who is not in the cabin."""
    for other in range(player_count(table)):
        if exposed(table, player, other):
            mask[name_of_seat(table, player, other)] = 1


@compiled
def throw_lasso(state, player, action):
    victim = seat_named(state.table, player, action)
    pop(state)
    announce(state, Event.LASSO, player, victim, LASSO)


@compiled
def look_at_hand(state, player, victim):
    """DB-28: the whole hand, privately."""
    for kind in range(HAND_KINDS):
        state.seats[player].known[victim][kind] = state.seats[victim].hand[kind]


# --- BOUNTY: the card that a WANTED pair nobody plays brings (DB-55). x is the player, NONE until it is named


@compiled
def can_give_bounty(table, player, other):
    return exposed(table, player, other) and cards_in_hand(table, other) > 0


@compiled
def legal_bounty(table, player, mask):
    victim = np.int64(table.frames[table.depth - 1].x)
    if victim == NONE:
        for other in range(player_count(table)):
            if can_give_bounty(table, player, other):
                mask[name_of_seat(table, player, other)] = 1
    else:
        legal_backs(table, victim, mask)


@compiled
def decide_bounty(state, player, action):
    table = state.table
    frame = table.frames[table.depth - 1]
    if PLAYER <= action < BACK:
        frame.x = seat_named(table, player, action)
    else:
        victim = np.int64(frame.x)
        pop(state)
        steal(state, player, victim, action - BACK)
