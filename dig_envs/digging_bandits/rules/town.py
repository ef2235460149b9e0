"""What is done in a town: building bridges, cashing in the GOLD, turning in WANTED pairs (DB-20, DB-54 to DB-58)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.digging_bandits.components import (
    BRIDGE,
    BUILDING_COINS,
    CABIN,
    COIN,
    DRAW_WANTED,
    IS_TOWN,
    LAND_WANTED,
    LOOP,
    SPOON,
    Back,
)
from dig_envs.digging_bandits.rules.actions import PASS, PLACE, PLAY_OF
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of, may_build_at, remove_bridge, remove_plot
from dig_envs.digging_bandits.rules.decks import discard, mix_bottom
from dig_envs.digging_bandits.rules.frames import announce, ask, pop, push
from dig_envs.digging_bandits.rules.hands import lose, take_all_cards, use
from dig_envs.digging_bandits.rules.loot import can_give_bounty
from dig_envs.digging_bandits.rules.players import outside, player_count, same_side
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, What


@compiled
def in_town(table, player):
    """DB-18: the piece stands on a town that it landed on this turn."""
    return table.landed != 0 and IS_TOWN[table.place[player]] != 0


# --- BUILD: a bridge


@compiled
def can_build(table, seat, player):
    if seat.hand[BRIDGE] == 0 or seat.hand[COIN] < BUILDING_COINS or not in_town(table, player):
        return False
    if bridges_of(table, player) >= bridge_limit(table):
        return False
    for place in range(LOOP):
        if may_build_at(table, place):
            return True
    return False


@compiled
def play_bridge(state, player):
    """The BRIDGE card and its COINs are in play until it stands."""
    lose(state, player, BRIDGE, EVERYONE)
    for _ in range(BUILDING_COINS):
        lose(state, player, COIN, EVERYONE)
    state.table.playing = BRIDGE
    push(state, What.BUILD, player, np.int64(0))


@compiled
def legal_build(table, mask):
    for place in range(LOOP):
        mask[PLACE + place] = may_build_at(table, place)


@compiled
def propose_bridge(state, player, action):
    pop(state)
    announce(state, Event.BUILD, player, NONE, action - PLACE)


@compiled
def build_bridge(state, player, place):
    """DB-20. Who stands there is across it (DB-23)."""
    state.table.bridge[place] = player
    for _ in range(BUILDING_COINS):
        discard(state, COIN)


@compiled
def lose_bridge(state):
    """DB-20: a blocked building loses BRIDGE and COINs, together."""
    start = np.int64(state.table.deck_size[Back.DRAW])
    discard(state, BRIDGE)
    for _ in range(BUILDING_COINS):
        discard(state, COIN)
    mix_bottom(state, np.int64(Back.DRAW), start)


# --- GOLD


@compiled
def cash_in(state, player):
    """DB-54: the game is won, by the partner too (DB-58)."""
    table = state.table
    for p in range(player_count(table)):
        table.winner[p] = same_side(table, p, player)
    finish_game(state, End.OVER)


@compiled
def finish_game(state, end):
    while state.table.depth > 0:
        pop(state)
    state.table.end = end
    state.secret.mover = NOBODY


# --- WANTED


@compiled
def bandit_of(table, character):
    """Who plays a character; NONE if nobody does."""
    for p in range(player_count(table)):
        if table.character[p] == character:
            return np.int64(p)
    return np.int64(NONE)


@compiled
def can_turn_in(table, seat, player, character):
    """DB-55, DB-58."""
    if seat.hand[LAND_WANTED + character] == 0 or seat.hand[DRAW_WANTED + character] == 0:
        return False
    bandit = bandit_of(table, character)
    if bandit != NONE:
        return not same_side(table, player, bandit) and table.place[bandit] != CABIN
    for other in range(player_count(table)):
        if can_give_bounty(table, player, other):
            return True
    return False


@compiled
def turn_in(state, player, character):
    """DB-55: the bandit is out, unless saved; for one nobody plays there is a bounty."""
    lose(state, player, LAND_WANTED + character, EVERYONE)
    lose(state, player, DRAW_WANTED + character, EVERYONE)
    bandit = bandit_of(state.table, character)
    if bandit == NONE:
        discard_pair(state, character)
        push(state, What.BOUNTY, player, NONE)
    else:
        push(state, What.TURN_IN, player, bandit)


@compiled
def discard_pair(state, character):
    discard(state, DRAW_WANTED + character)
    discard(state, LAND_WANTED + character)


# --- TURN_IN: x is the victim, y is 1 once a rescue was considered


@compiled
def settle_bandit(state, hunter):
    """DB-56: the victim's SPOON saves it by itself; a partner's, if the partner wants to (DB-58)."""
    table = state.table
    frame = table.frames[table.depth - 1]
    victim = np.int64(frame.x)
    if frame.y == NONE and not table.rescued[victim]:
        frame.y = 1
        if state.seats[victim].hand[SPOON] > 0:
            use_spoon(state, victim)
            return False
        saviour = partner_outside(table, victim)
        if saviour != NONE and state.seats[saviour].hand[SPOON] > 0:
            return ask(state, saviour)
    eliminate(state, hunter, victim)
    return False


@compiled
def partner_outside(table, victim):
    """The partner of a victim, if it is in the game and not in the cabin; else NONE (DB-58)."""
    for p in range(player_count(table)):
        if p != victim and same_side(table, p, victim) and outside(table, p):
            return np.int64(p)
    return np.int64(NONE)


@compiled
def legal_rescue(mask):
    mask[PLAY_OF[SPOON]] = 1
    mask[PASS] = 1


@compiled
def decide_rescue(state, player, action):
    if action != PASS:
        use_spoon(state, player)


@compiled
def use_spoon(state, player):
    """The rescue may be stopped (DB-45); it counts all the same: once per game and player."""
    victim = np.int64(state.table.frames[state.table.depth - 1].x)
    state.table.rescued[victim] = 1
    use(state, player, SPOON)
    announce(state, Event.RESCUE, player, NONE, victim)


@compiled
def rescue(state, victim):
    """DB-56: the victim stays in, with no cards."""
    table = state.table
    hunter = np.int64(table.frames[table.depth - 1].who)
    pop(state)
    take_all_cards(state, hunter, victim)
    discard_pair(state, np.int64(table.character[victim]))


@compiled
def eliminate(state, hunter, victim):
    """DB-55, DB-57: the hunter takes all its cards; both WANTED leave the game."""
    table = state.table
    pop(state)
    take_all_cards(state, hunter, victim)
    table.out[victim] = 1
    table.owing[victim] = 0
    for place in range(LOOP):
        if table.bridge[place] == victim:
            remove_bridge(state, place)
    if table.plot_owner == victim:
        remove_plot(state)
    if one_side_left(table):
        finish_game(state, End.OVER)


@compiled
def one_side_left(table):
    """DB-57, DB-58."""
    for p in range(player_count(table)):
        for q in range(player_count(table)):
            if not table.out[p] and not table.out[q] and not same_side(table, p, q):
                return False
    return True
