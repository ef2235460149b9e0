"""Play cards out of turn: the seats that may answer an event, their cards, and the order of asking.

Implements C-3, DB-16 and DB-45 to DB-47.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import BLOCK, COWBOY, SHERIFF
from dig_envs.digging_bandits.rules.actions import PASS, PLAY_OF
from dig_envs.digging_bandits.rules.frame_fields import event_of, seat_of, victim_of
from dig_envs.digging_bandits.rules.frames import announce
from dig_envs.digging_bandits.rules.hands import use
from dig_envs.digging_bandits.rules.players import outside
from dig_envs.digging_bandits.rules.promises import promised
from dig_envs.digging_bandits.state import NONE, Event

NOBODY_MAY = 0
OTHERS_MAY = 1  # all except the acting seat
ANYONE_MAY = 2
VICTIM_MAY = 3

# The seats that may answer an event with a COWBOY, and with BANDIT'S BLOCK (DB-45, DB-46).
ANSWERS = {
    Event.ROLL: (NOBODY_MAY, NOBODY_MAY),
    Event.SHERIFF: (OTHERS_MAY, NOBODY_MAY),
    Event.COWBOY: (OTHERS_MAY, OTHERS_MAY),
    Event.TOLL: (OTHERS_MAY, NOBODY_MAY),
    Event.BRIBE: (OTHERS_MAY, NOBODY_MAY),
    Event.TNT: (OTHERS_MAY, NOBODY_MAY),
    Event.DIG: (OTHERS_MAY, NOBODY_MAY),
    Event.SPOON: (NOBODY_MAY, OTHERS_MAY),
    Event.DYNAMITE: (ANYONE_MAY, ANYONE_MAY),
    Event.PICK_UP: (OTHERS_MAY, NOBODY_MAY),
    Event.OUTLAW: (OTHERS_MAY, VICTIM_MAY),
    Event.LASSO: (OTHERS_MAY, VICTIM_MAY),
    Event.BUILD: (OTHERS_MAY, OTHERS_MAY),
    Event.TRADE: (OTHERS_MAY, OTHERS_MAY),
    Event.DUEL: (ANYONE_MAY, VICTIM_MAY),
    Event.GAMBLING: (ANYONE_MAY, VICTIM_MAY),
    Event.HIDEOUT: (ANYONE_MAY, NOBODY_MAY),
    Event.HEIST: (ANYONE_MAY, ANYONE_MAY),
    Event.BONUS: (NOBODY_MAY, OTHERS_MAY),
    Event.WARP: (NOBODY_MAY, OTHERS_MAY),
    Event.ENCORE: (NOBODY_MAY, OTHERS_MAY),
    Event.RESCUE: (NOBODY_MAY, OTHERS_MAY),
}
assert list(ANSWERS) == list(Event)
COWBOY_BY = np.array([cowboy for cowboy, _ in ANSWERS.values()], np.int64)
BLOCK_BY = np.array([block for _, block in ANSWERS.values()], np.int64)


@compiled
def is_among(allowed, player, actor, victim):
    """Return whether `allowed` (OTHERS_MAY, …) includes a seat."""
    if allowed == OTHERS_MAY:
        return player != actor
    return allowed == ANYONE_MAY or (allowed == VICTIM_MAY and player == victim)


@compiled
def may_answer_with(table, player, kind):
    """Return whether a seat may answer the innermost event with a card of that kind, if it holds one."""
    frame = table.frames[table.depth - 1]
    if not outside(table, player):
        return False
    if kind == SHERIFF:
        return event_of(frame) == Event.ROLL and not table.encore and player != seat_of(frame)  # DB-16
    allowed = COWBOY_BY[event_of(frame)] if kind == COWBOY else BLOCK_BY[event_of(frame)]
    return is_among(allowed, player, seat_of(frame), victim_of(frame))


@compiled
def holds_answer(table, seat, player, kind):
    """Return whether a seat holds a card of that kind to answer with, apart from cards promised in a trade (DB-29)."""
    if seat.hand[kind] == 0 or not may_answer_with(table, player, kind):
        return False
    return seat.hand[kind] > promised(table, seat, player, kind)


@compiled
def can_answer(table, seat, player):
    """Return whether a seat can answer the innermost event."""
    return (
        holds_answer(table, seat, player, SHERIFF)
        or holds_answer(table, seat, player, COWBOY)
        or holds_answer(table, seat, player, BLOCK)
    )


@compiled
def legal_answers(table, seat, player, mask):
    """Write the answers of a seat to the innermost event."""
    mask[PASS] = 1
    mask[PLAY_OF[SHERIFF]] = holds_answer(table, seat, player, SHERIFF)
    mask[PLAY_OF[COWBOY]] = holds_answer(table, seat, player, COWBOY)
    mask[PLAY_OF[BLOCK]] = holds_answer(table, seat, player, BLOCK)


# --- the order of asking: the victim at cell 0, then clockwise from the acting seat, which comes last (DB-47)


@compiled
def seat_in_order(table, cell):
    """Return the seat at a cell of the order of asking; NONE if that seat was asked before, as the victim."""
    frame = table.frames[table.depth - 1]
    if cell == 0:
        return victim_of(frame)
    player = (seat_of(frame) + cell) % table.num_players
    return np.int64(NONE if player == victim_of(frame) else player)


@compiled
def cell_of(table, player):
    """Return the cell of a seat in the order of asking about the innermost event."""
    frame = table.frames[table.depth - 1]
    if player == victim_of(frame):
        return 0
    return (player - seat_of(frame) - 1) % table.num_players + 1


@compiled
def next_to_answer(state):
    """Return the next seat, starting at the cursor, that can answer the innermost event; NONE if no seat is left."""
    table = state.table
    while state.secret.cursor <= table.num_players:
        player = seat_in_order(table, np.int64(state.secret.cursor))
        if player != NONE and can_answer(table, state.seats[player], player):
            state.secret.cursor = 0
            return player
        state.secret.cursor += 1
    state.secret.cursor = 0
    return np.int64(NONE)


@compiled
def resume_asking_at(state, player):
    """Resume asking about an event at the seat that played an answer (C-3)."""
    state.secret.cursor = cell_of(state.table, player)


# --- answers


@compiled
def pass_event(state, player):
    """Continue asking after a seat that passed; it is not asked again about that event (C-3)."""
    state.secret.cursor = cell_of(state.table, player) + 1


@compiled
def play_cowboy(state, player):
    """Play a COWBOY against the innermost event. Its victim is the seat of that event (DB-47)."""
    table = state.table
    blocked = seat_of(table.frames[table.depth - 1])
    use(state, player, COWBOY)
    announce(state, Event.COWBOY, player, blocked, COWBOY)


@compiled
def play_sheriff(state, player):
    """Play a SHERIFF against a roll (DB-16). `move.py` implements its effect."""
    table = state.table
    roller = seat_of(table.frames[table.depth - 1])
    use(state, player, SHERIFF)
    announce(state, Event.SHERIFF, player, roller, SHERIFF)
