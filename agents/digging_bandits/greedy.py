"""The bot `greedy` of Digging Bandits: it prefers actions with an immediate gain."""

import numpy as np

from dig_envs.agents.choices import NOTHING, first_of
from dig_envs.agents.digging_bandits.valuation.exchanges import gain_by_exchange, wealth
from dig_envs.agents.digging_bandits.valuation.hands import prize_in_hand
from dig_envs.agents.digging_bandits.valuation.prices import WORTH
from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal
from dig_envs.digging_bandits.components import CHARACTERS, DECK_CELLS, HAND_KINDS, IS_TOWN, LOOP, MAX_PLAYERS, Back, Card
from dig_envs.digging_bandits.rules.actions import PLAY_OF, Action, exposed, seat_named
from dig_envs.digging_bandits.rules.cards import stack_start
from dig_envs.digging_bandits.rules.dig import may_begin_with
from dig_envs.digging_bandits.rules.frames import bribed_loot, event_of, loot_of, seat_of, side_of, victim_of
from dig_envs.digging_bandits.rules.move import comes_to_town
from dig_envs.digging_bandits.rules.reactions import is_exchange
from dig_envs.digging_bandits.rules.trade import Side
from dig_envs.digging_bandits.state import Event, FrameKind

MUCH_LAND = DECK_CELLS // 2
# Actions in the order of preference.
WINNING = np.array([Action.CASH_IN, *range(Action.TURN_IN, Action.TURN_IN + len(CHARACTERS))], np.int64)
DIGGING = np.array([PLAY_OF[kind] for kind in (Card.MINING_SITE, Card.WHEELBARROW, Card.SHOVEL, Card.SPOON)], np.int64)
ACTING = np.array(
    [*(PLAY_OF[kind] for kind in (Card.MAGNET, Card.GUIDE, Card.TRADE)), Action.PICK_UP, Action.END_TURN], np.int64
)
CLOSING = np.array([PLAY_OF[Card.BRIDGE], PLAY_OF[Card.PLOT]], np.int64)  # close a place to the digs of all or of other players
GUARDING = np.array([PLAY_OF[Card.BRIDGE], PLAY_OF[Card.LASSO], Action.END_TURN, Action.PICK_UP], np.int64)
MOVING = np.array([PLAY_OF[Card.TNT], Action.PAY, Action.ROLL, Action.STAY, Action.STOP], np.int64)
TOOLS = np.array([PLAY_OF[Card.WHEELBARROW], PLAY_OF[Card.SHOVEL], PLAY_OF[Card.PICKAXE], Action.DIG], np.int64)
LOOT = np.array(
    [
        Action.BACK + Back.LAND,
        Action.TECH_CARD,
        Action.BACK + Back.DRAW,
        Action.BACK + Back.DOODAD,
        Action.BACK + Back.DIG,
        Action.DONE,
    ],
    np.int64,
)
PARTNERS = np.arange(Action.PLAYER, Action.PLAYER + MAX_PLAYERS - 1, dtype=np.int64)
ROBBING = np.array([Action.THIS_BRIDGE, Action.THIS_PLOT], np.int64)
DEFENCES = np.array([PLAY_OF[Card.BLOCK], PLAY_OF[Card.COWBOY], Action.PASS], np.int64)
SIMPLE = np.array(
    [
        Action.DIG,
        PLAY_OF[Card.DOUBLE_TIME],
        PLAY_OF[Card.SPOON],
        Action.SHUFFLE_PLAINLY,
        Action.TAKE + 1,
        Action.TAKE,
        Action.BACK + Back.DRAW,
        Action.PASS,
    ],
    np.int64,
)


@compiled
def greedy(table, seat, player, mask, rng):
    """Return an action by fixed rules, or a random action where all are equally good."""
    action = decide(table, seat, player, mask)
    return draw_legal(mask, rng) if action == NOTHING else action


@compiled
def decide(table, seat, player, mask):
    """Return an action by the kind of the innermost frame; NOTHING where all actions are equally good."""
    kind = table.frames[table.depth - 1].kind
    if kind == FrameKind.MOVE and holds_prize(table, seat, player) and mask[PLAY_OF[Card.WARP]]:
        return PLAY_OF[Card.WARP]
    if kind == FrameKind.MOVE or kind == FrameKind.TRAVEL:
        return first_of(mask, MOVING)
    if kind == FrameKind.DESTINATION:
        return destination(table, seat, player, mask)
    if kind == FrameKind.ACTION:
        return act(table, seat, player, mask)
    if kind == FrameKind.TOOLS:
        return first_of(mask, TOOLS)
    if kind == FrameKind.DIGGING:
        return np.int64(Action.STOP if seat.hand[Card.GOLD] > 0 else Action.DIG)
    if kind == FrameKind.EVENT:
        return answer(table, seat, player, mask)
    if kind == FrameKind.BRIBE:
        return np.int64(Action.PAY if bribed_loot(table.frames[table.depth - 1]) == Back.LAND else Action.PASS)
    if kind == FrameKind.OUTLAW or kind == FrameKind.BOUNTY or kind == FrameKind.LASSO or kind == FrameKind.DUEL:
        return choose_target(table, player, mask)
    if kind == FrameKind.STAKE and mask[Action.PLACE + table.place[player]]:
        return np.int64(Action.PLACE + table.place[player])
    if kind == FrameKind.OFFER:
        return offer(table, mask)
    return first_of(mask, PARTNERS if kind == FrameKind.PARTNER else SIMPLE)


