"""Run a game: a stack of frames, of which the innermost decides the next step.

A frame is a pending part of a turn: its kind (`FrameKind`), the seat that it belongs to, and up to three numbers
(`frame_fields.py` names them). `apply` passes a decision to the innermost frame (`decisions.py`). Then `advance` runs the
innermost frame repeatedly until a seat is asked. A frame asks its seat, changes to another kind, pushes a frame on top,
or pops itself. After a pop, the frame below continues from the table as it is then. No function waits for an answer, so
any depth of nesting can be stored and resumed.

The bottom frame is the turn. It changes its kind from step to step (`turn.py`, `move.py`, `action.py`):

    MOVE -> (ROLL) -> TRAVEL or DESTINATION -> ACTION -> ENCORE -> the next MOVE

| frame | question | numbers | frame below |
|---|---|---|---|
| MOVE | roll, or play WESTERN WARP; at a bridge: settle or stay | | |
| DESTINATION | where to warp | whether a WESTERN WARP is in play | |
| TRAVEL | how to settle at each bridge of the other side | steps left | |
| ACTION | Bonus action, dig, play, pick up, win | | |
| ENCORE | whether to play DOUBLE-TIME | | |
| TOOLS | which tool joins the DIGGING HAND | | ACTION |
| DIGGING | whether to continue digging | cards that may still be lifted, stones that can still be broken | ACTION |
| OUTLAW | which player, bridge or plot to rob, then which back or TECH | the named player | ACTION |
| BRIBE | whether the target pays, if it can | the thief, its loot | ACTION |
| LASSO, DUEL | which player | | ACTION (DUEL: also TAKE) |
| BUILD | where to build | | ACTION |
| OFFER | the next item | the side being composed, declined offers | ACTION |
| ANSWER | another player: yes or no | whether it said yes | OFFER |
| PARTNER | which player to trade with | | OFFER |
| TURN_IN | whether a partner gives its SPOON | the bandit, whether a rescue was considered | ACTION |
| BOUNTY | which player to rob, then which back | the named player | ACTION |
| DISCARD, TAKE | CARD CACHE: which card, which deck | cards left | ACTION |
| STAKE | where the PRIVATE PLOT goes | | ACTION |
| SHUFFLE | whether to set a trap | | ACTION, TAKE |
| TIP | how many cards, which is next, and its place | cards in the cart, the next, its kind if public | ACTION, TAKE |
| EVENT | each seat that can answer, in order | the `Event`, the victim, a detail | any |

**Events** (`reactions.py`, `outcomes.py`). A step that others may stop is announced: an EVENT is pushed. It asks the seats that
could answer, in order. When no seat is left, the event is popped and *carried out*. A COWBOY or a SHERIFF played into an
event is a new event on top, which may be answered itself: so windows nest. If nobody stops it, the event
below is popped and *stopped*. If it is stopped, asking about the event below resumes at the seat that played it.
BANDIT'S BLOCK stops at once; it cannot be answered, since there is only one.

**Public information.** Frames are public, since players hear announcements. Which seat is asked about an event, a bribe or a
rescue depends on hands. So that seat is stored in `secret.mover` and in its own `asked`; all other frames ask their own
seat. A seat that was asked and passed leaves no trace.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.rules.action import act_or_end
from dig_envs.digging_bandits.rules.bribe import consider_bribe
from dig_envs.digging_bandits.rules.decisions import decide
from dig_envs.digging_bandits.rules.dig import continue_digging
from dig_envs.digging_bandits.rules.doodads import continue_taking
from dig_envs.digging_bandits.rules.frame_fields import seat_of
from dig_envs.digging_bandits.rules.frames import ask
from dig_envs.digging_bandits.rules.move import travel
from dig_envs.digging_bandits.rules.outcomes import carry_out
from dig_envs.digging_bandits.rules.reactions import next_to_answer
from dig_envs.digging_bandits.rules.town import resolve_turn_in
from dig_envs.digging_bandits.rules.turn import end_or_encore
from dig_envs.digging_bandits.state import NONE, FrameKind


@compiled
def apply(state, action):
    """Carry out one legal decision, and advance to the next decision or to the end of the game."""
    player = np.int64(state.secret.mover)
    state.seats[player].asked = 0
    decide(state, player, action)
    advance(state)


@compiled
def advance(state):
    """Run the innermost frame until a seat is asked or the game ends."""
    asked = False
    while not asked and state.table.end == End.RUNNING:
        asked = advance_innermost(state)


@compiled
def advance_innermost(state):
    """Run the innermost frame once. Returns whether a seat is asked."""
    frame = state.table.frames[state.table.depth - 1]
    player = seat_of(frame)
    if frame.what == FrameKind.EVENT:
        return advance_event(state)
    if frame.what == FrameKind.TRAVEL:
        return travel(state, player)
    if frame.what == FrameKind.ACTION:
        return act_or_end(state, player)
    if frame.what == FrameKind.ENCORE:
        return end_or_encore(state, player)
    if frame.what == FrameKind.DIGGING:
        return continue_digging(state, player)
    if frame.what == FrameKind.BRIBE:
        return consider_bribe(state, player)
    if frame.what == FrameKind.TURN_IN:
        return resolve_turn_in(state, player)
    if frame.what == FrameKind.TAKE:
        return continue_taking(state, player)
    return ask(state, player)


@compiled
def advance_event(state):
    """Ask the next seat that could answer the innermost event, or carry the event out. Returns whether a seat is asked."""
    player = next_to_answer(state)
    if player != NONE:
        return ask(state, player)
    carry_out(state)
    return False
