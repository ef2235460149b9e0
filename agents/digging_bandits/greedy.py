"""The bot `greedy` of Digging Bandits: it prefers actions with an immediate gain."""

import numpy as np

from dig_envs.agents.digging_bandits.valuation.exchanges import gain_by_exchange, wealth
from dig_envs.agents.digging_bandits.valuation.hands import prize_in_hand
from dig_envs.agents.digging_bandits.valuation.prices import WORTH
from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal
from dig_envs.digging_bandits.components import (
    BLOCK,
    BRIDGE,
    CHARACTERS,
    COWBOY,
    DECK_CELLS,
    DOUBLE_TIME,
    DYNAMITE,
    GOLD,
    GUIDE,
    HAND_KINDS,
    IS_TOWN,
    LASSO,
    LOOP,
    MAGNET,
    MAX_PLAYERS,
    MINING_SITE,
    OUTLAW,
    PICKAXE,
    PLOT,
    SHERIFF,
    SHOVEL,
    SPOON,
    STONE,
    TNT,
    TRADE,
    WARP,
    WHEELBARROW,
    Back,
)
from dig_envs.digging_bandits.events import comes_to_town, is_exchange
from dig_envs.digging_bandits.rules.actions import (
    BACK,
    CASH_IN,
    DIG,
    DONE,
    END_TURN,
    NAME,
    PASS,
    PAY,
    PICK_UP,
    PLACE,
    PLAY_OF,
    PLAYER,
    ROLL,
    SHUFFLE_PLAINLY,
    STAY,
    STOP,
    TAKE,
    TECH_CARD,
    THIS_BRIDGE,
    THIS_PLOT,
    TURN_IN,
)
from dig_envs.digging_bandits.rules.decks import stack_start
from dig_envs.digging_bandits.rules.frame_fields import bribed_loot, event_of, loot_of, seat_of, side_of, victim_of
from dig_envs.digging_bandits.rules.loot import seat_named
from dig_envs.digging_bandits.rules.players import exposed, player_count
from dig_envs.digging_bandits.rules.trade import GIVING
from dig_envs.digging_bandits.state import Event, FrameKind

NOTHING = -1  # no action
MUCH_LAND = DECK_CELLS // 2
# Actions in the order of preference.
WINNING = np.array([CASH_IN, *range(TURN_IN, TURN_IN + len(CHARACTERS))], np.int64)
DIGGING = np.array([PLAY_OF[kind] for kind in (MINING_SITE, WHEELBARROW, SHOVEL, SPOON)], np.int64)
ACTING = np.array([*(PLAY_OF[kind] for kind in (MAGNET, GUIDE, TRADE)), PICK_UP, END_TURN], np.int64)
CLOSING = np.array([PLAY_OF[BRIDGE], PLAY_OF[PLOT]], np.int64)  # close a place to the digs of all or of other players
GUARDING = np.array([PLAY_OF[BRIDGE], PLAY_OF[LASSO], END_TURN, PICK_UP], np.int64)
MOVING = np.array([PLAY_OF[TNT], PAY, ROLL, STAY, STOP], np.int64)
TOOLS = np.array([PLAY_OF[WHEELBARROW], PLAY_OF[SHOVEL], PLAY_OF[PICKAXE], DIG], np.int64)
LOOT = np.array([BACK + Back.LAND, TECH_CARD, BACK + Back.DRAW, BACK + Back.DOODAD, BACK + Back.DIG, DONE], np.int64)
PARTNERS = np.arange(PLAYER, PLAYER + MAX_PLAYERS - 1, dtype=np.int64)
ROBBING = np.array([THIS_BRIDGE, THIS_PLOT], np.int64)
DEFENCES = np.array([PLAY_OF[BLOCK], PLAY_OF[COWBOY], PASS], np.int64)
SIMPLE = np.array(
    [DIG, PLAY_OF[DOUBLE_TIME], PLAY_OF[SPOON], SHUFFLE_PLAINLY, TAKE + 1, TAKE, BACK + Back.DRAW, PASS], np.int64
)


@compiled
def greedy(table, seat, player, mask, rng):
    """Return an action by fixed rules, or a random action where all are equally good."""
    action = decide(table, seat, player, mask)
    return draw_legal(mask, rng) if action == NOTHING else action


@compiled
def decide(table, seat, player, mask):
    """Return an action by the kind of the innermost frame; NOTHING where all actions are equally good."""
    kind = table.frames[table.depth - 1].what
    if kind == FrameKind.MOVE and holds_prize(table, seat, player) and mask[PLAY_OF[WARP]]:
        return PLAY_OF[WARP]
    if kind == FrameKind.MOVE or kind == FrameKind.TRAVEL:
        return first_legal(mask, MOVING)
    if kind == FrameKind.DESTINATION:
        return destination(table, seat, player, mask)
    if kind == FrameKind.ACTION:
        return act(table, seat, player, mask)
    if kind == FrameKind.TOOLS:
        return first_legal(mask, TOOLS)
    if kind == FrameKind.DIGGING:
        return np.int64(STOP if seat.hand[GOLD] > 0 else DIG)
    if kind == FrameKind.EVENT:
        return answer(table, seat, player, mask)
    if kind == FrameKind.BRIBE:
        return np.int64(PAY if bribed_loot(table.frames[table.depth - 1]) == Back.LAND else PASS)
    if kind == FrameKind.OUTLAW or kind == FrameKind.BOUNTY or kind == FrameKind.LASSO or kind == FrameKind.DUEL:
        return choose_target(table, player, mask)
    if kind == FrameKind.STAKE and mask[PLACE + table.place[player]]:
        return np.int64(PLACE + table.place[player])
    if kind == FrameKind.OFFER:
        return offer(table, mask)
    return first_legal(mask, PARTNERS if kind == FrameKind.PARTNER else SIMPLE)


