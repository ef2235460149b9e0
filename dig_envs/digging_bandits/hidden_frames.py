"""Hide from other seats that a seat is asked about cards in its hand (C-4).

A player is asked for a bribe only with two COINs, for an encore only with DOUBLE-TIME, and to save a partner only with the
SPOON. Until it plays the card, the other seats see the position before: for BRIBE the announced OUTLAW, for ENCORE the
ACTION that is about to end. Of TURN_IN they see only the WANTED pair.
"""

import numpy as np

from dig_envs.core.compiler import inlined
from dig_envs.digging_bandits.rules.frame_fields import BRIBED_LOOT, DETAIL, EVENT, THIEF, VICTIM
from dig_envs.digging_bandits.state import FRAME, Event, FrameKind

IS_SECRET = np.array([kind in (FrameKind.BRIBE, FrameKind.ENCORE, FrameKind.TURN_IN) for kind in FrameKind], np.bool_)


@inlined
def is_hidden(innermost, seat):
    """Return whether the innermost frame is hidden from a seat: it asks another seat about cards in that seat's hand."""
    return IS_SECRET[np.uint8(innermost.what)] and not seat.asked


def clear_hidden(tables: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return copies of tables as the observers know them: visible frames replace hidden ones.

    Args:
        tables: records of `TABLE`, shape (n,).
        seats: the record of the observer of each table, shape (n,).
    """
    tables = tables.copy()
    rows = np.flatnonzero((tables["depth"] > 0) & (seats["asked"] == 0))
    cells = tables["depth"][rows] - 1
    frames = tables["frames"][rows, cells]
    frame_kind = frames["what"].copy()
    frames["what"][frame_kind == FrameKind.ENCORE] = FrameKind.ACTION
    frames[frame_kind == FrameKind.BRIBE] = outlaw_events(frames[frame_kind == FrameKind.BRIBE])
    frames[frame_kind == FrameKind.TURN_IN] = np.zeros((), FRAME)
    tables["frames"][rows, cells] = frames
    tables["depth"][rows] -= frame_kind == FrameKind.TURN_IN
    return tables


def outlaw_events(bribes: np.ndarray) -> np.ndarray:
    """Return the EVENT frames of the OUTLAWs that led to these BRIBE frames."""
    events = np.zeros(len(bribes), FRAME)
    events["what"] = FrameKind.EVENT
    events["who"] = bribes[THIEF]
    events[EVENT] = Event.OUTLAW
    events[VICTIM] = bribes["who"]
    events[DETAIL] = bribes[BRIBED_LOOT]
    return events
