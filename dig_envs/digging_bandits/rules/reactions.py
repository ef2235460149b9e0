"""Cards out of turn: who may answer an event, with what, and who is asked in which order (C-3, DB-16, DB-45 to DB-47)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import BLOCK, COWBOY, SHERIFF
from dig_envs.digging_bandits.rules.actions import PASS, PLAY_OF
from dig_envs.digging_bandits.rules.frames import announce
from dig_envs.digging_bandits.rules.hands import use
from dig_envs.digging_bandits.rules.players import outside
from dig_envs.digging_bandits.rules.promises import promised
from dig_envs.digging_bandits.state import NONE, Event

NOBODY_MAY = 0
OTHERS_MAY = 1  # all but the acting seat
ANYONE_MAY = 2
VICTIM_MAY = 3

# Who may answer an event with a COWBOY, and with BANDIT'S BLOCK (DB-45, DB-46).
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
COWBOY_BY = np.array([ANSWERS[event][0] for event in Event], np.int64)
BLOCK_BY = np.array([ANSWERS[event][1] for event in Event], np.int64)


@compiled
def is_among(who, player, actor, victim):
    """Whether a seat is one of those that may."""
    if who == OTHERS_MAY:
        return player != actor
    return who == ANYONE_MAY or (who == VICTIM_MAY and player == victim)


@compiled
def may_answer_with(table, player, kind):
    """Whether a card of that kind, in this seat's hand, would be an answer to the innermost event."""
    frame = table.frames[table.depth - 1]
    if not outside(table, player):
        return False
    if kind == SHERIFF:
        return frame.x == Event.ROLL and not table.encore and player != frame.who
    by = COWBOY_BY[frame.x] if kind == COWBOY else BLOCK_BY[frame.x]
    return is_among(by, player, frame.who, frame.y)


@compiled
def holds_answer(table, seat, player, kind):
    """Cards that a trade has promised are not free (DB-29)."""
    return seat.hand[kind] > promised(table, seat, player, kind) and may_answer_with(table, player, kind)


@compiled
def can_answer(table, seat, player):
    return (
        holds_answer(table, seat, player, SHERIFF)
        or holds_answer(table, seat, player, COWBOY)
        or holds_answer(table, seat, player, BLOCK)
    )


@compiled
def legal_answers(table, seat, player, mask):
    mask[PASS] = 1
    mask[PLAY_OF[SHERIFF]] = holds_answer(table, seat, player, SHERIFF)
    mask[PLAY_OF[COWBOY]] = holds_answer(table, seat, player, COWBOY)
    mask[PLAY_OF[BLOCK]] = holds_answer(table, seat, player, BLOCK)


# --- the order of asking: cell 0 is the victim, then the seats clockwise from the acting one, which comes last (DB-47)


@compiled
def seat_in_order(table, cell):
    """The seat that an event asks at this point of its order; NONE where that has been the victim's turn already."""
    frame = table.frames[table.depth - 1]
    if cell == 0:
        return np.int64(frame.y)
    player = (frame.who + cell) % table.num_players
    return np.int64(NONE if player == frame.y else player)


@compiled
def cell_of(table, player):
    """Where a seat stands in the order of the innermost event."""
    frame = table.frames[table.depth - 1]
    if player == frame.y:
        return 0
    return (player - frame.who - 1) % table.num_players + 1


@compiled
def next_to_answer(state):
    """The next seat that could answer the innermost event, from the cursor on; NONE if there is nobody left."""
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
def go_on_from(state, player):
    """An event that still stands goes on asking at the seat that played (C-3)."""
    state.secret.cursor = cell_of(state.table, player)


# --- answers


@compiled
def pass_by(state, player):
    """Who passed is not asked again about that event."""
    state.secret.cursor = cell_of(state.table, player) + 1


@compiled
def play_cowboy(state, player):
    """The blocked player is the victim of the block (DB-47)."""
    table = state.table
    blocked = np.int64(table.frames[table.depth - 1].who)
    use(state, player, COWBOY)
    announce(state, Event.COWBOY, player, blocked, COWBOY)


@compiled
def play_sheriff(state, player):
    table = state.table
    roller = np.int64(table.frames[table.depth - 1].who)
    use(state, player, SHERIFF)
    announce(state, Event.SHERIFF, player, roller, SHERIFF)


@compiled
def shield_from_heist(state, player):
    """DB-45: the rest go on; z holds who is shielded, a bit a seat."""
    table = state.table
    use(state, player, BLOCK)
    frame = table.frames[table.depth - 1]
    frame.z = frame.z | 1 << player
    go_on_from(state, player)