@compiled
def act(table, seat, player, mask):
    """Return a main action: win, rob a player with a find, dig, close a place, pick up. A winning hand takes no risks."""
    action = first_legal(mask, WINNING)
    if action != NOTHING:
        return action
    if mask[PLAY_OF[OUTLAW]] and somebody_found_something(table, player):
        return PLAY_OF[OUTLAW]
    if holds_prize(table, seat, player):
        action = first_legal(mask, GUARDING)
    elif worth_digging(table, seat, player):
        action = first_legal(mask, DIGGING)
    if action == NOTHING and much_land_left(table):
        action = first_legal(mask, CLOSING)
    return first_legal(mask, ACTING) if action == NOTHING else action


@compiled
def destination(table, seat, player, mask):
    """Return the destination of a WARP: a town with a prize in hand, else the highest stack."""
    if holds_prize(table, seat, player):
        return legal_town(mask)
    return highest_stack(table, mask)


@compiled
def choose_target(table, player, mask):
    """Return the target or the loot of a robbery: a bridge or plot at hand, else the richest player; Land cards first."""
    action = first_legal(mask, ROBBING)
    if action == NOTHING:
        action = richest_player(table, player, mask)
    return first_legal(mask, LOOT) if action == NOTHING else action


@compiled
def offer(table, mask):
    """Return the next item of an offer: the cheapest card for as many items as possible, the best items first."""
    if side_of(table.frames[table.depth - 1]) != GIVING:
        return first_legal(mask, LOOT)
    return np.int64(DONE) if mask[DONE] else name_least(mask)


@compiled
def answer(table, seat, player, mask):
    """Return the answer to an event: defend the own cards, or stop a player with a find on its way to a town."""
    frame = table.frames[table.depth - 1]
    if gain_by_exchange(table, player, frame) < 0 if is_exchange(event_of(frame)) else takes_cards_of(player, frame):
        return first_legal(mask, DEFENCES)
    if mask[PLAY_OF[SHERIFF]] and comes_to_town(table, seat_of(frame)) and has_found_something(table, seat_of(frame)):
        return PLAY_OF[SHERIFF]
    return np.int64(PASS)


@compiled
def takes_cards_of(player, frame):
    """Return whether an event costs the player all its cards or a find."""
    if victim_of(frame) != player:
        return False
    event = event_of(frame)
    return event == Event.DYNAMITE or event == Event.GAMBLING or (event == Event.OUTLAW and loot_of(frame) == Back.LAND)


# --- simple choices


@compiled
def first_legal(mask, wanted):
    """Return the first legal action of a list, or NOTHING."""
    for k in range(len(wanted)):
        if mask[wanted[k]]:
            return wanted[k]
    return np.int64(NOTHING)


@compiled
def holds_prize(table, seat, player):
    """Return whether the own hand has GOLD or the WANTED pair of a rival."""
    return prize_in_hand(table, seat, player) > 0.0


@compiled
def has_found_something(table, player):
    """Return whether a player holds a find, which is GOLD or WANTED."""
    return table.backs[player][Back.LAND] > 0


@compiled
def somebody_found_something(table, player):
    """Return whether another player outside the cabin holds a find."""
    for other in range(player_count(table)):
        if exposed(table, player, other) and has_found_something(table, other):
            return True
    return False


@compiled
def much_land_left(table):
    """Return whether at least half of the land is on the board. Closing places later could make a game endless."""
    left = 0
    for place in range(LOOP):
        left += table.height[place]
    return left >= MUCH_LAND


@compiled
def worth_digging(table, seat, player):
    """Return whether to dig here: the top card is not known to be DYNAMITE, or a STONE without a tool against it."""
    place = np.int64(table.place[player])
    top = stack_start(table, place) + table.height[place] - 1
    if table.height[place] == 0:
        return False
    breaks = seat.hand[PICKAXE] > 0 or seat.hand[MINING_SITE] > 0
    return seat.land[top] != DYNAMITE and (seat.land[top] != STONE or breaks)


@compiled
def legal_town(mask):
    """Return the action that names a town, or NOTHING."""
    for place in range(LOOP):
        if IS_TOWN[place] and mask[PLACE + place]:
            return np.int64(PLACE + place)
    return np.int64(NOTHING)


@compiled
def highest_stack(table, mask):
    """Return the action that names the place with the most Land cards, or NOTHING."""
    best = np.int64(NOTHING)
    most = 0
    for place in range(LOOP):
        if mask[PLACE + place] and table.height[place] > most:
            most = table.height[place]
            best = np.int64(PLACE + place)
    return best


@compiled
def richest_player(table, player, mask):
    """Return the action that names the player with the highest wealth, or NOTHING."""
    best = np.int64(NOTHING)
    most = -1
    for k in range(MAX_PLAYERS - 1):
        if mask[PLAYER + k]:
            other = seat_named(table, player, np.int64(PLAYER + k))
            worth = wealth(table, other)
            if worth > most:
                most = worth
                best = np.int64(PLAYER + k)
    return best


@compiled
def name_least(mask):
    """Return the action that names the cheapest card, or NOTHING."""
    best = np.int64(NOTHING)
    for kind in range(HAND_KINDS):
        if mask[NAME + kind] and (best == NOTHING or WORTH[kind] < WORTH[best - NAME]):
            best = np.int64(NAME + kind)
    return best
