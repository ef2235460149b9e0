"""Determinization: build a whole state that agrees with all that one seat knows, for search and for the leak test."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator
from dig_envs.dig.components import NUM_BACKS, NUM_BONES, PLACES, Card
from dig_envs.dig.observation import unaccounted
from dig_envs.dig.rules.bones import back_of
from dig_envs.dig.rules.setup import forget_everything
from dig_envs.dig.rules.yard import may_have_seen
from dig_envs.dig.state import NONE, Phase


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with what the player knows; draw the rest from the bones it can't account for."""
    state.table = table
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    forget_everything(state)
    state.seats[player] = seat
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    clear_yard(state)
    deal_hands(state, player)
    deal_yard(state, player)
    for p in range(table.num_players):
        if p != player:
            imagine_knowledge(state, p)


@compiled
def deal_hands(state, player):
    """Deal the others' hands: what the player knows of them, then unknown bones of the backs that are seen."""
    table = state.table
    seat = state.seats[player]
    for q in range(table.num_players):
        if q != player:
            for bone in range(NUM_BONES):
                state.seats[q].hand[bone] = seat.known_hand[q][bone]
            if table.phase == Phase.PUT and q == table.active:
                imagine_dug_bone(state, player, q)
            for back in range(NUM_BACKS):
                missing = table.hand_backs[q][back] - count_of_back(table, state.seats[q].hand, back)
                for _ in range(missing):
                    state.seats[q].hand[draw_bone(state, player, back)] += 1


@compiled
def imagine_dug_bone(state, player, digger):
    """Choose the bone just dug: one that the player does not know in that hand, unless it knew what lay there."""
    table = state.table
    known = state.seats[player].dug
    if known != NONE:
        state.seats[digger].dug = known
    else:
        bone = draw_bone(state, player, np.int64(table.back[table.place[digger]]))
        state.seats[digger].hand[bone] += 1
        state.seats[digger].dug = bone


@compiled
def count_of_back(table, bones, back):
    """Return how many bones of a back are among counts by bone."""
    count = 0
    for bone in range(NUM_BONES):
        if bones[bone] > 0 and back_of(table, bone) == back:
            count += bones[bone]
    return count


@compiled
def left_in_pool(state, player, bone):
    """Return how many copies of a bone the player can't account for and this redeal has not placed yet."""
    table = state.table
    count = unaccounted(table, state.seats[player], bone)
    for q in range(table.num_players):
        if q != player:
            count -= max(0, state.seats[q].hand[bone] - state.seats[player].known_hand[q][bone])
    for place in range(1, table.length + 1):
        if state.secret.yard[place] == bone and state.seats[player].known[place] == NONE:
            count -= 1
    return count


@compiled
def draw_bone(state, player, back):
    """Return a random bone of that back from the pool."""
    pool = np.int64(0)
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            pool += left_in_pool(state, player, bone)
    chosen = draw_below(state.secret.rng, Stream.DEAL, pool)
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            chosen -= left_in_pool(state, player, bone)
            if chosen < 0:
                return bone
    return NONE


@compiled
def clear_yard(state):
    """Clear the yard of bones."""
    for place in range(PLACES):
        state.secret.yard[place] = NONE


@compiled
def deal_yard(state, player):
    """Lay the bones of the yard: those that the player knows, then unknown ones of the backs that are seen."""
    table = state.table
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE:
            known = state.seats[player].known[place]
            state.secret.yard[place] = known if known != NONE else draw_bone(state, player, np.int64(table.back[place]))


@compiled
def imagine_knowledge(state, p):
    """Give another seat the knowledge that all can tell it may have: places of the yard, and so many bones of each hand."""
    table = state.table
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE and may_have_seen(table, place, p):
            state.seats[p].known[place] = state.secret.yard[place]
    for q in range(table.num_players):
        if q != p:
            for back in range(NUM_BACKS):
                for _ in range(table.hand_seen[p][q][back]):
                    learn_one(state, p, q, back)
    if table.phase == Phase.PUT and p != table.active and may_have_seen(table, np.int64(table.place[table.active]), p):
        imagine_dug_known(state, p)


@compiled
def learn_one(state, p, q, back):
    """Draw one more bone of q's hand, of that back, each equally likely, and let p know it."""
    hand = state.seats[q].hand
    known = state.seats[p].known_hand[q]
    count = np.int64(0)
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            count += hand[bone] - known[bone]
    chosen = draw_below(state.secret.rng, Stream.DEAL, count)
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back and chosen >= 0:
            chosen -= hand[bone] - known[bone]
            if chosen < 0:
                known[bone] += 1


@compiled
def imagine_dug_known(state, p):
    """Let p, which knew the place, know the bone just dug among those that it knows in that hand."""
    digger = state.table.active
    dug = np.int64(state.seats[digger].dug)
    state.seats[p].dug = dug
    known = state.seats[p].known_hand[digger]
    if known[dug] == 0:
        for bone in range(NUM_BONES):
            if known[bone] > 0 and known[dug] == 0 and back_of(state.table, bone) == back_of(state.table, dug):
                known[bone] -= 1
                known[dug] += 1
