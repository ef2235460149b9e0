"""Digging up a bone, putting one back, and what others know of them (DIG-5, DIG-10)."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.dig.components import NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.rules.bones import back_of
from dig_envs.dig.rules.yard import may_have_seen
from dig_envs.dig.state import NONE, Phase


@compiled
def dig(state, player):
    """Take the bone under the dog in hand (DIG-5), and with it what others know of it (DIG-10)."""
    table = state.table
    place = np.int64(table.place[player])
    bone = np.int64(state.secret.yard[place])
    back = back_of(table, bone)
    for p in range(table.num_players):
        seat = state.seats[p]
        if p == player:
            seat.hand[bone] += 1
            seat.dug = bone
        elif seat.known[place] != NONE:
            seat.known_hand[player][bone] += 1
            seat.dug = bone
        seat.known[place] = NONE
        if p != player and may_have_seen(table, place, p):
            table.hand_seen[p][player][back] += 1
    table.hand_size[player] += 1
    table.hand_backs[player][back] += 1
    state.secret.yard[place] = NONE
    table.yard[place] = Card.HOLE
    table.bones -= 1
    table.phase = Phase.PUT  # until that is decided the hole keeps the bone's back, and which seats may know the bone


@compiled
def first_of(hand, colour):
    """Return the bone of a colour that is put back: of several the one whose other colour comes first (DIG-15)."""
    bone = colour
    while hand[bone] == 0:
        bone += NUM_COLOURS
    return bone


@compiled
def put_back(state, player, bone):
    """Put a bone of the hand into the hole (DIG-5). Others can't tell bones of one back in a hand apart (DIG-10)."""
    table = state.table
    place = table.place[player]
    back = back_of(table, bone)
    alike = table.hand_backs[player][back]
    table.seen_by[place] = 1 << player
    for p in range(table.num_players):
        if p != player:
            if alike == 1:
                follow_bone(state, p, player, bone, place)
            else:
                forget_alike(state, p, player, back)
    state.seats[player].hand[bone] -= 1
    state.seats[player].known[place] = bone
    table.hand_size[player] -= 1
    table.hand_backs[player][back] -= 1
    state.secret.yard[place] = bone
    table.yard[place] = Card.BONE
    table.bones += 1
    table.back[place] = back


@compiled
def follow_bone(state, p, player, bone, place):
    """Let seat p follow a bone, the only one of its back in the hand, into the hole (DIG-10)."""
    table = state.table
    back = back_of(table, bone)
    if state.seats[p].known_hand[player][bone] > 0:
        state.seats[p].known_hand[player][bone] = 0
        state.seats[p].known[place] = bone
    if table.hand_seen[p][player][back] > 0:
        table.hand_seen[p][player][back] = 0
        table.seen_by[place] |= 1 << p


@compiled
def forget_alike(state, p, player, back):
    """Let seat p forget a hand's bones of one back, of which one went into the hole (DIG-10)."""
    state.table.hand_seen[p][player][back] = 0
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            state.seats[p].known_hand[player][bone] = 0


@compiled
def forget_what_was_dug(state):
    """End the decision of DIG-5: no bone is the one just dug."""
    for p in range(state.table.num_players):
        state.seats[p].dug = NONE
