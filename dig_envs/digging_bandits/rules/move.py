"""Move the pieces: the roll, a SHERIFF against it, warps, and the bridges on the way (DB-14 to DB-16, DB-21 to DB-24).

`reactions.py` asks the seats that may play a SHERIFF (DB-16).
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

# --- MOVE: choose how to move, or settle a bridge first


@compiled
def legal_move(table, seat, player, mask):
    """Write the actions at the start of a turn: roll; settle a bridge or stay (DB-22); or play WESTERN WARP (DB-14)."""
    if table.owing[player]:
        legal_settling(seat, mask)
        mask[STAY] = 1
    else:
        mask[ROLL] = 1
    mask[PLAY_OF[WARP]] = seat.hand[WARP] > 0


@compiled
def legal_settling(seat, mask):
    """Write the ways to settle a bridge: a COIN or TNT (DB-21)."""
    mask[PAY] = seat.hand[COIN] > 0
    mask[PLAY_OF[TNT]] = seat.hand[TNT] > 0


@compiled
def decide_move(state, player, action):
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
    """Announce the payment or the TNT; others may stop either (DB-24)."""
    if action == PAY:
        lose(state, player, COIN, EVERYONE)
        announce(state, Event.TOLL, player, NONE, COIN)
    else:
        owner = np.int64(state.table.bridge[state.table.place[player]])
        use(state, player, TNT)
        announce(state, Event.TNT, player, owner, TNT)


@compiled
def pay_toll(state, player):
    """Give the COIN to the owner of the bridge, who may be in the cabin (DB-21, DB-33)."""
    table = state.table
    owner = np.int64(table.bridge[table.place[player]])
    gain(state, owner, COIN, EVERYONE)
    table.owing[player] = 0


@compiled
def lose_toll(state):
    """Discard the COIN of a stopped toll. The toll is still owed (DB-24)."""
    discard(state, COIN)


@compiled
def blow_up(state, player):
    """Remove the bridge at the player's place (DB-21)."""
    remove_bridge(state, np.int64(state.table.place[player]))


# --- ROLL, and a SHERIFF played against it


@compiled
def begin_rolled_move(state):
    """Begin the move by the dice, after the roll was not stopped; 4 and 2 warps (DB-14)."""
    table = state.table
    if is_four_two(np.int64(table.dice[0]), np.int64(table.dice[1])):
        become(state, FrameKind.DESTINATION)
    else:
        become(state, FrameKind.TRAVEL)
        set_steps_left(table.frames[table.depth - 1], np.int64(table.dice[0] + table.dice[1]))


@compiled
def arrest(state):
    """Carry out a SHERIFF that nobody stopped: the turn loses its Bonus and main action (DB-16), in `end_move`."""
    state.table.arrested = 1
    end_roll(state)


@compiled
def end_roll(state):
    """End the window of a roll after a SHERIFF was played, and move: only one SHERIFF is played, blocked or not (DB-16)."""
    pop(state)  # the ROLL; no other seat is asked about it
    begin_rolled_move(state)


# --- WESTERN WARP, played instead of rolling


@compiled
def warp_by_card(state):
    """Ask for the destination of a WESTERN WARP that nobody stopped. The card stays in play until the piece lands (DB-33)."""
    become(state, FrameKind.DESTINATION)
    set_warp_in_play(state.table.frames[state.table.depth - 1], np.int64(1))


@compiled
def lose_warp(state):
    """Discard a stopped WESTERN WARP; its player moves without it (DB-45)."""
    discard(state, WARP)


# --- DESTINATION: choose where to warp


@compiled
def legal_destination(mask):
    """Write every place (DB-14)."""
    for place in range(PLACES):
        mask[PLACE + place] = 1


@compiled
def warp_to(state, player, place):
    """Land on a place without passing bridges (DB-14, DB-53). A WARP goes to its deck after the Doodad is taken (DB-33)."""
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
    """Move the piece until a bridge must be settled or the roll is used up. Returns whether a seat is asked."""
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
    """Write the ways to settle the bridge, and the choice to stop at it (DB-21)."""
    legal_settling(seat, mask)
    mask[STOP] = 1


@compiled
def decide_travel(state, player, action):
    """Stop at the bridge or settle it. The piece has landed if the roll is used up (DB-23)."""
    if action == STOP:
        table = state.table
        end_move(state, np.int64(steps_left(table.frames[table.depth - 1]) == 0))
    else:
        settle_bridge(state, player, action)


@compiled
def end_move(state, landed):
    """End the move: ACTION follows, or ENCORE after an arrest (DB-16). A stop before the full roll is no landing (DB-27)."""
    state.table.landed = landed
    if state.table.arrested:
        become(state, FrameKind.ENCORE)
    else:
        become(state, FrameKind.ACTION)
