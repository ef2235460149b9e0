"""Moving: the roll, warps, and the bridges met on the way (DB-14 to DB-16, DB-21 to DB-24)."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.components import CABIN, COIN, PLACES, TNT, WARP
from dig_envs.digging_bandits.rules.actions import PAY, PLACE, PLAY_OF, ROLL, STAY, STOP
from dig_envs.digging_bandits.rules.board import enter_cabin, next_place, remove_bridge, toll_bridge
from dig_envs.digging_bandits.rules.decks import discard
from dig_envs.digging_bandits.rules.dice import is_four_two, roll_die
from dig_envs.digging_bandits.rules.frames import announce, ask, become
from dig_envs.digging_bandits.rules.hands import gain, lose, use
from dig_envs.digging_bandits.state import EVERYONE, NONE, Event, What

# --- MOVE: how to move, or how to settle a bridge first


@compiled
def legal_move(table, seat, player, mask):
    if table.owing[player]:
        legal_settling(seat, mask)
        mask[STAY] = 1
    else:
        mask[ROLL] = 1
    mask[PLAY_OF[WARP]] = seat.hand[WARP] > 0


@compiled
def legal_settling(seat, mask):
    """DB-21: a COIN, or TNT."""
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
        become(state, What.ACTION, np.int64(0))  # DB-22
    elif action == PLAY_OF[WARP]:
        lose(state, player, WARP, EVERYONE)
        announce(state, Event.WARP, player, NONE, WARP)
    else:
        settle_bridge(state, player, action)


@compiled
def settle_bridge(state, player, action):
    """DB-24: the payment and the TNT may be answered."""
    if action == PAY:
        lose(state, player, COIN, EVERYONE)
        announce(state, Event.TOLL, player, NONE, COIN)
    else:
        owner = np.int64(state.table.bridge[state.table.place[player]])
        use(state, player, TNT)
        announce(state, Event.TNT, player, owner, TNT)


@compiled
def pay_toll(state, player):
    """The COIN goes to the owner of the bridge, in the cabin too (DB-21, DB-33)."""
    table = state.table
    owner = np.int64(table.bridge[table.place[player]])
    gain(state, owner, COIN, EVERYONE)
    table.owing[player] = 0


@compiled
def blow_up(state, player):
    remove_bridge(state, np.int64(state.table.place[player]))


# --- ROLL, and WARP played instead of it


@compiled
def go_rolled_way(state):
    """Nobody stops the roll any more: 4 and 2 warps (DB-14)."""
    table = state.table
    if is_four_two(np.int64(table.dice[0]), np.int64(table.dice[1])):
        become(state, What.DESTINATION, np.int64(0))
    else:
        become(state, What.TRAVEL, np.int64(table.dice[0] + table.dice[1]))


# --- DESTINATION: x is 1 while a WESTERN WARP is in play


@compiled
def legal_destination(mask):
    for place in range(PLACES):
        mask[PLACE + place] = 1


@compiled
def warp_to(state, player, place):
    """DB-14, DB-53: past no bridge; it counts as landing. The WARP goes to its deck after a Doodad was taken (DB-33)."""
    table = state.table
    with_card = table.frames[table.depth - 1].x
    if place == CABIN:
        enter_cabin(state, player)
    else:
        table.place[player] = place
        table.owing[player] = toll_bridge(table, player, place)  # DB-23
    if with_card:
        discard(state, WARP)
    end_move(state, np.int64(1))


# --- TRAVEL: x is how many steps are left


@compiled
def travel(state, player):
    """Go on until a bridge must be settled, or the piece arrives."""
    table = state.table
    frame = table.frames[table.depth - 1]
    while frame.x > 0 and not table.owing[player]:
        frame.x -= 1
        table.place[player] = next_place(np.int64(table.place[player]))
        table.owing[player] = toll_bridge(table, player, np.int64(table.place[player]))
    if table.owing[player]:
        return ask(state, player)
    end_move(state, np.int64(1))
    return False


@compiled
def legal_travel(seat, mask):
    legal_settling(seat, mask)
    mask[STOP] = 1


@compiled
def decide_travel(state, player, action):
    if action == STOP:
        table = state.table
        end_move(state, np.int64(table.frames[table.depth - 1].x == 0))
    else:
        settle_bridge(state, player, action)


@compiled
def end_move(state, landed):
    """A stop short of where the dice lead is no landing (DB-27). Whom a SHERIFF stopped has no more to do (DB-16)."""
    state.table.landed = landed
    if state.table.arrested:
        become(state, What.ENCORE, np.int64(0))
    else:
        become(state, What.ACTION, np.int64(0))
