"""Check the stack of frames of Digging Bandits: nesting, seats, and the ranges of all numbers.

`invariants_of_pending.py` checks that the frames agree with the table.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    CACHE,
    COIN,
    COPIES,
    COWBOY,
    DECK_CELLS,
    DOUBLE_TIME,
    DUEL,
    DYNAMITE,
    EXCHANGED,
    GAMBLING,
    HIDEOUT,
    KINDS,
    LASSO,
    LOOP,
    MAX_PLAYERS,
    OFFERS,
    PLOT,
    SHERIFF,
    SPOON,
    TIPPED,
    TNT,
    WARP,
)
from dig_envs.digging_bandits.rules.dig import BREAKS_ALL
from dig_envs.digging_bandits.rules.doodads import BONUS
from dig_envs.digging_bandits.rules.frame_fields import (
    card_played,
    cart_size,
    detail_of,
    event_of,
    next_in_cart,
    numbers_of,
    open_kind,
    partner_of,
    seat_of,
    seat_to_save,
    shielded_from,
    target_of,
    thief_of,
    victim_of,
)
from dig_envs.digging_bandits.rules.loot import LOOT_PLOT
from dig_envs.digging_bandits.rules.players import outside
from dig_envs.digging_bandits.rules.reactions import COWBOY_BY, is_among
from dig_envs.digging_bandits.state import DEPTH, FRAME_GROUPS, NONE, Event, FrameKind

_, TURN_FRAMES, _, PLAY_FRAMES, DEAL_FRAMES, CARD_FRAMES = FRAME_GROUPS

UNUSED = (-1, -1)  # an unused number of a frame is NONE
SEAT = (0, MAX_PLAYERS - 1)
MOST_STEPS = 12

# The minimum and maximum of x, y and z by kind; other kinds have (0, 0), UNUSED, UNUSED.
RANGES = {
    FrameKind.DESTINATION: ((0, 1), UNUSED, UNUSED),
    FrameKind.TRAVEL: ((0, MOST_STEPS), UNUSED, UNUSED),
    FrameKind.DIGGING: ((0, DECK_CELLS), (0, BREAKS_ALL), UNUSED),
    FrameKind.OUTLAW: ((-1, MAX_PLAYERS - 1), UNUSED, UNUSED),
    FrameKind.BRIBE: (SEAT, (0, int(LOOT_PLOT)), UNUSED),
    FrameKind.OFFER: ((0, 1), (0, OFFERS - 1), UNUSED),
    FrameKind.ANSWER: ((0, 1), UNUSED, UNUSED),
    FrameKind.TURN_IN: (SEAT, (1, 1), UNUSED),
    FrameKind.BOUNTY: ((-1, MAX_PLAYERS - 1), UNUSED, UNUSED),
    FrameKind.DISCARD: ((1, int(EXCHANGED)), UNUSED, UNUSED),
    FrameKind.TAKE: ((0, int(EXCHANGED)), UNUSED, UNUSED),
    FrameKind.TIP: ((0, TIPPED), (-1, TIPPED - 1), (-1, KINDS - 1)),
}
FRAME_RANGES = np.array([RANGES.get(kind, ((0, 0), UNUSED, UNUSED)) for kind in FrameKind], np.int64)

NO_VICTIM, ANOTHER, ITSELF, ANYBODY = 0, 1, 2, 3
# The target of each event, and the minimum and maximum of its detail.
EVENTS = {
    Event.ROLL: (NO_VICTIM, 0, 0),
    Event.SHERIFF: (ANOTHER, SHERIFF, SHERIFF),
    Event.COWBOY: (ANYBODY, COWBOY, COWBOY),
    Event.TOLL: (NO_VICTIM, COIN, COIN),
    Event.BRIBE: (ANOTHER, COIN, COIN),
    Event.TNT: (ANOTHER, TNT, TNT),
    Event.DIG: (NO_VICTIM, 0, 0),
    Event.SPOON: (NO_VICTIM, SPOON, SPOON),
    Event.DYNAMITE: (ITSELF, DYNAMITE, DYNAMITE),
    Event.PICK_UP: (NO_VICTIM, 0, 0),
    Event.OUTLAW: (ANOTHER, 0, LOOT_PLOT),
    Event.LASSO: (ANOTHER, LASSO, LASSO),
    Event.BUILD: (NO_VICTIM, 0, LOOP - 1),
    Event.TRADE: (NO_VICTIM, 0, MAX_PLAYERS - 1),
    Event.DUEL: (ANOTHER, DUEL, DUEL),
    Event.GAMBLING: (ITSELF, GAMBLING, GAMBLING),
    Event.HIDEOUT: (NO_VICTIM, HIDEOUT, HIDEOUT),
    Event.HEIST: (NO_VICTIM, 0, (1 << MAX_PLAYERS) - 1),
    Event.BONUS: (NO_VICTIM, CACHE, PLOT),
    Event.WARP: (NO_VICTIM, WARP, WARP),
    Event.ENCORE: (NO_VICTIM, DOUBLE_TIME, DOUBLE_TIME),
    Event.RESCUE: (NO_VICTIM, 0, MAX_PLAYERS - 1),
}
EVENT_RANGES = np.array([EVENTS[event] for event in Event], np.int64)

# Kinds of frame that are not pushed on ACTION, and the kind below. Cards drawn with CARD CACHE may also be on TAKE.
NOT_ON_ACTION = {FrameKind.ANSWER: FrameKind.OFFER, FrameKind.PARTNER: FrameKind.OFFER}
FRAME_BELOW = np.array([NOT_ON_ACTION.get(kind, FrameKind.ACTION) for kind in FrameKind], np.int64)
IS_TURN = np.array([kind in TURN_FRAMES for kind in FrameKind], np.bool_)
IS_NESTED = np.array([kind in (*PLAY_FRAMES, *DEAL_FRAMES, *CARD_FRAMES) for kind in FrameKind], np.bool_)
IS_DRAWN = np.array([kind in (FrameKind.DUEL, FrameKind.SHUFFLE, FrameKind.TIP) for kind in FrameKind], np.int8)

# The kinds of frame below each event. COWBOY and SHERIFF are announced on another event.
DRAWING = (FrameKind.ACTION, FrameKind.TAKE)
FRAMES_BELOW_EVENT = {
    Event.ROLL: (FrameKind.MOVE,),
    Event.SHERIFF: (FrameKind.EVENT,),
    Event.COWBOY: (FrameKind.EVENT,),
    Event.TOLL: (FrameKind.MOVE, FrameKind.TRAVEL),
    Event.BRIBE: (FrameKind.BRIBE,),
    Event.TNT: (FrameKind.MOVE, FrameKind.TRAVEL),
    Event.DIG: (FrameKind.TOOLS,),
    Event.SPOON: (FrameKind.TOOLS,),
    Event.DYNAMITE: (FrameKind.DIGGING,),
    Event.PICK_UP: (FrameKind.ACTION,),
    Event.OUTLAW: (FrameKind.ACTION,),
    Event.LASSO: (FrameKind.ACTION,),
    Event.BUILD: (FrameKind.ACTION,),
    Event.TRADE: (FrameKind.OFFER,),
    Event.DUEL: DRAWING,
    Event.GAMBLING: DRAWING,
    Event.HIDEOUT: DRAWING,
    Event.HEIST: DRAWING,
    Event.BONUS: (FrameKind.ACTION,),
    Event.WARP: (FrameKind.MOVE,),
    Event.ENCORE: (FrameKind.ENCORE,),
    Event.RESCUE: (FrameKind.TURN_IN,),
}
MAY_ANNOUNCE = np.array([[kind in FRAMES_BELOW_EVENT[event] for kind in FrameKind] for event in Event], np.bool_)


@compiled
def is_flag(value):
    return 0 <= value <= 1


@compiled
def frames_are_sound(table):
    """Return whether all frames are sound, and the cells above them are empty."""
    if not 0 <= table.depth < DEPTH:
        return False
    cowboys = 0
    for at in range(DEPTH):
        frame = table.frames[at]
        if at >= table.depth:
            if frame.what != 0 or seat_of(frame) != 0 or numbers_of(frame) != (0, 0, 0):
                return False
        elif not (0 <= seat_of(frame) < table.num_players and nesting_is_sound(table, at)):
            return False
        elif frame.what == FrameKind.EVENT:
            cowboys += event_of(frame) == Event.COWBOY
            if not event_is_sound(table, frame, at):
                return False
        elif not (numbers_in_range(frame) and frame_is_sound(table, frame)):
            return False
    return cowboys <= COPIES[COWBOY]


@compiled
def nesting_is_sound(table, at):
    """Return whether the turn is the bottom frame only, and each other frame is on a frame that can push it."""
    frame_kind = np.int64(table.frames[at].what)
    if not 0 <= frame_kind < len(IS_TURN):
        return False
    if at == 0:
        return IS_TURN[frame_kind] and seat_of(table.frames[0]) == table.active
    below = np.int64(table.frames[at - 1].what)
    if frame_kind == FrameKind.EVENT:
        return True
    if not IS_NESTED[frame_kind]:
        return False
    return below == FRAME_BELOW[frame_kind] or (IS_DRAWN[frame_kind] != 0 and below == FrameKind.TAKE)


@compiled
def numbers_in_range(frame):
    """Return whether x, y and z are in the ranges of the kind of the frame."""
    ranges = FRAME_RANGES[frame.what]
    x, y, z = numbers_of(frame)
    return ranges[0, 0] <= x <= ranges[0, 1] and ranges[1, 0] <= y <= ranges[1, 1] and ranges[2, 0] <= z <= ranges[2, 1]


@compiled
def frame_is_sound(table, frame):
    """Return whether a frame belongs to the right seat, and its numbers agree with each other and with the table."""
    frame_kind = frame.what
    if frame_kind == FrameKind.BRIBE:
        return thief_of(frame) == table.active and seat_of(frame) != table.active
    if frame_kind == FrameKind.ANSWER:
        return seat_of(frame) != table.active
    if seat_of(frame) != table.active:
        return False
    if frame_kind == FrameKind.OUTLAW or frame_kind == FrameKind.BOUNTY or frame_kind == FrameKind.TURN_IN:
        return target_of(frame) < table.num_players and target_of(frame) != table.active
    if frame_kind == FrameKind.TIP:
        return cart_holds(frame)
    return True


@compiled
def cart_holds(frame):
    """Return whether the numbers of a TIP CART agree: only among two cards one is chosen, and only a single card is public."""
    if cart_size(frame) == 0:
        return next_in_cart(frame) == NONE and open_kind(frame) == NONE
    if cart_size(frame) == 1:
        return next_in_cart(frame) == 0
    return open_kind(frame) == NONE


@compiled
def event_is_sound(table, frame, at):
    """Return whether an event has a legal target, detail, seat and frame below."""
    event = event_of(frame)
    if not 0 <= event < len(EVENT_RANGES):
        return False
    ranges = EVENT_RANGES[event]
    if not (ranges[1] <= detail_of(frame) <= ranges[2] and victim_is_sound(table, frame, ranges[0])):
        return False
    below = table.frames[at - 1]
    if not MAY_ANNOUNCE[event, below.what]:
        return False
    if event == Event.COWBOY or event == Event.SHERIFF:
        return victim_of(frame) == seat_of(below) and outside(table, seat_of(frame)) and answer_is_allowed(frame, event, below)
    if event == Event.BRIBE:
        return seat_of(frame) == seat_of(below) and victim_of(frame) == thief_of(below)
    if event == Event.RESCUE:
        return seat_to_save(frame) == target_of(below)
    if seat_of(frame) != table.active:
        return False
    if event == Event.BONUS:
        return is_bonus(card_played(frame))
    if event == Event.HEIST:
        return shielded_from(frame) < 1 << table.num_players
    return event != Event.TRADE or (partner_of(frame) < table.num_players and partner_of(frame) != seat_of(frame))


@compiled
def answer_is_allowed(frame, event, below):
    """Return whether the seat of a SHERIFF or COWBOY may answer the event below with it (DB-16, DB-45)."""
    if event == Event.SHERIFF:
        return event_of(below) == Event.ROLL
    return is_among(COWBOY_BY[event_of(below)], seat_of(frame), seat_of(below), victim_of(below))


@compiled
def victim_is_sound(table, frame, wanted):
    """Return whether an event has the victim that its kind requires."""
    victim = victim_of(frame)
    if wanted == NO_VICTIM:
        return victim == NONE
    if wanted == ITSELF:
        return victim == seat_of(frame)
    return 0 <= victim < table.num_players and (wanted == ANYBODY or victim != seat_of(frame))


@compiled
def is_bonus(kind):
    """Return whether a Doodad is for the Bonus action (DB-17)."""
    for k in range(len(BONUS)):
        if BONUS[k] == kind:
            return True
    return False
