"""Name the numbers that each kind of frame holds.

Only this module and `frames.py`, which clears frames, use the fields `who`, `x`, `y` and `z` of a frame.
A getter takes a frame and returns an int64; a setter takes a frame and an int64. A new frame holds 0, NONE, NONE
(`frames.py`). Names for the same field share one function, so that it is compiled once.
"""

import numpy as np

from dig_envs.core.compiler import inlined


@inlined
def _get_x(frame):
    return np.int64(frame.x)


@inlined
def _get_y(frame):
    return np.int64(frame.y)


@inlined
def _get_z(frame):
    return np.int64(frame.z)


@inlined
def _set_x(frame, value):
    frame.x = value


@inlined
def _set_y(frame, value):
    frame.y = value


@inlined
def _set_z(frame, value):
    frame.z = value


@inlined
def seat_of(frame):
    """Return the seat that a frame of any kind belongs to."""
    return np.int64(frame.who)


@inlined
def numbers_of(frame):
    """Return the three numbers x, y and z of a frame, as int64."""
    return np.int64(frame.x), np.int64(frame.y), np.int64(frame.z)


# DESTINATION: 1 if a WESTERN WARP is in play, 0 after a roll of 4 and 2
warp_in_play, set_warp_in_play = _get_x, _set_x

# TRAVEL: steps left of the roll
steps_left, set_steps_left = _get_x, _set_x

# DIGGING: cards that may still be lifted; DISCARD and TAKE: cards still to discard or to take
cards_left, set_cards_left = _get_x, _set_x
# DIGGING: stones that can still be broken
stones_left, set_stones_left = _get_y, _set_y

# OUTLAW and BOUNTY: the player to rob, NONE until it is named; TURN_IN: the bandit that is turned in
target_of, set_target = _get_x, _set_x
# TURN_IN: NONE before a rescue was considered, then 1
rescue_considered, set_rescue_considered = _get_y, _set_y

# BRIBE: the thief and its loot (a back or a LOOT_ number of `loot.py`); the seat of the frame is the victim
thief_of, set_thief = _get_x, _set_x
bribed_loot, set_bribed_loot = _get_y, _set_y

# OFFER: the side being composed (GIVING or WANTING), and the number of declined offers
side_of, set_side = _get_x, _set_x
offers_declined, set_offers_declined = _get_y, _set_y

# ANSWER: 1 once the seat has said yes, while it names cards of wanted backs
has_accepted, set_has_accepted = _get_x, _set_x

# TIP: the number of cards in the cart (0 before it is chosen), the index of the next card (NONE before it is chosen), and the
# kind of the card if everyone knows it, else NONE
cart_size, set_cart_size = _get_x, _set_x
next_in_cart, set_next_in_cart = _get_y, _set_y
open_kind, set_open_kind = _get_z, _set_z

# EVENT: the `Event`, the seat that it is aimed at (or NONE), and a detail that depends on the event:
event_of = _get_x
victim_of = _get_y
detail_of = _get_z
card_played = _get_z  # SHERIFF, COWBOY, TOLL, BRIBE, TNT, SPOON, DYNAMITE, LASSO, DUEL, GAMBLING, HIDEOUT, BONUS, WARP, ENCORE
loot_of = _get_z  # OUTLAW: a back or a LOOT_ number of `loot.py`
place_of = _get_z  # BUILD: the place of the bridge
partner_of = _get_z  # TRADE: the seat that the trader has picked
shielded_from, set_shielded = _get_z, _set_z  # HEIST: the seats that BANDIT'S BLOCK shields, a bit per seat
seat_to_save = _get_z  # RESCUE: the bandit that was turned in
set_event, set_victim, set_detail = _set_x, _set_y, _set_z

# The same fields by name, for arrays of frames.
EVENT, VICTIM, DETAIL = "x", "y", "z"
THIEF, BRIBED_LOOT = "x", "y"
