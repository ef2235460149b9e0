"""Digging up a bone, putting one back, and what others know of them (DIG-5, DIG-10)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.dig.components import NUM_BONES, NUM_COLOURS, Card
from dig_envs.dig.rules.bones import back_of
from dig_envs.dig.rules.yard import may_have_seen
from dig_envs.dig.state import NONE, Phase


@compiled
def dig(state, player):
    """DIG-5: the bone goes to the hand, and with it what others know of it (DIG-10)."""
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
    table.phase = Phase.PUT  # until that is decided the hole keeps the back of what was dug, and who may know it


@compiled
def first_of(hand, colour):
    """DIG-15: of several bones of a colour, the one whose other colour comes first."""
    bone = colour
    while hand[bone] == 0:
        bone += NUM_COLOURS
    return bone


@compiled
def put_back(state, player, bone):
    """DIG-5, and what it does to knowledge: DIG-10. Bones in hand that look alike can't be told apart by others."""
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
    """Seat p sees the only bone of that back leave the hand for the hole."""
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
    """Seat p can't tell which of several bones of one back went into the hole."""
    state.table.hand_seen[p][player][back] = 0
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            state.seats[p].known_hand[player][bone] = 0


@compiled
def forget_what_was_dug(state):
    for p in range(state.table.num_players):
        state.seats[p].dug = NONE
