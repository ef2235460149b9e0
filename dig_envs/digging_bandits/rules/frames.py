"""Push, change and pop frames: things begun and not finished, the innermost last. `frame_fields.py` names what each holds."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.rules.frame_fields import set_detail, set_event, set_victim
from dig_envs.digging_bandits.state import NONE, FrameKind


@compiled
def push(state, frame_kind, player):
    """Begin something that belongs to a seat. The new frame holds 0, NONE, NONE."""
    table = state.table
    table.depth += 1
    table.frames[table.depth - 1].who = player
    become(state, frame_kind)


@compiled
def become(state, frame_kind):
    """Turn the innermost frame into another kind, of the same seat. It holds 0, NONE, NONE."""
    frame = state.table.frames[state.table.depth - 1]
    frame.what = frame_kind
    frame.x = 0
    frame.y = NONE
    frame.z = NONE


@compiled
def announce(state, event, player, victim, detail):
    """Put a seat's event to those who may answer it (DB-47). `frame_fields.py` says what the detail of each event is."""
    table = state.table
    frame = table.frames[table.depth]
    table.depth += 1
    frame.what = FrameKind.EVENT
    frame.who = player
    set_event(frame, np.int64(event))
    set_victim(frame, victim)
    set_detail(frame, detail)
    state.secret.cursor = 0


@compiled
def pop(state):
    """Remove the innermost frame, which is finished, and clear its cells."""
    table = state.table
    table.depth -= 1
    frame = table.frames[table.depth]
    frame.what = FrameKind.NOTHING
    frame.who = 0
    frame.x = 0
    frame.y = 0
    frame.z = 0


@compiled
def unwind(state):
    """Remove every frame but the turn itself."""
    while state.table.depth > 1:
        pop(state)


@compiled
def ask(state, player):
    """Have this seat decide next. Returns True, which ends `go_on` of `flow.py`."""
    state.secret.mover = player
    state.seats[player].asked = 1
    return True