@compiled
def act(table, seat, player, mask):
    """Return a main action: win, rob a player with a find, dig, close a place, pick up. A winning hand takes no risks."""
    action = first_of(mask, WINNING)
    if action != NOTHING:
        return action
    if mask[PLAY_OF[Card.OUTLAW]] and somebody_found_something(table, player):
        return PLAY_OF[Card.OUTLAW]
    if holds_prize(table, seat, player):
        action = first_of(mask, GUARDING)
    elif worth_digging(table, seat, player):
        action = first_of(mask, DIGGING)
    if action == NOTHING and much_land_left(table):
        action = first_of(mask, CLOSING)
    return first_of(mask, ACTING) if action == NOTHING else action


@compiled
def destination(table, seat, player, mask):
    """Return the destination of a WARP: a town with a prize in hand, else the highest stack."""
    if holds_prize(table, seat, player):
        return legal_town(mask)
    return highest_stack(table, mask)


@compiled
def choose_target(table, player, mask):
    """Return the target or the loot of a robbery: a bridge or plot at hand, else the richest player; Land cards first."""
    action = first_of(mask, ROBBING)
    if action == NOTHING:
        action = richest_player(table, player, mask)
    return first_of(mask, LOOT) if action == NOTHING else action


@compiled
def offer(table, mask):
    """Return the next item of an offer: the cheapest card for as many items as possible, the best items first."""
    if side_of(table.frames[table.depth - 1]) != Side.GIVING:
        return first_of(mask, LOOT)
    return np.int64(Action.DONE) if mask[Action.DONE] else name_least(mask)


@compiled
def answer(table, seat, player, mask):
    """Return the answer to an event: defend the own cards, or stop a player with a find on its way to a town."""
    frame = table.frames[table.depth - 1]
    if gain_by_exchange(table, player, frame) < 0 if is_exchange(event_of(frame)) else takes_cards_of(player, frame):
        return first_of(mask, DEFENCES)
    if mask[PLAY_OF[Card.SHERIFF]] and comes_to_town(table, seat_of(frame)) and has_found_something(table, seat_of(frame)):
        return PLAY_OF[Card.SHERIFF]
    return np.int64(Action.PASS)


@compiled
def takes_cards_of(player, frame):
    """Return whether an event costs the player all its cards or a find."""
    if victim_of(frame) != player:
        return False
    event = event_of(frame)
    return event == Event.DYNAMITE or event == Event.GAMBLING or (event == Event.OUTLAW and loot_of(frame) == Back.LAND)


# --- facts


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
    for other in range(table.num_players):
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
    breaks = seat.hand[Card.PICKAXE] > 0 or may_begin_with(table, seat, player, Card.MINING_SITE)
    return seat.land[top] != Card.DYNAMITE and (seat.land[top] != Card.STONE or breaks)


@compiled
def legal_town(mask):
    """Return the action that names a town, or NOTHING."""
    for place in range(LOOP):
        if IS_TOWN[place] and mask[Action.PLACE + place]:
            return np.int64(Action.PLACE + place)
    return np.int64(NOTHING)


@compiled
def highest_stack(table, mask):
    """Return the action that names the place with the most Land cards, or NOTHING."""
    best = np.int64(NOTHING)
    most = 0
    for place in range(LOOP):
        if mask[Action.PLACE + place] and table.height[place] > most:
            most = table.height[place]
            best = np.int64(Action.PLACE + place)
    return best


@compiled
def richest_player(table, player, mask):
    """Return the action that names the player with the highest wealth, or NOTHING."""
    best = np.int64(NOTHING)
    most = -1
    for k in range(MAX_PLAYERS - 1):
        if mask[Action.PLAYER + k]:
            other = seat_named(table, player, np.int64(Action.PLAYER + k))
            worth = wealth(table, other)
            if worth > most:
                most = worth
                best = np.int64(Action.PLAYER + k)
    return best


@compiled
def name_least(mask):
    """Return the action that names the cheapest card, or NOTHING."""
    best = np.int64(NOTHING)
    for kind in range(HAND_KINDS):
        if mask[Action.NAME + kind] and (best == NOTHING or WORTH[kind] < WORTH[best - Action.NAME]):
            best = np.int64(Action.NAME + kind)
    return best
