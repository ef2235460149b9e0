"""The greedy bot of Digging Bandits: it prefers what brings something at once."""

import numpy as np

from dig_envs.agents.digging_bandits.choices import (
    NOTHING,
    first_legal,
    has_found_something,
    highest_stack,
    holds_prize,
    legal_town,
    much_land_left,
    richest_player,
    somebody_found_something,
    worth_digging,
)
from dig_envs.agents.digging_bandits.valuation.exchanges import gain_by_exchange
from dig_envs.agents.digging_bandits.valuation.prices import name_least
from dig_envs.core.compiler import compiled
from dig_envs.core.rng import draw_legal
from dig_envs.digging_bandits.components import (
    BLOCK,
    BRIDGE,
    CHARACTERS,
    COWBOY,
    DOUBLE_TIME,
    GOLD,
    GUIDE,
    LASSO,
    MAGNET,
    MAX_PLAYERS,
    MINING_SITE,
    OUTLAW,
    PICKAXE,
    PLOT,
    SHERIFF,
    SHOVEL,
    SPOON,
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
from dig_envs.digging_bandits.rules.frame_fields import bribed_loot, event_of, loot_of, seat_of, side_of, victim_of
from dig_envs.digging_bandits.rules.trade import GIVING
from dig_envs.digging_bandits.state import Event, FrameKind

WINNING = np.array([CASH_IN, *range(TURN_IN, TURN_IN + len(CHARACTERS))], np.int64)
DIGGING = np.array([PLAY_OF[kind] for kind in (MINING_SITE, WHEELBARROW, SHOVEL, SPOON)], np.int64)
ACTING = np.array([*(PLAY_OF[kind] for kind in (MAGNET, GUIDE, TRADE)), PICK_UP, END_TURN], np.int64)
CLOSING = np.array([PLAY_OF[BRIDGE], PLAY_OF[PLOT]], np.int64)  # where nobody, or nobody else, may dig then
GUARDING = np.array([PLAY_OF[BRIDGE], PLAY_OF[LASSO], END_TURN, PICK_UP], np.int64)
SETTLING = np.array([PLAY_OF[TNT], PAY, ROLL, STAY, STOP], np.int64)
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
    action = obvious(table, seat, player, mask)
    if action == NOTHING:
        return draw_legal(mask, rng)
    return action


@compiled
def obvious(table, seat, player, mask):
    """Choose by what the innermost frame asks for; NOTHING where every choice is as good."""
    what = table.frames[table.depth - 1].what
    if what == FrameKind.MOVE and holds_prize(table, seat, player) and mask[PLAY_OF[WARP]]:
        return PLAY_OF[WARP]
    if what == FrameKind.MOVE or what == FrameKind.TRAVEL:
        return first_legal(mask, SETTLING)
    if what == FrameKind.DESTINATION:
        return destination(table, seat, player, mask)
    if what == FrameKind.ACTION:
        return act(table, seat, player, mask)
    if what == FrameKind.TOOLS:
        return first_legal(mask, TOOLS)
    if what == FrameKind.DIGGING:
        return np.int64(STOP if seat.hand[GOLD] > 0 else DIG)
    if what == FrameKind.EVENT:
        return answer(table, seat, player, mask)
    if what == FrameKind.BRIBE:
        return np.int64(PAY if bribed_loot(table.frames[table.depth - 1]) == Back.LAND else PASS)
    if what == FrameKind.OUTLAW or what == FrameKind.BOUNTY or what == FrameKind.LASSO or what == FrameKind.DUEL:
        return whom_or_what(table, player, mask)
    if what == FrameKind.STAKE and mask[PLACE + table.place[player]]:
        return np.int64(PLACE + table.place[player])
    if what == FrameKind.OFFER:
        return offer(table, mask)
    return first_legal(mask, PARTNERS if what == FrameKind.PARTNER else SIMPLE)


@compiled
def act(table, seat, player, mask):
    """Choose a main action: win, rob who has found something, dig, close a place, pick up; with a prize take no risks."""
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
    """Choose where to warp: to a town with a prize in hand, else to the highest stack."""
    if holds_prize(table, seat, player):
        return legal_town(mask)
    return highest_stack(table, mask)


@compiled
def whom_or_what(table, player, mask):
    """Choose whom or what to rob: a bridge or plot at hand, else the richest player; Land cards before others."""
    action = first_legal(mask, ROBBING)
    if action == NOTHING:
        action = richest_player(table, player, mask)
    return first_legal(mask, LOOT) if action == NOTHING else action


@compiled
def offer(table, mask):
    """Offer the cheapest card, and ask for as much as may be asked, the best first."""
    if side_of(table.frames[table.depth - 1]) != GIVING:
        return first_legal(mask, LOOT)
    return np.int64(DONE) if mask[DONE] else name_least(mask)


@compiled
def answer(table, seat, player, mask):
    """Answer an event: defend the own cards; stop a player with a find on its way to a town."""
    frame = table.frames[table.depth - 1]
    if gain_by_exchange(table, player, frame) < 0 if is_exchange(event_of(frame)) else takes_cards_of(player, frame):
        return first_legal(mask, DEFENCES)
    if mask[PLAY_OF[SHERIFF]] and comes_to_town(table, seat_of(frame)) and has_found_something(table, seat_of(frame)):
        return PLAY_OF[SHERIFF]
    return np.int64(PASS)


@compiled
def takes_cards_of(player, frame):
    """Return whether an event would cost the player all its cards, or one that it dug out."""
    if victim_of(frame) != player:
        return False
    event = event_of(frame)
    return event == Event.DYNAMITE or event == Event.GAMBLING or (event == Event.OUTLAW and loot_of(frame) == Back.LAND)
