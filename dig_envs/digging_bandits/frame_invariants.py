"""Check the stack of frames of Digging Bandits: how they nest, whose they are, and that each number in them is in range.

`begun_invariants.py` checks that they agree with the table.
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
    GUIDE,
    HIDEOUT,
    KINDS,
    LASSO,
    LOOP,
    MAGNET,
    MAX_PLAYERS,
    OFFERS,
    ORACLE,
    PLOT,
    SHERIFF,
    SPOON,
    TIPPED,
    TNT,
    WARP,
)
from dig_envs.digging_bandits.rules.dig import BREAKS_ALL
from dig_envs.digging_bandits.rules.frame_fields import (
    card_played,
    cart_size,
    detail_of,
    event_of,
    next_in_cart,
    numbers_of,
    open_kind,
    partner_of,
    seat_to_save,
    shielded_from,
    target_of,
    thief_of,
    victim_of,
)
from dig_envs.digging_bandits.rules.loot import LOOT_PLOT
from dig_envs.digging_bandits.rules.players import outside
from dig_envs.digging_bandits.rules.reactions import COWBOY_BY, is_among
from dig_envs.digging_bandits.state import DEPTH, FRAME_GROUPS, NONE, Event, What

_, TURN_FRAMES, _, PLAY_FRAMES, DEAL_FRAMES, CARD_FRAMES = FRAME_GROUPS

UNUSED = (-1, -1)  # a number of a frame that holds nothing is NONE
SEAT = (0, MAX_PLAYERS - 1)
MOST_STEPS = 12

# The least and the greatest x, y and z of a frame; (0, 0), UNUSED, UNUSED where nothing is said.
RANGES = {
    What.DESTINATION: ((0, 1), UNUSED, UNUSED),
    What.TRAVEL: ((0, MOST_STEPS), UNUSED, UNUSED),
    What.DIGGING: ((0, DECK_CELLS), (0, BREAKS_ALL), UNUSED),
    What.OUTLAW: ((-1, MAX_PLAYERS - 1), UNUSED, UNUSED),
    What.BRIBE: (SEAT, (0, int(LOOT_PLOT)), UNUSED),
    What.OFFER: ((0, 1), (0, OFFERS - 1), UNUSED),
    What.ANSWER: ((0, 1), UNUSED, UNUSED),
    What.TURN_IN: (SEAT, (1, 1), UNUSED),
    What.BOUNTY: ((-1, MAX_PLAYERS - 1), UNUSED, UNUSED),
    What.DISCARD: ((1, int(EXCHANGED)), UNUSED, UNUSED),
    What.TAKE: ((0, int(EXCHANGED)), UNUSED, UNUSED),
    What.TIP: ((0, TIPPED), (-1, TIPPED - 1), (-1, KINDS - 1)),
}
FRAME_RANGES = np.array([RANGES.get(what, ((0, 0), UNUSED, UNUSED)) for what in What], np.int64)

NO_VICTIM, ANOTHER, ITSELF, ANYBODY = 0, 1, 2, 3
# Whom an event is aimed at, and the least and the greatest detail.
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
BONUS = np.array([CACHE, GUIDE, MAGNET, ORACLE, PLOT], np.int64)

# Frames that stand upon another than ACTION, and upon which. Cards drawn with CARD CACHE may stand upon TAKE instead.
UPON = {What.ANSWER: What.OFFER, What.PARTNER: What.OFFER}
STANDS_UPON = np.array([UPON.get(what, What.ACTION) for what in What], np.int64)
IS_TURN = np.array([what in TURN_FRAMES for what in What], np.bool_)
IS_ABOVE = np.array([what in (*PLAY_FRAMES, *DEAL_FRAMES, *CARD_FRAMES) for what in What], np.bool_)
DRAWN = np.array([what in (What.DUEL, What.SHUFFLE, What.TIP) for what in What], np.int8)

# The frames upon which an event can be announced; a COWBOY and a SHERIFF upon another event.
DRAWING = (What.ACTION, What.TAKE)
ANNOUNCED_UPON = {
    Event.ROLL: (What.MOVE,),
    Event.SHERIFF: (What.EVENT,),
    Event.COWBOY: (What.EVENT,),
    Event.TOLL: (What.MOVE, What.TRAVEL),
    Event.BRIBE: (What.BRIBE,),
    Event.TNT: (What.MOVE, What.TRAVEL),
    Event.DIG: (What.TOOLS,),
    Event.SPOON: (What.TOOLS,),
    Event.DYNAMITE: (What.DIGGING,),
    Event.PICK_UP: (What.ACTION,),
    Event.OUTLAW: (What.ACTION,),
    Event.LASSO: (What.ACTION,),
    Event.BUILD: (What.ACTION,),
    Event.TRADE: (What.OFFER,),
    Event.DUEL: DRAWING,
    Event.GAMBLING: DRAWING,
    Event.HIDEOUT: DRAWING,
    Event.HEIST: DRAWING,
    Event.BONUS: (What.ACTION,),
    Event.WARP: (What.MOVE,),
    Event.ENCORE: (What.ENCORE,),
    Event.RESCUE: (What.TURN_IN,),
}
IS_ANNOUNCED_UPON = np.array([[what in ANNOUNCED_UPON[event] for what in What] for event in Event], np.bool_)


@compiled
def is_flag(value):
    return 0 <= value <= 1


@compiled
def frames_are_sound(table):
    """Return whether all frames are sound, and the cells above them empty."""
    if not 0 <= table.depth < DEPTH:
        return False
    cowboys = 0
    for at in range(DEPTH):
        frame = table.frames[at]
        if at >= table.depth:
            if frame.what != 0 or frame.who != 0 or numbers_of(frame) != (0, 0, 0):
                return False
        elif not (0 <= frame.who < table.num_players and nests_soundly(table, at)):
            return False
        elif frame.what == What.EVENT:
            cowboys += event_of(frame) == Event.COWBOY
            if not event_is_sound(table, frame, at):
                return False
        elif not (numbers_in_range(frame) and frame_is_sound(table, frame)):
            return False
    return cowboys <= COPIES[COWBOY]


@compiled
def nests_soundly(table, at):
    """Return whether the turn is at the bottom and only there, and every other frame stands upon one that can begin it."""
    what = np.int64(table.frames[at].what)
    if not 0 <= what < len(IS_TURN):
        return False
    if at == 0:
        return IS_TURN[what] and table.frames[0].who == table.active
    below = np.int64(table.frames[at - 1].what)
    if what == What.EVENT:
        return True
    if not IS_ABOVE[what]:
        return False
    return below == STANDS_UPON[what] or (DRAWN[what] != 0 and below == What.TAKE)


@compiled
def numbers_in_range(frame):
    """Return whether x, y and z are what that kind of frame may hold."""
    ranges = FRAME_RANGES[frame.what]
    x, y, z = numbers_of(frame)
    return ranges[0, 0] <= x <= ranges[0, 1] and ranges[1, 0] <= y <= ranges[1, 1] and ranges[2, 0] <= z <= ranges[2, 1]


@compiled
def frame_is_sound(table, frame):
    """Return whether a frame is its player's, and its numbers agree with each other and with the table."""
    what = frame.what
    if what == What.BRIBE:
        return thief_of(frame) == table.active and frame.who != table.active
    if what == What.ANSWER:
        return frame.who != table.active
    if frame.who != table.active:
        return False
    if what == What.OUTLAW or what == What.BOUNTY or what == What.TURN_IN:
        return target_of(frame) < table.num_players and target_of(frame) != table.active
    if what == What.TIP:
        return cart_holds(frame)
    return True


