"""Facts about an announced event: what is answered, where a roll leads, who exchanges cards with whom."""

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.digging_bandits.components import IS_TOWN, LOOP
from dig_envs.digging_bandits.rules.dice import is_four_two
from dig_envs.digging_bandits.rules.frame_fields import event_of, partner_of, seat_of, seat_to_save, shielded_from, victim_of
from dig_envs.digging_bandits.rules.immediate import on_train
from dig_envs.digging_bandits.state import NONE, Event


@compiled
def announced(table):
    """Return the index of the frame of the event below the COWBOYs, and the number of COWBOYs.

    The innermost frame must be an event. An odd number of COWBOYs means that the event is stopped.
    """
    at = np.int64(table.depth - 1)
    cowboys = np.int64(0)
    while event_of(table.frames[at]) == Event.COWBOY:
        at -= 1
        cowboys += 1
    return at, cowboys


@compiled
def aimed_at(frame):
    """Return the target of an event: its victim, the partner of a TRADE, the seat that a RESCUE saves; NONE without target."""
    event = event_of(frame)
    if event == Event.TRADE:
        return partner_of(frame)
    return seat_to_save(frame) if event == Event.RESCUE else victim_of(frame)


@compiled
def comes_to_town(table, player):
    """Return whether the dice lead a piece to a town, ignoring bridges; 4 and 2 leads anywhere (DB-14)."""
    one = np.int64(table.dice[0])
    other = np.int64(table.dice[1])
    start = np.int64(table.place[player])
    if start >= LOOP:
        start = np.int64(-1)  # from the cabin the first step is onto space 0 (DB-15)
    return is_four_two(one, other) or IS_TOWN[(start + one + other) % LOOP] != 0


@compiled
def is_exchange(event):
    """Return whether an event exchanges whole hands."""
    return event == Event.DUEL or event == Event.HEIST


@compiled
def exchange_partner(table, player, frame):
    """Return the seat whose cards a player may win in a DUEL or gets in a TRAIN HEIST; NONE for a seat that takes no part."""
    if event_of(frame) == Event.HEIST:
        shielded = shielded_from(frame)
        return passenger_behind(table, player, shielded) if on_train(table, player, shielded) else np.int64(NONE)
    if seat_of(frame) == player:
        return victim_of(frame)
    return np.int64(seat_of(frame) if victim_of(frame) == player else NONE)


@compiled
def passenger_behind(table, player, shielded):
    """Return the next player counter-clockwise that takes part in a TRAIN HEIST, or the player itself."""
    other = (player - 1) % table.num_players
    while not on_train(table, other, shielded):
        other = (other - 1) % table.num_players
    return np.int64(other)
