"""The stack of frames: what has been begun and is not finished, the innermost last. `flow.py` tells what each holds."""

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.state import NONE, What


@compiled
def push(state, what, who, x):
    """Begin something of a seat's. `x` is what that kind of frame holds first."""
    table = state.table
    frame = table.frames[table.depth]
    table.depth += 1
    frame.what = what
    frame.who = who
    frame.x = x
    frame.y = NONE
    frame.z = NONE


@compiled
def announce(state, event, who, victim, detail):
    """Put an event to those who may answer it (DB-47)."""
    table = state.table
    frame = table.frames[table.depth]
    table.depth += 1
    frame.what = What.EVENT
    frame.who = who
    frame.x = event
    frame.y = victim
    frame.z = detail
    state.secret.cursor = 0


@compiled
def pop(state):
    """The innermost thing is finished."""
    table = state.table
    table.depth -= 1
    frame = table.frames[table.depth]
    frame.what = What.NOTHING
    frame.who = 0
    frame.x = 0
    frame.y = 0
    frame.z = 0


@compiled
def become(state, what, x):
    """The innermost thing goes on as another, of the same seat."""
    frame = state.table.frames[state.table.depth - 1]
    frame.what = what
    frame.x = x
    frame.y = NONE
    frame.z = NONE


@compiled
def unwind(state):
    """Everything but the turn itself is over."""
    while state.table.depth > 1:
        pop(state)


@compiled
def ask(state, player):
    """This seat decides next."""
    state.secret.mover = player
    state.seats[player].asked = 1
    return True