@compiled
def cart_holds(frame):
    """Return whether the numbers of a TIP CART agree: which card is next is asked of two, and only one alone is open to all."""
    if cart_size(frame) == 0:
        return next_in_cart(frame) == NONE and open_kind(frame) == NONE
    if cart_size(frame) == 1:
        return next_in_cart(frame) == 0
    return open_kind(frame) == NONE


@compiled
def event_is_sound(table, frame, at):
    """Return whether an event is aimed at somebody it can be aimed at, and its detail is one it can have."""
    event = event_of(frame)
    if not 0 <= event < len(EVENT_RANGES):
        return False
    ranges = EVENT_RANGES[event]
    if not (ranges[1] <= detail_of(frame) <= ranges[2] and victim_is_sound(table, frame, ranges[0])):
        return False
    below = table.frames[at - 1]
    if not IS_ANNOUNCED_UPON[event, below.what]:
        return False
    if event == Event.COWBOY or event == Event.SHERIFF:
        return victim_of(frame) == below.who and outside(table, np.int64(frame.who)) and answers_soundly(frame, event, below)
    if event == Event.BRIBE:
        return frame.who == below.who and victim_of(frame) == thief_of(below)
    if event == Event.RESCUE:
        return seat_to_save(frame) == target_of(below)
    if frame.who != table.active:
        return False
    if event == Event.BONUS:
        return is_bonus(card_played(frame))
    if event == Event.HEIST:
        return shielded_from(frame) < 1 << table.num_players
    return event != Event.TRADE or (partner_of(frame) < table.num_players and partner_of(frame) != frame.who)


@compiled
def answers_soundly(frame, event, below):
    """Return whether that seat may play a SHERIFF into a ROLL, or a COWBOY into the event below (DB-16, DB-45)."""
    if event == Event.SHERIFF:
        return event_of(below) == Event.ROLL
    return is_among(COWBOY_BY[event_of(below)], np.int64(frame.who), np.int64(below.who), victim_of(below))


@compiled
def victim_is_sound(table, frame, wanted):
    """Return whether an event has a victim as events of its kind do."""
    victim = victim_of(frame)
    if wanted == NO_VICTIM:
        return victim == NONE
    if wanted == ITSELF:
        return victim == frame.who
    return 0 <= victim < table.num_players and (wanted == ANYBODY or victim != frame.who)


@compiled
def is_bonus(kind):
    """Return whether a Doodad is one of the Bonus action (DB-17)."""
    for k in range(len(BONUS)):
        if BONUS[k] == kind:
            return True
    return False
