"""Check the invariants of a state of DIG between decisions. `core/fields.py` checks the range of each field before."""

from enum import IntEnum

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.dig.components import HAND_LIMIT, MAX_PLAYERS, NUM_BACKS, NUM_BONES, PLACES, VALUES, Card
from dig_envs.dig.determinize import count_of_back, missing
from dig_envs.dig.rules import back_of, is_bowl, may_know
from dig_envs.dig.state import NONE, Phase


class Broken(IntEnum):
    """The invariants of DIG by number; 0 is a sound state."""

    NONE = 0
    TURN = 1  # whose turn, actions left, mover
    BONES = 2  # each bone in one place
    YARD = 3  # the public view of the yard agrees with the yard
    HANDS = 4  # the public view of hands agrees with the hands
    KNOWLEDGE = 5  # knowledge of seats is true, and within the public bounds


@compiled
def check(state):
    """Return 0, or the number of the invariant that the state breaks."""
    if not turn_is_sound(state):
        return Broken.TURN.value
    for bone in range(NUM_BONES):
        if missing(state, bone) != 0:
            return Broken.BONES.value
    if not yard_is_sound(state):
        return Broken.YARD.value
    for p in range(MAX_PLAYERS):
        if not hand_is_sound(state, p):
            return Broken.HANDS.value
        if not knowledge_is_true(state, p):
            return Broken.KNOWLEDGE.value
    return Broken.NONE.value


@compiled
def turn_is_sound(state):
    """Return whether turn, end, active seat, actions left and mover agree."""
    table = state.table
    if table.turn > table.max_turns or (table.end == End.TRUNCATED) != (table.turn == table.max_turns):
        return False
    if table.end != End.RUNNING:
        return state.secret.mover == NOBODY
    if table.phase == Phase.PUT and table.yard[table.place[table.active]] != Card.HOLE:
        return False
    begins = table.phase == Phase.ACT and table.actions_left == table.actions_per_turn
    if begins and table.length != table.bones + table.colours:  # DIG-8: a turn begins without holes
        return False
    return state.secret.mover == table.active < table.num_players and table.actions_left > 0


@compiled
def yard_is_sound(state):
    """Return whether cards, bones, backs, viewers and values agree."""
    table = state.table
    bones = bowls = 0
    for place in range(PLACES):
        card, bone = table.yard[place], state.secret.yard[place]
        bones += card == Card.BONE
        bowls += is_bowl(card)
        if (card == Card.BONE) != (bone != NONE) or (card == Card.NOTHING) != (place == 0 or place > table.length):
            return False
        if card == Card.BONE and table.back[place] != back_of(table, bone):
            return False
        if card != Card.BONE and not is_just_dug(table, place) and table.back[place] + table.seen_by[place] != 0:
            return False
        if table.seen_by[place] >> table.num_players != 0:
            return False
    for colour in range(table.colours):
        nearer = 0
        for other in range(table.colours):
            nearer += table.bowls[other] < table.bowls[colour]
        if table.yard[table.bowls[colour]] != Card.BOWL + colour or table.values[colour] != VALUES[nearer]:
            return False
    return bones == table.bones and bowls == table.colours


@compiled
def is_just_dug(table, place):
    """Return whether the active seat has just dug at the place, and chooses the bone to put back."""
    return table.phase == Phase.PUT and place == table.place[table.active]


@compiled
def hand_is_sound(state, p):
    """Return whether size and backs agree with the hand, and the bone just dug is in it."""
    table, hand = state.table, state.seats[p].hand
    if p >= table.num_players and table.hand_size[p] != 0:
        return False
    size = 0
    for back in range(NUM_BACKS):
        size += table.hand_backs[p][back]
        if table.hand_backs[p][back] != count_of_back(table, hand, back):
            return False
    if table.phase == Phase.ACT or p != table.active:
        return size == table.hand_size[p] <= HAND_LIMIT
    dug = state.seats[p].dug
    return size == table.hand_size[p] and dug != NONE and hand[dug] > 0 and back_of(table, dug) == table.back[table.place[p]]


@compiled
def knowledge_is_true(state, p):
    """Return whether the seat's knowledge of yard and hands is true, and within the public bounds of its knowledge."""
    table, seat = state.table, state.seats[p]
    for place in range(PLACES):
        if seat.known[place] != NONE and (seat.known[place] != state.secret.yard[place] or not may_know(table, place, p)):
            return False
    for q in range(MAX_PLAYERS):
        if not known_hand_is_true(state, p, q):
            return False
    if table.phase == Phase.PUT and p != table.active and p < table.num_players:
        return dug_is_true(state, p)
    return seat.dug == NONE or (table.phase == Phase.PUT and p == table.active)


@compiled
def known_hand_is_true(state, p, q):
    """Return whether the bones that p knows in q's hand are there, and within the public bounds."""
    table, known = state.table, state.seats[p].known_hand[q]
    observes = p != q and p < table.num_players
    for bone in range(NUM_BONES):
        if known[bone] > (state.seats[q].hand[bone] if observes else 0):
            return False
    for back in range(NUM_BACKS):
        seen = table.hand_seen[p][q][back]
        if not count_of_back(table, known, back) <= seen <= (table.hand_backs[q][back] if observes else 0):
            return False
    return True


@compiled
def dug_is_true(state, p):
    """Return whether the bone just dug is among the bones that p knows if p knows it, and among the unknown ones if not."""
    table = state.table
    digger, back = table.active, table.back[table.place[table.active]]
    known, dug = state.seats[p].known_hand[digger], state.seats[p].dug
    seen, size = table.hand_seen[p][digger][back], table.hand_backs[digger][back]
    if not may_know(table, table.place[digger], p):
        return dug == NONE and seen < size
    if dug == NONE:
        return seen > 0 and count_of_back(table, known, back) < size
    return dug == state.seats[digger].dug and known[dug] > 0
