"""Push, change and pop frames, the pending parts of a turn, and name the numbers that each kind of frame holds.

A frame is a `FrameKind`, a seat and three numbers. Only this module uses the numbers; a getter and a setter name each.
A new frame holds 0, NONE, NONE. Names for the same field share one function, so that it is compiled once.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits import components
from dig_envs.digging_bandits.components import Loot
from dig_envs.digging_bandits.state import NONE, Event, FrameKind


@compiled
def _get_first(frame):
    return frame.first


@compiled
def _get_second(frame):
    return frame.second


@compiled
def _get_third(frame):
    return frame.third


@compiled
def _set_first(frame, value):
    frame.first = value


@compiled
def _set_second(frame, value):
    frame.second = value


@compiled
def _set_third(frame, value):
    frame.third = value


@compiled
def seat_of(frame):
    """Return the seat that a frame of any kind belongs to."""
    return frame.seat


@compiled
def numbers_of(frame):
    """Return the three numbers of a frame, as int64."""
    return frame.first, frame.second, frame.third


# DESTINATION: 1 if a WESTERN WARP is in play, 0 after a roll of 4 and 2
warp_in_play, set_warp_in_play = _get_first, _set_first

# TRAVEL: steps left of the roll
steps_left, set_steps_left = _get_first, _set_first

# DIGGING: cards that may still be lifted; DISCARD and TAKE: cards still to discard or to take
cards_left, set_cards_left = _get_first, _set_first
# DIGGING: stones that can still be broken
stones_left, set_stones_left = _get_second, _set_second

# OUTLAW and BOUNTY: the player to rob, NONE until it is named; TURN_IN: the bandit that is turned in
target_of, set_target = _get_first, _set_first
# TURN_IN: NONE before a rescue was considered, then 1
rescue_considered, set_rescue_considered = _get_second, _set_second

# BRIBE: the thief and its loot (a back or a `Loot`); the seat of the frame is the victim
thief_of, set_thief = _get_first, _set_first
bribed_loot, set_bribed_loot = _get_second, _set_second

# OFFER: the side being composed (GIVING or WANTING), and the number of declined offers
side_of, set_side = _get_first, _set_first
offers_declined, set_offers_declined = _get_second, _set_second

# ANSWER: 1 once the seat has said yes, while it names cards of wanted backs
has_accepted, set_has_accepted = _get_first, _set_first

# TIP: the number of cards in the cart (0 before it is chosen), the index of the next card (NONE before it is chosen), and the
# kind of the card if everyone knows it, else NONE
cart_size, set_cart_size = _get_first, _set_first
next_in_cart, set_next_in_cart = _get_second, _set_second
open_kind, set_open_kind = _get_third, _set_third

# EVENT: the `Event`, the seat that it is aimed at (or NONE), and a detail that depends on the event:
event_of = _get_first
victim_of = _get_second
detail_of = _get_third
# SHERIFF, COWBOY, TOLL, BRIBE, TNT, SPOON, DYNAMITE, LASSO, DUEL, GAMBLING, HIDEOUT, BONUS, WARP, ENCORE: the card
card_played = _get_third
loot_of = _get_third  # OUTLAW: a back or a `Loot`
place_of = _get_third  # BUILD: the place of the bridge
partner_of = _get_third  # TRADE: the seat that the trader has picked
shielded_from, set_shielded = _get_third, _set_third  # HEIST: the seats that BANDIT'S BLOCK shields, a bit per seat
seat_to_save = _get_third  # RESCUE: the bandit that was turned in
set_event, set_victim, set_detail = _set_first, _set_second, _set_third


# --- the ranges of the numbers

UNUSED = (NONE, NONE)
TARGET = (NONE, components.MAX_PLAYERS - 1)
# The minimum and maximum of the three numbers by kind; other kinds have (0, 0), UNUSED, UNUSED.
RANGES = {
    FrameKind.DESTINATION: ((0, 1), UNUSED, UNUSED),
    FrameKind.TRAVEL: ((0, components.MAX_STEPS), UNUSED, UNUSED),
    FrameKind.EVENT: ((0, len(Event) - 1), TARGET, (0, components.KINDS - 1)),  # of each event: EVENTS in `flow.py`
    FrameKind.DIGGING: ((0, components.DECK_CELLS), (0, components.BREAKS_ALL), UNUSED),
    FrameKind.OUTLAW: (TARGET, UNUSED, UNUSED),
    FrameKind.BRIBE: ((0, components.MAX_PLAYERS - 1), (0, Loot.PLOT), UNUSED),
    FrameKind.OFFER: ((0, 1), (0, components.OFFERS - 1), UNUSED),
    FrameKind.ANSWER: ((0, 1), UNUSED, UNUSED),
    FrameKind.TURN_IN: ((0, components.MAX_PLAYERS - 1), (1, 1), UNUSED),
    FrameKind.BOUNTY: (TARGET, UNUSED, UNUSED),
    FrameKind.DISCARD: ((1, components.EXCHANGED), UNUSED, UNUSED),
    FrameKind.TAKE: ((0, components.EXCHANGED), UNUSED, UNUSED),
    FrameKind.TIP: ((0, components.TIPPED), (NONE, components.TIPPED - 1), (NONE, components.KINDS - 1)),
}
FRAME_RANGES = np.array([RANGES.get(kind, ((0, 0), UNUSED, UNUSED)) for kind in FrameKind], np.int64)


@compiled
def numbers_in_range(frame):
    """Return whether each number of a frame is in the range that `RANGES` gives for the kind of the frame."""
    ranges = FRAME_RANGES[frame.kind]
    first, second, third = numbers_of(frame)
    in_range = ranges[0, 0] <= first <= ranges[0, 1] and ranges[1, 0] <= second <= ranges[1, 1]
    return in_range and ranges[2, 0] <= third <= ranges[2, 1]


# --- the stack of frames


@compiled
def push(state, frame_kind, player):
    """Push a new frame of a kind for a seat. It holds 0, NONE, NONE."""
    table = state.table
    table.depth += 1
    table.frames[table.depth - 1].seat = player
    become(state, frame_kind)


@compiled
def become(state, frame_kind):
    """Change the innermost frame to another kind, for the same seat. It then holds 0, NONE, NONE."""
    frame = state.table.frames[state.table.depth - 1]
    frame.kind = frame_kind
    frame.first = 0
    frame.second = NONE
    frame.third = NONE


@compiled
def announce(state, event, player, victim, detail):
    """Push the event of a seat, which others may answer (DB-47). `frames.py` lists the details by event."""
    table = state.table
    frame = table.frames[table.depth]
    table.depth += 1
    frame.kind = FrameKind.EVENT
    frame.seat = player
    set_event(frame, event)
    set_victim(frame, victim)
    set_detail(frame, detail)
    state.secret.cursor = 0


@compiled
def pop(state):
    """Remove the innermost frame and clear its fields."""
    state.table.depth -= 1
    clear_frame(state.table.frames[state.table.depth])


@compiled
def clear_frame(frame):
    frame.kind = FrameKind.NOTHING
    frame.seat = 0
    frame.first = 0
    frame.second = 0
    frame.third = 0


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


# --- questions that only the asked seat knows (C-4)

# A player is asked for a bribe only with two COINs, for an encore only with DOUBLE-TIME, and to save a partner only with the
# SPOON. Until it plays the card, the other seats see the position before: for BRIBE the announced OUTLAW, for ENCORE the
# ACTION that is about to end. Of TURN_IN they see only the WANTED pair.
SECRET = (FrameKind.BRIBE, FrameKind.ENCORE, FrameKind.TURN_IN)


@compiled
def is_hidden(frame, seat):
    """Return whether the innermost frame is hidden from a seat: it asks another seat about cards in that seat's hand."""
    is_secret = frame.kind == FrameKind.BRIBE or frame.kind == FrameKind.ENCORE or frame.kind == FrameKind.TURN_IN
    return is_secret and not seat.asked


@compiled
def hide_question(table):
    """Replace the innermost frame, which is secret, by what the other seats see."""
    frame = table.frames[table.depth - 1]
    if frame.kind == FrameKind.ENCORE:
        frame.kind = FrameKind.ACTION
    elif frame.kind == FrameKind.BRIBE:
        thief, loot = thief_of(frame), bribed_loot(frame)
        set_victim(frame, seat_of(frame))
        set_event(frame, Event.OUTLAW)
        set_detail(frame, loot)
        frame.kind = FrameKind.EVENT
        frame.seat = thief
    else:
        table.depth -= 1
        clear_frame(frame)
