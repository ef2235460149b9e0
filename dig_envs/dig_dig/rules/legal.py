"""Mark the legal actions, by what the player plays from: hand, face-up row or blind cards."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.dig_dig.components import COPIES, NUM_KINDS, NUMBERS, ROW
from dig_envs.dig_dig.rules.actions import BLIND, LAY, PICK_UP, PLAY, POWER
from dig_envs.dig_dig.rules.holdings import lowest_number, total
from dig_envs.dig_dig.rules.pile import fits, goes_on, ninja_on_top
from dig_envs.dig_dig.state import Phase


@inlined
def legal(table, seat, player, mask):
    """Mark the legal actions of the seat that must decide."""
    if table.phase == Phase.SET_UP:
        legal_set_up(table, seat, player, mask)
    elif table.phase == Phase.OPENING and lowest_number(seat.hand) < NUMBERS:
        legal_copies(lowest_number(seat.hand), seat.hand, mask)
    elif table.hand_size[player] > 0:
        legal_hand(table, seat, player, mask)
    elif total(table.face_up[player]) > 0:
        legal_face_up(table, player, mask)
    else:
        for k in range(ROW):
            mask[BLIND + k] = table.blind[player][k]


@compiled
def legal_set_up(table, seat, player, mask):
    """Mark the cards that may be laid face up (DD-3)."""
    for kind in range(NUM_KINDS):
        mask[LAY + kind] = seat.hand[kind] + table.face_up[player][kind] - table.picks[kind] > 0


@inlined
def legal_copies(number, cards, mask):
    """Mark the plays of a number: any count of the copies held (DD-6)."""
    for count in range(COPIES):
        mask[np.uint32(PLAY + COPIES * number + count)] = cards[number] > count


@inlined
def legal_hand(table, seat, player, mask):
    """Mark the plays from the hand, or picking up if there are none (DD-9)."""
    top = np.int64(table.top)
    ninja = ninja_on_top(table)
    strictly = table.phase == Phase.FOLLOWING
    none = True
    for kind in range(NUM_KINDS):
        if seat.hand[kind] > 0 and goes_on(kind, top, ninja, strictly):
            none = False
            if kind < NUMBERS:
                legal_copies(kind, seat.hand, mask)
            else:
                mask[POWER + kind - NUMBERS] = 1
    mask[PICK_UP] = none  # DD-9


@compiled
def legal_face_up(table, player, mask):
    """Mark the plays from the face-up cards, one card at a time (DD-17), or picking up if there are none."""
    none = True
    for kind in range(NUM_KINDS):
        if table.face_up[player][kind] > 0 and fits(table, kind):
            none = False
            mask[PLAY + COPIES * kind if kind < NUMBERS else POWER + kind - NUMBERS] = 1
    mask[PICK_UP] = none
