"""Hide from all other seats that a seat is asked whether to play cards that it holds (C-4).

Only a player with two COINs is asked for a bribe, only one with DOUBLE-TIME for an encore, only one with the SPOON to save a
partner. Until it plays the card, the others see what they saw before: for BRIBE the OUTLAW as it was announced, for ENCORE the
ACTION that is about to end; of TURN_IN nothing, but the pair lies open.
"""

import numpy as np

from dig_envs.core.compiler import inlined
from dig_envs.digging_bandits.rules.frame_fields import BRIBED_LOOT, DETAIL, EVENT, THIEF, VICTIM
from dig_envs.digging_bandits.state import FRAME, Event, FrameKind

IS_SECRET = np.array([kind in (FrameKind.BRIBE, FrameKind.ENCORE, FrameKind.TURN_IN) for kind in FrameKind], np.bool_)


@inlined
def is_hidden(innermost, seat):
    """Return whether the innermost frame is hidden from a seat: it asks another seat for what that one holds."""
    return IS_SECRET[np.uint8(innermost.what)] and not seat.asked


def clear_hidden(tables: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return copies of tables as seats may know them: a hidden frame is replaced by what is seen in its place.

    Args:
        tables: records of `TABLE`, (n,).
        seats: the record of the observer at each, (n,).
    """
    tables = tables.copy()
    rows = np.flatnonzero((tables["depth"] > 0) & (seats["asked"] == 0))
    cells = tables["depth"][rows] - 1
    frames = tables["frames"][rows, cells]
    frame_kind = frames["what"].copy()
    frames["what"][frame_kind == FrameKind.ENCORE] = FrameKind.ACTION
    frames[frame_kind == FrameKind.BRIBE] = announced_outlaws(frames[frame_kind == FrameKind.BRIBE])
    frames[frame_kind == FrameKind.TURN_IN] = np.zeros((), FRAME)
    tables["frames"][rows, cells] = frames
    tables["depth"][rows] -= frame_kind == FrameKind.TURN_IN
    return tables


def announced_outlaws(bribes: np.ndarray) -> np.ndarray:
    """Return the EVENT frames of the OUTLAWs that lead to these BRIBE frames."""
    events = np.zeros(len(bribes), FRAME)
    events["what"] = FrameKind.EVENT
    events["who"] = bribes[THIEF]
    events[EVENT] = Event.OUTLAW
    events[VICTIM] = bribes["who"]
    events[DETAIL] = bribes[BRIBED_LOOT]
    return events
