"""Check the stack of frames of Digging Bandits: how they nest, whose they are, and that each number in them is in range."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.core.game import End
from dig_envs.digging_bandits.components import (
    CACHE,
    COIN,
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
    PICKAXE,
    PLOT,
    SHERIFF,
    SPOON,
    TIPPED,
    TNT,
    WARP,
)
from dig_envs.digging_bandits.rules.board import may_build_at
from dig_envs.digging_bandits.rules.dig import BREAKS_ALL, clears_stack
from dig_envs.digging_bandits.rules.loot import LOOT_PLOT
from dig_envs.digging_bandits.state import DEPTH, NONE, Event, What

UNUSED = (-1, -1)  # a number of a frame that holds nothing is NONE
SEAT = (0, MAX_PLAYERS - 1)
MOST_STEPS = 12
MOST_STONES = 7

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
# Whom an event is aimed at (`y`), and the least and the greatest detail (`z`).
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
DRAWN = np.array([what in (What.DUEL, What.SHUFFLE, What.TIP) for what in What], np.int8)


@compiled
def is_flag(value):
    return 0 <= value <= 1


@compiled
def frames_are_sound(table):
    """Whether all frames are sound, and the cells above them empty."""
    if not 0 <= table.depth <= DEPTH or (table.depth == 0) != (table.end != End.RUNNING):
        return False
    for at in range(DEPTH):
        frame = table.frames[at]
        if at >= table.depth:
            if frame.what != 0 or frame.who != 0 or frame.x != 0 or frame.y != 0 or frame.z != 0:
                return False
        elif not (0 <= frame.who < table.num_players and nests_soundly(table, at)):
            return False
        elif frame.what == What.EVENT:
            if not event_is_sound(table, frame, at):
                return False
        elif not (numbers_in_range(frame) and frame_is_sound(table, frame)):
            return False
    return True


@compiled
def nests_soundly(table, at):
    """Whether the turn is at the bottom and only there, and every other frame stands upon one that can begin it."""
    what = np.int64(table.frames[at].what)
    if at == 0:
        return What.NOTHING < what <= What.ENCORE and table.frames[0].who == table.active
    below = np.int64(table.frames[at - 1].what)
    if what == What.EVENT:
        return True
    if not What.EVENT < what <= What.TIP:
        return False
    return below == STANDS_UPON[what] or (DRAWN[what] != 0 and below == What.TAKE)


@compiled
def numbers_in_range(frame):
    """Whether x, y and z are what that kind of frame may hold."""
    ranges = FRAME_RANGES[frame.what]
    return (
        ranges[0, 0] <= frame.x <= ranges[0, 1]
        and ranges[1, 0] <= frame.y <= ranges[1, 1]
        and ranges[2, 0] <= frame.z <= ranges[2, 1]
    )


@compiled
def frame_is_sound(table, frame):
    """Whether a frame is its player's, and its numbers agree with each other and with the table."""
    what = frame.what
    if what == What.BRIBE:
        return frame.x == table.active and frame.who != table.active
    if what == What.ANSWER:
        return frame.who != table.active
    if frame.who != table.active:
        return False
    if what == What.OUTLAW or what == What.BOUNTY or what == What.TURN_IN:
        return frame.x < table.num_players and frame.x != table.active
    if what == What.DIGGING:
        if clears_stack(table):
            return frame.y >= BREAKS_ALL - MOST_STONES
        return frame.y <= table.tools[PICKAXE]
    if what == What.TIP:
        return cart_holds(frame)
    return True


@compiled
def cart_holds(frame):
    """Whether the numbers of a TIP CART agree: which card is next is asked of two, and only one alone is open to all."""
    if frame.x == 0:
        return frame.y == NONE and frame.z == NONE
    if frame.x == 1:
        return frame.y == 0
    return frame.z == NONE


@compiled
def event_is_sound(table, frame, at):
    """Whether an event is aimed at somebody it can be aimed at, and its detail is one it can have."""
    if not Event.ROLL <= frame.x <= Event.RESCUE:
        return False
    ranges = EVENT_RANGES[frame.x]
    if not (ranges[1] <= frame.z <= ranges[2] and victim_is_sound(table, frame, ranges[0])):
        return False
    below = table.frames[at - 1]
    if frame.x == Event.COWBOY or frame.x == Event.SHERIFF:
        return below.what == What.EVENT and frame.y == below.who
    if below.what == What.EVENT or (frame.x != Event.BRIBE and frame.who != table.active and frame.x != Event.RESCUE):
        return False
    if frame.x == Event.BUILD:
        return may_build_at(table, np.int64(frame.z))
    if frame.x == Event.BONUS:
        return is_bonus(np.int64(frame.z))
    if frame.x == Event.HEIST:
        return frame.z < 1 << table.num_players
    if frame.x == Event.RESCUE:
        return below.what == What.TURN_IN and frame.z == below.x
    return frame.x != Event.TRADE or (frame.z < table.num_players and frame.z != frame.who)


@compiled
def victim_is_sound(table, frame, wanted):
    """Whether an event has a victim as events of its kind do."""
    if wanted == NO_VICTIM:
        return frame.y == NONE
    if wanted == ITSELF:
        return frame.y == frame.who
    return 0 <= frame.y < table.num_players and (wanted == ANYBODY or frame.y != frame.who)


@compiled
def is_bonus(kind):
    """Whether a Doodad is one of the Bonus action (DB-17)."""
    for k in range(len(BONUS)):
        if BONUS[k] == kind:
            return True
    return False
