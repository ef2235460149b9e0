"""Play cards out of turn: the seats that may answer an event, their cards, and the order of asking.

Implements C-3, DB-16 and DB-45 to DB-47.
"""

from enum import IntEnum

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import Card
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, outside
from dig_envs.digging_bandits.rules.cards import use
from dig_envs.digging_bandits.rules.frames import announce, event_of, partner_of, seat_of, seat_to_save, victim_of
from dig_envs.digging_bandits.rules.trade import promised
from dig_envs.digging_bandits.state import NONE, Event


class MayAnswer(IntEnum):
    """The seats that may answer an event."""

    NOBODY = 0
    OTHERS = 1  # all except the acting seat
    ANYONE = 2
    VICTIM = 3


# The seats that may answer an event with a COWBOY, and with BANDIT'S BLOCK (DB-45, DB-46).
ANSWERS = {
    Event.ROLL: (MayAnswer.NOBODY, MayAnswer.NOBODY),
    Event.SHERIFF: (MayAnswer.OTHERS, MayAnswer.NOBODY),
    Event.COWBOY: (MayAnswer.OTHERS, MayAnswer.OTHERS),
    Event.TOLL: (MayAnswer.OTHERS, MayAnswer.NOBODY),
    Event.BRIBE: (MayAnswer.OTHERS, MayAnswer.NOBODY),
    Event.TNT: (MayAnswer.OTHERS, MayAnswer.NOBODY),
    Event.DIG: (MayAnswer.OTHERS, MayAnswer.NOBODY),
    Event.SPOON: (MayAnswer.NOBODY, MayAnswer.OTHERS),
    Event.DYNAMITE: (MayAnswer.ANYONE, MayAnswer.ANYONE),
    Event.PICK_UP: (MayAnswer.OTHERS, MayAnswer.NOBODY),
    Event.OUTLAW: (MayAnswer.OTHERS, MayAnswer.VICTIM),
    Event.LASSO: (MayAnswer.OTHERS, MayAnswer.VICTIM),
    Event.BUILD: (MayAnswer.OTHERS, MayAnswer.OTHERS),
    Event.TRADE: (MayAnswer.OTHERS, MayAnswer.OTHERS),
    Event.DUEL: (MayAnswer.ANYONE, MayAnswer.VICTIM),
    Event.GAMBLING: (MayAnswer.ANYONE, MayAnswer.VICTIM),
    Event.HIDEOUT: (MayAnswer.ANYONE, MayAnswer.NOBODY),
    Event.HEIST: (MayAnswer.ANYONE, MayAnswer.ANYONE),
    Event.BONUS: (MayAnswer.NOBODY, MayAnswer.OTHERS),
    Event.WARP: (MayAnswer.NOBODY, MayAnswer.OTHERS),
    Event.ENCORE: (MayAnswer.NOBODY, MayAnswer.OTHERS),
    Event.RESCUE: (MayAnswer.NOBODY, MayAnswer.OTHERS),
}
assert list(ANSWERS) == list(Event)
COWBOY_BY = np.array([cowboy for cowboy, _ in ANSWERS.values()], np.int64)
BLOCK_BY = np.array([block for _, block in ANSWERS.values()], np.int64)


@compiled
def is_among(allowed, player, actor, victim):
    """Return whether `allowed` (a `MayAnswer`) includes a seat."""
    if allowed == MayAnswer.OTHERS:
        return player != actor
    return allowed == MayAnswer.ANYONE or (allowed == MayAnswer.VICTIM and player == victim)


@compiled
def may_answer_with(table, player, kind):
    """Return whether a seat may answer the innermost event with a card of that kind, if it holds one."""
    frame = table.frames[table.depth - 1]
    if not outside(table, player):
        return False
    if kind == Card.SHERIFF:
        return event_of(frame) == Event.ROLL and not table.encore and player != seat_of(frame)  # DB-16
    allowed = COWBOY_BY[event_of(frame)] if kind == Card.COWBOY else BLOCK_BY[event_of(frame)]
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
        holds_answer(table, seat, player, Card.SHERIFF)
        or holds_answer(table, seat, player, Card.COWBOY)
        or holds_answer(table, seat, player, Card.BLOCK)
    )


@compiled
def legal_answers(table, seat, player, mask):
    """Write the answers of a seat to the innermost event."""
    mask[Action.PASS] = 1
    mask[PLAY_OF[Card.SHERIFF]] = holds_answer(table, seat, player, Card.SHERIFF)
    mask[PLAY_OF[Card.COWBOY]] = holds_answer(table, seat, player, Card.COWBOY)
    mask[PLAY_OF[Card.BLOCK]] = holds_answer(table, seat, player, Card.BLOCK)


# --- the order of asking: the victim at cell 0, then clockwise from the acting seat, which comes last (DB-47)


@compiled
def seat_in_order(table, cell):
    """Return the seat at a cell of the order of asking; NONE if that seat was asked before, as the victim."""
    frame = table.frames[table.depth - 1]
    if cell == 0:
        return victim_of(frame)
    player = (seat_of(frame) + cell) % table.num_players
    return NONE if player == victim_of(frame) else player


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
        player = seat_in_order(table, state.secret.cursor)
        if player != NONE and can_answer(table, state.seats[player], player):
            state.secret.cursor = 0
            return player
        state.secret.cursor += 1
    state.secret.cursor = 0
    return NONE


@compiled
def resume_asking_at(state, player):
    """Resume asking about an event at the seat that played an answer (C-3)."""
    state.secret.cursor = cell_of(state.table, player)


# --- answers


@compiled
def resume_answered_event(state, player, victim, detail):
    """Resume asking about the event that a stopped COWBOY answered (C-3)."""
    resume_asking_at(state, player)


@compiled
def pass_event(state, player):
    """Continue asking after a seat that passed; it is not asked again about that event (C-3)."""
    state.secret.cursor = cell_of(state.table, player) + 1


@compiled
def play_cowboy(state, player):
    """Play a COWBOY against the innermost event. Its victim is the seat of that event (DB-47)."""
    table = state.table
    blocked = seat_of(table.frames[table.depth - 1])
    use(state, player, Card.COWBOY)
    announce(state, Event.COWBOY, player, blocked, Card.COWBOY)


@compiled
def play_sheriff(state, player):
    """Play a SHERIFF against a roll (DB-16). `move.py` implements its effect."""
    table = state.table
    roller = seat_of(table.frames[table.depth - 1])
    use(state, player, Card.SHERIFF)
    announce(state, Event.SHERIFF, player, roller, Card.SHERIFF)


# --- facts about an event


@compiled
def announced(table):
    """Return the index of the frame of the event below the COWBOYs, and the number of COWBOYs.

    The innermost frame must be an event. An odd number of COWBOYs means that the event is stopped.
    """
    at = table.depth - 1
    cowboys = 0
    while event_of(table.frames[at]) == Event.COWBOY:
        at -= 1
        cowboys += 1
    return at, cowboys


@compiled
def aimed_at(frame):
    """Return the target of an event: its victim, the partner of a TRADE, the seat that a RESCUE saves; NONE without target."""
    event = event_of(frame)
    if event == Event.TRADE:
        return partner_of(frame)
    return seat_to_save(frame) if event == Event.RESCUE else victim_of(frame)


@compiled
def is_exchange(event):
    """Return whether an event exchanges whole hands."""
    return event == Event.DUEL or event == Event.HEIST
