"""Move the pieces: the roll and a SHERIFF against it, warps, and the bridges met on the way (DB-14 to DB-16, DB-21 to DB-24).

DB-16 is read here and in `reactions.py`, which asks the seats that may play a SHERIFF.
"""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import CABIN, COIN, PLACES, TNT, WARP
from dig_envs.digging_bandits.rules.actions import PAY, PLACE, PLAY_OF, ROLL, STAY, STOP
from dig_envs.digging_bandits.rules.board import enter_cabin, next_place, remove_bridge, toll_bridge
from dig_envs.digging_bandits.rules.decks import discard
from dig_envs.digging_bandits.rules.dice import is_four_two, roll_die
from dig_envs.digging_bandits.rules.frame_fields import set_steps_left, set_warp_in_play, steps_left, warp_in_play
from dig_envs.digging_bandits.rules.frames import announce, ask, become, pop
from dig_envs.digging_bandits.rules.hands import gain, lose, use
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, FrameKind

# --- MOVE: how to move, or how to settle a bridge first


@compiled
def legal_move(table, seat, player, mask):
    """Write the actions of a turn's beginning: roll, or settle a bridge or stay (DB-22), or play WESTERN WARP (DB-14)."""
    if table.owing[player]:
        legal_settling(seat, mask)
        mask[STAY] = 1
    else:
        mask[ROLL] = 1
    mask[PLAY_OF[WARP]] = seat.hand[WARP] > 0


@compiled
def legal_settling(seat, mask):
    """Write the ways to settle a bridge: a COIN, or TNT (DB-21)."""
    mask[PAY] = seat.hand[COIN] > 0
    mask[PLAY_OF[TNT]] = seat.hand[TNT] > 0


@compiled
def decide_move(state, player, action):
    """Roll, stay, play WESTERN WARP, or settle the bridge."""
    table = state.table
    if action == ROLL:
        table.dice[0] = roll_die(state)
        table.dice[1] = roll_die(state)
        announce(state, Event.ROLL, player, NONE, np.int64(0))
    elif action == STAY:
        become(state, FrameKind.ACTION)  # DB-22
    elif action == PLAY_OF[WARP]:
        lose(state, player, WARP, EVERYONE)
        announce(state, Event.WARP, player, NONE, WARP)
    else:
        settle_bridge(state, player, action)


# --- settling a bridge


@compiled
def settle_bridge(state, player, action):
    """Announce the payment or the TNT, which others may stop (DB-24)."""
    if action == PAY:
        lose(state, player, COIN, EVERYONE)
        announce(state, Event.TOLL, player, NONE, COIN)
    else:
        owner = np.int64(state.table.bridge[state.table.place[player]])
        use(state, player, TNT)
        announce(state, Event.TNT, player, owner, TNT)


@compiled
def pay_toll(state, player):
    """Give the COIN to the owner of the bridge, in the cabin too (DB-21, DB-33)."""
    table = state.table
    owner = np.int64(table.bridge[table.place[player]])
    gain(state, owner, COIN, EVERYONE)
    table.owing[player] = 0


@compiled
def lose_toll(state):
    """Discard the COIN of a toll that was stopped. The toll is owed as before (DB-24)."""
    discard(state, COIN)


@compiled
def blow_up(state, player):
    """Remove the bridge that the piece has come to (DB-21)."""
    remove_bridge(state, np.int64(state.table.place[player]))


# --- ROLL, and a SHERIFF played against it


@compiled
def go_rolled_way(state):
    """Begin the move by the dice, once nobody stops it any more: 4 and 2 warps (DB-14)."""
    table = state.table
    if is_four_two(np.int64(table.dice[0]), np.int64(table.dice[1])):
        become(state, FrameKind.DESTINATION)
    else:
        become(state, FrameKind.TRAVEL)
        set_steps_left(table.frames[table.depth - 1], np.int64(table.dice[0] + table.dice[1]))


@compiled
def arrest(state):
    """Take this turn's Bonus and main action, as a SHERIFF does that nobody stops (DB-16). `end_move` heeds it."""
    state.table.arrested = 1
    end_roll(state)


@compiled
def end_roll(state):
    """Close the window of a roll that a SHERIFF was played against, and move: only one is played, blocked or not (DB-16)."""
    pop(state)  # the ROLL, about which nobody else is asked
    go_rolled_way(state)


# --- WESTERN WARP, played instead of rolling


@compiled
def warp_by_card(state):
    """Ask where the WESTERN WARP leads, which nobody stops. The card stays in play until it has worked (DB-33)."""
    become(state, FrameKind.DESTINATION)
    set_warp_in_play(state.table.frames[state.table.depth - 1], np.int64(1))


@compiled
def lose_warp(state):
    """Discard a WESTERN WARP that was stopped: its player moves without it (DB-45)."""
    discard(state, WARP)


# --- DESTINATION: where to warp


@compiled
def legal_destination(mask):
    """Write every place (DB-14)."""
    for place in range(PLACES):
        mask[PLACE + place] = 1


@compiled
def warp_to(state, player, place):
    """Land on a place, past no bridge (DB-14, DB-53). A WARP goes to its deck after a Doodad was taken (DB-33)."""
    table = state.table
    with_card = warp_in_play(table.frames[table.depth - 1])
    if place == CABIN:
        enter_cabin(state, player)
    else:
        table.place[player] = place
        table.owing[player] = toll_bridge(table, player, place)  # DB-23
    if with_card:
        discard(state, WARP)
    end_move(state, np.int64(1))


# --- TRAVEL: step by step


@compiled
def travel(state, player):
    """Step on until a bridge must be settled, or the piece arrives. Returns whether a seat is asked."""
    table = state.table
    frame = table.frames[table.depth - 1]
    while steps_left(frame) > 0 and not table.owing[player]:
        set_steps_left(frame, steps_left(frame) - 1)
        table.place[player] = next_place(np.int64(table.place[player]))
        table.owing[player] = toll_bridge(table, player, np.int64(table.place[player]))
    if table.owing[player]:
        return ask(state, player)
    end_move(state, np.int64(1))
    return False


@compiled
def legal_travel(seat, mask):
    """Write the ways to settle the bridge, and to stop at it (DB-21)."""
    legal_settling(seat, mask)
    mask[STOP] = 1


@compiled
def decide_travel(state, player, action):
    """Stop at the bridge, or settle it. The piece has landed if the dice lead no further (DB-23)."""
    if action == STOP:
        table = state.table
        end_move(state, np.int64(steps_left(table.frames[table.depth - 1]) == 0))
    else:
        settle_bridge(state, player, action)


@compiled
def end_move(state, landed):
    """Go on to the actions, or to the turn's end after an arrest (DB-16). A stop short of the roll is no landing (DB-27)."""
    state.table.landed = landed
    if state.table.arrested:
        become(state, FrameKind.ENCORE)
    else:
        become(state, FrameKind.ACTION)
