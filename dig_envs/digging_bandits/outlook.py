"""The blocks of an observation that say what the cards seen amount to: products of counts, which a network can't see itself."""

import numpy as np

from dig_envs.core.compile import compiled
from dig_envs.digging_bandits.blocks import (
    DIGGING_AT,
    EXCHANGE_AT,
    HIGH,
    MOST_WEALTH,
    PRIZE_AT,
    STANDS_AT,
    THREATS_AT,
    TO_TOWN_AT,
)
from dig_envs.digging_bandits.events import announced, comes_to_town, gain_by_exchange, is_exchange
from dig_envs.digging_bandits.knowledge import fortune, threat
from dig_envs.digging_bandits.prospecting import depth_for_more, depth_for_tools, stones_ahead
from dig_envs.digging_bandits.rules.dig import reach
from dig_envs.digging_bandits.rules.players import player_count, seat_clockwise
from dig_envs.digging_bandits.state import Event, What


@compiled
def encode_outlook(table, seat, player, unseen, out):
    """`unseen`: cards of each kind that lie or are held where the seat can't know."""
    for i in range(1, player_count(table)):
        other = seat_clockwise(table, player, i)
        out[THREATS_AT + i - 1] = threat(table, seat, unseen, other)
    out[PRIZE_AT] = fortune(table, seat, player)
    if seat.asked:
        what = table.frames[table.depth - 1].what
        if what == What.EVENT:
            encode_stake(table, player, out)
        elif what == What.ACTION:
            out[DIGGING_AT] = min(1.0, depth_for_tools(table, seat, player, np.int64(table.place[player])) / HIGH)
        elif what == What.TOOLS:
            encode_tools(table, seat, np.int64(table.place[player]), out)


@compiled
def encode_stake(table, player, out):
    """What is at stake in an event."""
    at, blocks = announced(table)
    frame = table.frames[at]
    out[STANDS_AT] = blocks % 2 == 0
    if frame.x == Event.ROLL:
        out[TO_TOWN_AT] = comes_to_town(table, np.int64(frame.who))
    elif is_exchange(frame.x):
        out[EXCHANGE_AT] = min(1.0, max(0.0, 0.5 + gain_by_exchange(table, player, frame) / (2.0 * MOST_WEALTH)))


@compiled
def encode_tools(table, seat, place, out):
    """What those in the DIGGING HAND lack."""
    missing = depth_for_more(table, seat, place) - reach(table)
    out[DIGGING_AT + 1] = min(1.0, max(0, missing) / HIGH)
    out[DIGGING_AT + 2] = min(1.0, stones_ahead(table, seat, place) / 4)
