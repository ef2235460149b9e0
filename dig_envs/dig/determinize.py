"""The state as a seat knows it, and whole states that agree with it: for search, pictures and the leak test."""

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import Domain, Stream, draw_below, seed_generator
from dig_envs.dig.components import NUM_BACKS, NUM_BONES, PLACES, Card
from dig_envs.dig.observation import copies_of
from dig_envs.dig.rules import back_of, forget_everything, may_know
from dig_envs.dig.state import NONE, Phase


@compiled
def known_state(table, seat, player, state):
    """Fill a zeroed state with the knowledge of a seat, or of an onlooker if `player` is NOBODY; unknown bones are missing."""
    state.table = table
    state.secret.mover = table.active if table.end == End.RUNNING else NOBODY
    forget_everything(state)
    if player != NOBODY:
        state.seats[player] = seat
    for place in range(PLACES):
        state.secret.yard[place] = seat.known[place]
    for q in range(table.num_players):
        for bone in range(NUM_BONES):
            state.seats[q].hand[bone] = seat.hand[bone] if q == player else seat.known_hand[q][bone]
    state.seats[table.active].dug = seat.dug


@compiled
def redeal(table, seat, player, seed, state):
    """Fill a zeroed state with the knowledge of a seat, and draw the missing bones at random."""
    known_state(table, seat, player, state)
    seed_generator(state.secret.rng, seed, Domain.REDEAL)
    for q in range(table.num_players):
        if table.phase == Phase.PUT and q == table.active and state.seats[q].dug == NONE:
            state.seats[q].dug = draw_bone(state, table.back[table.place[q]])
            state.seats[q].hand[state.seats[q].dug] += 1
        for back in range(NUM_BACKS):
            for _ in range(table.hand_backs[q][back] - count_of_back(table, state.seats[q].hand, back)):
                state.seats[q].hand[draw_bone(state, back)] += 1
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE and state.secret.yard[place] == NONE:
            state.secret.yard[place] = draw_bone(state, table.back[place])
    for p in range(table.num_players):
        if p != player:
            imagine_knowledge(state, p)


@compiled
def missing(state, bone):
    """Return how many copies of a bone are neither dropped, nor in a hand, nor in the yard."""
    count = copies_of(state.table, bone)
    for p in range(state.table.num_players):
        count -= state.table.dropped[p][bone] + state.seats[p].hand[bone]
    for place in range(PLACES):
        count -= state.secret.yard[place] == bone
    return count


@compiled
def draw_bone(state, back):
    """Return a random bone of that back among those missing."""
    pool = 0
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            pool += missing(state, bone)
    chosen = draw_below(state.secret.rng, Stream.DEAL, pool)
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back:
            chosen -= missing(state, bone)
            if chosen < 0:
                return bone
    return NONE


@compiled
def count_of_back(table, bones, back):
    """Return how many bones of a back are among counts by bone."""
    count = 0
    for bone in range(NUM_BONES):
        if back_of(table, bone) == back:
            count += bones[bone]
    return count


# --- knowledge of the other seats


@compiled
def imagine_knowledge(state, p):
    """Give another seat its possible knowledge by public information: places of the yard, and a number of bones per hand."""
    table = state.table
    for place in range(1, table.length + 1):
        if table.yard[place] == Card.BONE and may_know(table, place, p):
            state.seats[p].known[place] = state.secret.yard[place]
    for q in range(table.num_players):
        if q != p:
            for back in range(NUM_BACKS):
                for _ in range(table.hand_seen[p][q][back]):
                    learn_one(state, p, q, back)
    if table.phase == Phase.PUT and p != table.active and may_know(table, table.place[table.active], p):
        learn_dug(state, p)


@compiled
def learn_one(state, p, q, back):
    """Draw a bone of q's hand with that back that p does not know yet, uniformly, and add it to p's knowledge."""
    hand = state.seats[q].hand
    known = state.seats[p].known_hand[q]
    chosen = draw_below(
        state.secret.rng, Stream.DEAL, count_of_back(state.table, hand, back) - count_of_back(state.table, known, back)
    )
    for bone in range(NUM_BONES):
        if back_of(state.table, bone) == back and chosen >= 0:
            chosen -= hand[bone] - known[bone]
            if chosen < 0:
                known[bone] += 1


@compiled
def learn_dug(state, p):
    """Make the bone just dug one of the bones that p knows in that hand, since p knew the place."""
    digger = state.table.active
    dug = state.seats[digger].dug
    state.seats[p].dug = dug
    known = state.seats[p].known_hand[digger]
    if known[dug] == 0:
        for bone in range(NUM_BONES):
            if known[bone] > 0 and known[dug] == 0 and back_of(state.table, bone) == back_of(state.table, dug):
                known[bone] -= 1
                known[dug] += 1
