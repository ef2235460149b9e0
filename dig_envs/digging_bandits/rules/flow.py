"""Run the flow of a game: a stack of frames, of which the innermost decides what happens next.

A frame is something begun and not finished: `what` it is, the seat `who` it belongs to, and up to three numbers
(`frame_fields.py` names them). `apply` hands a decision to the innermost frame (`decisions.py`). Then `go_on` lets the
innermost frame go on, again and again, until one asks a seat. A frame goes on by asking its seat, by becoming another, by
pushing one on top, or by popping itself: the frame below finds the table as it is now and goes on from there. So nothing
calls back, and any depth resumes.

The bottom frame is the turn, which becomes one thing after another (`turn.py`, `move.py`, `action.py`):

    MOVE -> (ROLL) -> TRAVEL or DESTINATION -> ACTION -> ENCORE -> the next MOVE

| frame | asks | holds | below it |
|---|---|---|---|
| MOVE | roll, or play WESTERN WARP; at a bridge: settle or stay | | |
| DESTINATION | where to warp | whether a WESTERN WARP is in play | |
| TRAVEL | how to settle at each bridge of the other side | steps left | |
| ACTION | Bonus action, dig, play, pick up, win | | |
| ENCORE | whether to play DOUBLE-TIME | | |
| TOOLS | which tool joins the DIGGING HAND | | ACTION |
| DIGGING | whether to dig on | cards that may come off, stones to break | ACTION |
| OUTLAW | which player, bridge or plot to rob, then which back or TECH | the player named | ACTION |
| BRIBE | whether the target pays, if it can | the thief, its loot | ACTION |
| LASSO, DUEL | which player | | ACTION (DUEL: also TAKE) |
| BUILD | where to build | | ACTION |
| OFFER | item after item | the side being composed, offers declined | ACTION |
| ANSWER | each of the others: yes or no | whether it said yes | OFFER |
| PARTNER | with whom to trade | | OFFER |
| TURN_IN | whether a partner gives its SPOON | the bandit, whether a rescue was considered | ACTION |
| BOUNTY | which player to rob, then which back | the player named | ACTION |
| DISCARD, TAKE | CARD CACHE: which card, which deck | cards left | ACTION |
| STAKE | where the PRIVATE PLOT goes | | ACTION |
| SHUFFLE | whether to set a trap | | ACTION, TAKE |
| TIP | how many cards, which is next, where it goes | cards in the cart, the next, a kind that all know | ACTION, TAKE |
| EVENT | those who may answer, one after another | which `Event`, the victim, a detail | any |

**Events** (`reactions.py`, `outcomes.py`). What others may stop is announced: an EVENT is pushed, and goes on by asking the
next seat of its order that could answer. When none is left it is popped and *carried out*. A COWBOY or a SHERIFF played into it
is an event of its own on top, which may be answered in turn: that is how windows nest. When it stands, the event
below is popped and *stopped*; when it was stopped itself, the event below goes on asking at the seat that played.
BANDIT'S BLOCK can't be answered (there is only one), and stops at once.

**What is public.** Frames are open to all: what is announced is heard. Which seat is asked about an event, for a bribe or for a
rescue depends on hands, so it stands in `secret.mover` and in that seat's own `asked`; in all other frames the seat asked
is the frame's. Nothing of a seat that was asked, and passed, is left anywhere.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.rules.action import act_or_end
from dig_envs.digging_bandits.rules.bribe import consider_bribe
from dig_envs.digging_bandits.rules.decisions import decide
from dig_envs.digging_bandits.rules.dig import go_on_digging
from dig_envs.digging_bandits.rules.doodads import go_on_taking
from dig_envs.digging_bandits.rules.frame_fields import seat_of
from dig_envs.digging_bandits.rules.frames import ask
from dig_envs.digging_bandits.rules.move import travel
from dig_envs.digging_bandits.rules.outcomes import carry_out
from dig_envs.digging_bandits.rules.reactions import next_to_answer
from dig_envs.digging_bandits.rules.town import settle_bandit
from dig_envs.digging_bandits.rules.turn import end_or_encore
from dig_envs.digging_bandits.state import NONE, FrameKind


@compiled
def apply(state, action):
    """Carry out one legal decision, and go on to the next decision or to the end of the game."""
    player = np.int64(state.secret.mover)
    state.seats[player].asked = 0
    decide(state, player, action)
    go_on(state)


@compiled
def go_on(state):
    """Let the innermost frame go on until it asks a seat, or the game ends."""
    asked = False
    while not asked and state.table.end == End.RUNNING:
        asked = innermost_goes_on(state)


@compiled
def innermost_goes_on(state):
    """Let the innermost frame go on once. Returns whether a seat is asked now."""
    frame = state.table.frames[state.table.depth - 1]
    player = seat_of(frame)
    if frame.what == FrameKind.EVENT:
        return event_goes_on(state)
    if frame.what == FrameKind.TRAVEL:
        return travel(state, player)
    if frame.what == FrameKind.ACTION:
        return act_or_end(state, player)
    if frame.what == FrameKind.ENCORE:
        return end_or_encore(state, player)
    if frame.what == FrameKind.DIGGING:
        return go_on_digging(state, player)
    if frame.what == FrameKind.BRIBE:
        return consider_bribe(state, player)
    if frame.what == FrameKind.TURN_IN:
        return settle_bandit(state, player)
    if frame.what == FrameKind.TAKE:
        return go_on_taking(state, player)
    return ask(state, player)


@compiled
def event_goes_on(state):
    """Ask the next seat that could answer the innermost event; if there is none, the event takes place."""
    player = next_to_answer(state)
    if player != NONE:
        return ask(state, player)
    carry_out(state)
    return False
