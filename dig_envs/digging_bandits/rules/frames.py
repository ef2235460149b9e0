"""Push, change and pop frames, the pending parts of a turn; the last is the innermost. `frame_fields.py` names their fields."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.rules.frame_fields import set_detail, set_event, set_victim
from dig_envs.digging_bandits.state import NONE, FrameKind


@compiled
def push(state, frame_kind, player):
    """Push a new frame of a kind for a seat. It holds 0, NONE, NONE."""
    table = state.table
    table.depth += 1
    table.frames[table.depth - 1].who = player
    become(state, frame_kind)


@compiled
def become(state, frame_kind):
    """Change the innermost frame to another kind, for the same seat. It then holds 0, NONE, NONE."""
    frame = state.table.frames[state.table.depth - 1]
    frame.what = frame_kind
    frame.x = 0
    frame.y = NONE
    frame.z = NONE


@compiled
def announce(state, event, player, victim, detail):
    """Push the event of a seat, which others may answer (DB-47). `frame_fields.py` lists the details by event."""
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
    """Remove the innermost frame and clear its fields."""
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
    """Remove all frames except the turn."""
    while state.table.depth > 1:
        pop(state)


@compiled
def ask(state, player):
    """Ask a seat for the next decision. Returns True, which ends the loop of `advance` in `flow.py`."""
    state.secret.mover = player
    state.seats[player].asked = 1
    return True
