"""Check the pending frames against the table: each can be carried out, and the seat that is asked can decide."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import (
    BACKS,
    BRIBE_COINS,
    CABIN,
    CACHE,
    COIN,
    DOUBLE_TIME,
    EXCHANGED,
    HAND_KINDS,
    MAX_PLAYERS,
    PICKAXE,
    PLOT,
    SPOON,
    Back,
)
from dig_envs.digging_bandits.rules.board import bridge_limit, bridges_of, may_build_at
from dig_envs.digging_bandits.rules.build import may_build_somewhere
from dig_envs.digging_bandits.rules.dice import is_four_two
from dig_envs.digging_bandits.rules.dig import BREAKS_ALL, clears_stack, may_dig_here, reach
from dig_envs.digging_bandits.rules.doodads import may_plot_somewhere
from dig_envs.digging_bandits.rules.frame_fields import (
    bribed_loot,
    card_played,
    cards_left,
    cart_size,
    event_of,
    loot_of,
    place_of,
    rescue_considered,
    seat_of,
    steps_left,
    stones_left,
    target_of,
    victim_of,
    warp_in_play,
)
from dig_envs.digging_bandits.rules.hands import cards_in_hand
from dig_envs.digging_bandits.rules.kinds import is_tool
from dig_envs.digging_bandits.rules.loot import (
    LOOT_BRIDGE,
    LOOT_PLOT,
    LOOT_TECH,
    can_be_robbed,
    can_give_bounty,
    may_steal_bridge,
    may_steal_plot,
)
from dig_envs.digging_bandits.rules.players import anyone_exposed, exposed, player_count, same_side
from dig_envs.digging_bandits.rules.reactions import can_answer
from dig_envs.digging_bandits.rules.town import partner_outside
from dig_envs.digging_bandits.state import NONE, Event, FrameKind, Step

MOST_STONES = 7
ANY = -1

# The step of the main action of each frame or event on ACTION. Those of a Bonus action come before the first step.
STEPS = {
    Step.NONE: (FrameKind.DISCARD, FrameKind.TAKE, FrameKind.STAKE),
    Step.DIG: (FrameKind.TOOLS, FrameKind.DIGGING),
    Step.PLAY: (FrameKind.OUTLAW, FrameKind.BRIBE, FrameKind.LASSO, FrameKind.BUILD, FrameKind.OFFER),
    Step.PICK_UP: (FrameKind.DUEL, FrameKind.SHUFFLE, FrameKind.TIP),
    Step.WIN: (FrameKind.TURN_IN, FrameKind.BOUNTY),
}
EVENT_STEPS = {
    Step.NONE: (Event.BONUS,),
    Step.PLAY: (Event.OUTLAW, Event.LASSO, Event.BUILD),
    Step.PICK_UP: (Event.PICK_UP, Event.DUEL, Event.GAMBLING, Event.HIDEOUT, Event.HEIST),
}


def step_of(member: FrameKind | Event, steps: dict) -> int:
    """Return the step of a kind of frame or event; ANY if it has none."""
    return next((int(step) for step, members in steps.items() if member in members), ANY)


STEP_OF_FRAME = np.array([step_of(kind, STEPS) for kind in FrameKind], np.int64)
STEP_OF_EVENT = np.array([step_of(event, EVENT_STEPS) for event in Event], np.int64)


@compiled
def pending_is_sound(state):
    """Return whether each frame can be carried out, and the seat that is asked can decide."""
    table = state.table
    if not tools_are_sound(table):
        return False
    if table.depth == 0:
        return True
    if not turn_progress_is_sound(table):
        return False
    for at in range(1, table.depth):
        frame = table.frames[at]
        if not (event_fits(table, frame) if frame.what == FrameKind.EVENT else frame_fits(table, frame)):
            return False
    return asked_seat_is_sound(state, table.frames[table.depth - 1], seat_asked(state))


# --- the turn


@compiled
def turn_progress_is_sound(table):
    """Return whether dice, flags and step agree with the frame of the turn and the frame on it."""
    turn = table.frames[0]
    if (table.dice[0] == 0) != (table.dice[1] == 0) or (table.playing != NONE and table.step < Step.PLAY):
        return False
    if turn.what == FrameKind.ENCORE:
        return True
    if turn.what == FrameKind.ACTION:
        return not table.arrested and (table.depth == 1 or step_fits(table, table.frames[1]))
    if table.step != Step.NONE or table.bonus or table.landed:
        return False
    if turn.what == FrameKind.MOVE:
        rolled = table.depth > 1 and table.frames[1].what == FrameKind.EVENT and event_of(table.frames[1]) == Event.ROLL
        return not table.arrested and (table.dice[0] != 0) == rolled
    if turn.what == FrameKind.DESTINATION:
        return warp_in_play(turn) or is_four_two(np.int64(table.dice[0]), np.int64(table.dice[1]))
    return steps_left(turn) < table.dice[0] + table.dice[1]


@compiled
def step_fits(table, frame):
    """Return whether the frame on ACTION belongs to the current step, or to the Bonus action before the first step."""
    step = STEP_OF_EVENT[event_of(frame)] if frame.what == FrameKind.EVENT else STEP_OF_FRAME[frame.what]
    return step == table.step and (step != Step.NONE or table.bonus != 0)


@compiled
def tools_are_sound(table):
    """Return whether `table.tools` holds cards only in a dig, where they are tools, or while CARD CACHE discards."""
    frame_kind = table.frames[1].what
    digs = frame_kind == FrameKind.TOOLS or frame_kind == FrameKind.DIGGING
    count = np.int64(0)
    for kind in range(HAND_KINDS):
        count += table.tools[kind]
        if digs and table.tools[kind] > 0 and not is_tool(kind):
            return False
    if digs:
        return clears_stack(table) or reach(table) > 0
    return count == (EXCHANGED - cards_left(table.frames[1]) if frame_kind == FrameKind.DISCARD else 0)


# --- frames


@compiled
def frame_fits(table, frame):
    """Return whether a frame has a legal choice, and the cards and bridges that it refers to exist."""
    frame_kind = frame.what
    player = seat_of(frame)
    if frame_kind == FrameKind.TOOLS:
        return may_dig_here(table, player)
    if frame_kind == FrameKind.DIGGING:
        return dig_fits(table, frame, player)
    if frame_kind == FrameKind.OUTLAW:
        return can_rob(table, player) if target_of(frame) == NONE else can_be_robbed(table, player, target_of(frame))
    if frame_kind == FrameKind.BRIBE:
        thief = np.int64(table.active)
        return exposed(table, thief, player) and loot_exists(table, thief, player, bribed_loot(frame))
    if frame_kind == FrameKind.LASSO or frame_kind == FrameKind.DUEL:
        return anyone_exposed(table, player)
    if frame_kind == FrameKind.BUILD:
        return may_build_somewhere(table, player)
    if frame_kind == FrameKind.TURN_IN:
        return may_be_turned_in(table, player, target_of(frame))
    if frame_kind == FrameKind.BOUNTY:
        return bounty_exists(table, player, target_of(frame))
    if frame_kind == FrameKind.DISCARD:
        return cards_in_hand(table, player) >= cards_left(frame)
    if frame_kind == FrameKind.STAKE:
        return may_plot_somewhere(table)
    return frame_kind != FrameKind.TIP or cart_size(frame) > 0 or table.deck_size[Back.LAND] > 0


@compiled
def dig_fits(table, frame, player):
    """Return whether the stack has the cards that may still be lifted, and the tools can still break the stones."""
    if cards_left(frame) > table.height[table.place[player]]:
        return False
    if clears_stack(table):
        return stones_left(frame) >= BREAKS_ALL - MOST_STONES
    return stones_left(frame) <= table.tools[PICKAXE]


@compiled
def can_rob(table, player):
    """Return whether an OUTLAW of a player can rob anything."""
    for other in range(player_count(table)):
        if can_be_robbed(table, player, other):
            return True
    return may_steal_bridge(table, player) or may_steal_plot(table, player)


@compiled
def loot_exists(table, thief, victim, loot):
    """Return whether the victim owns the loot; a card of a back need not exist any more."""
    if loot == LOOT_BRIDGE:
        return may_steal_bridge(table, thief) and table.bridge[table.place[thief]] == victim
    if loot == LOOT_PLOT:
        return may_steal_plot(table, thief) and table.plot_owner == victim
    return loot < BACKS or (loot == LOOT_TECH and table.tech[victim] > 0)


@compiled
def may_be_turned_in(table, hunter, victim):
    """Return whether a bandit is in the game, outside the cabin, and on another side than the hunter."""
    if victim == NONE or same_side(table, hunter, victim):
        return False
    return table.out[victim] == 0 and table.place[victim] != CABIN


@compiled
def bounty_exists(table, hunter, victim):
    """Return whether the named player, or before the naming any player, has a card to give."""
    if victim != NONE:
        return can_give_bounty(table, hunter, victim)
    for other in range(player_count(table)):
        if can_give_bounty(table, hunter, other):
            return True
    return False


# --- events


@compiled
def event_fits(table, frame):
    """Return whether the effect of an event is possible."""
    event = event_of(frame)
    player = seat_of(frame)
    if event == Event.ROLL:
        return table.owing[player] == 0
    if event == Event.SHERIFF:
        return table.encore == 0 and player != table.active
    if event == Event.TOLL:
        return table.owing[player] != 0
    if event == Event.TNT:
        return table.owing[player] != 0 and table.bridge[table.place[player]] == victim_of(frame)
    if event == Event.DIG or event == Event.SPOON:
        return (event == Event.SPOON) == (table.tools[SPOON] > 0)
    if event == Event.OUTLAW:
        return exposed(table, player, victim_of(frame)) and loot_exists(table, player, victim_of(frame), loot_of(frame))
    if event == Event.LASSO or event == Event.DUEL:
        return exposed(table, player, victim_of(frame))
    if event == Event.BUILD:
        return bridges_of(table, player) < bridge_limit(table) and may_build_at(table, place_of(frame))
    if event == Event.BONUS:
        return doodad_fits(table, player, card_played(frame))
    return event != Event.RESCUE or rescue_fits(table, player, target_of(table.frames[1]))


@compiled
def doodad_fits(table, player, kind):
    """Return whether a played Doodad of the Bonus action can have its effect."""
    if kind == CACHE:
        return cards_in_hand(table, player) >= EXCHANGED
    return kind != PLOT or may_plot_somewhere(table)


@compiled
def rescue_fits(table, saviour, victim):
    """Return whether a rescue is counted, and comes from the victim or its partner (DB-56, DB-58)."""
    return table.rescued[victim] != 0 and (saviour == victim or saviour == partner_outside(table, victim))


# --- the seat that is asked


@compiled
def seat_asked(state):
    """Return the first seat that is marked as asked, or NONE."""
    for p in range(MAX_PLAYERS):
        if state.seats[p].asked:
            return np.int64(p)
    return np.int64(NONE)


@compiled
def asked_seat_is_sound(state, frame, asked):
    """Return whether the innermost frame asks this seat, and the seat has the cards for the decision."""
    table = state.table
    seat = state.seats[asked]
    frame_kind = frame.what
    if frame_kind == FrameKind.EVENT:
        return can_answer(table, seat, asked)
    if frame_kind == FrameKind.TURN_IN:
        return rescue_is_asked(table, seat, asked, frame)
    if asked != seat_of(frame):
        return False
    if frame_kind == FrameKind.TRAVEL:
        return table.owing[asked] != 0
    if frame_kind == FrameKind.ENCORE:
        return seat.hand[DOUBLE_TIME] > 0
    if frame_kind == FrameKind.TOOLS:
        return not clears_stack(table)
    if frame_kind == FrameKind.DIGGING:
        return cards_left(frame) > 0
    if frame_kind == FrameKind.BRIBE:
        return seat.hand[COIN] >= BRIBE_COINS
    if frame_kind == FrameKind.TAKE:
        return cards_left(frame) > 0 and (table.deck_size[Back.DIG] > 0 or table.deck_size[Back.DRAW] > 0)
    return True


@compiled
def rescue_is_asked(table, seat, mover, frame):
    """Return whether a partner with the SPOON is asked to save a bandit that was not saved before (DB-58)."""
    victim = target_of(frame)
    if rescue_considered(frame) == NONE or table.rescued[victim]:
        return False
    return mover == partner_outside(table, victim) and seat.hand[SPOON] > 0
