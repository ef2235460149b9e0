"""A tiny game for tests of `dig-envs study fuzz`. Its option `fault` selects the contract that the game breaks."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dig_envs.core.actions import ActionTable, Family
from dig_envs.core.compiler import compiled
from dig_envs.core.engine.checked_kernels import Fault
from dig_envs.core.fields import Field
from dig_envs.core.game import NOBODY, End, Game, LimitedOptions, define_state
from dig_envs.core.layout import Block, Layout
from dig_envs.core.rng import Stream, draw_below

MAX_PLAYERS = 3
LAST_TURN = 20
FAULTY_TURN = 4
NOT_A_NUMBER, ANOTHER_SEAT = 100, 101  # further faults of observations

TABLE, SEAT, STATE, FIELDS = define_state(
    table=[Field("fault", range(128), "the fault"), Field("dug", range(21), "dug by each seat", (MAX_PLAYERS,))],
    seat=[Field("luck", range(3), "the illegal action")],
    secret=[],
    max_players=MAX_PLAYERS,
)


@dataclass(frozen=True)
class FaultyOptions(LimitedOptions):
    fault: int = 0

    turns_in_all: ClassVar[int] = 30


@compiled
def faulty(table, fault):
    return table.fault == fault and table.turn >= FAULTY_TURN


@compiled
def deal(state):
    for p in range(state.table.num_players):
        state.seats[p].luck = draw_below(state.secret.rng, Stream.DEAL, 3)
    state.secret.mover = 0


@compiled
def legal(table, seat, player, mask):
    if not faulty(table, Fault.NO_ACTION):
        for action in range(3):
            mask[action] = action != seat.luck
    if faulty(table, Fault.MASK):
        mask[seat.luck] = 2


@compiled
def apply(state, action):
    table, mover = state.table, np.int64(state.secret.mover)
    if table.fault == Fault.ENDLESS:
        return
    table.turn += 1
    table.dug[mover] = min(table.dug[mover] + action, 20)
    state.secret.mover = (mover + 1) % table.num_players
    if faulty(table, Fault.MOVER):
        state.secret.mover = table.num_players
    if faulty(table, Fault.END):
        end_game(state, End.TRUNCATED)
    if table.turn == LAST_TURN and table.fault != Fault.TURN_LIMIT:
        end_game(state, End.OVER)


@compiled
def end_game(state, end):
    state.table.end = end
    state.secret.mover = NOBODY


@compiled
def encode(table, seat, player, out):
    out[0] = table.turn / 30.0
    out[1 + player] = table.dug[player] / 20.0
    if faulty(table, Fault.OBSERVATION):
        out[3] = 1.25
    if faulty(table, NOT_A_NUMBER):
        out[2] = np.nan
    if faulty(table, ANOTHER_SEAT) and table.turn % table.num_players != player:
        out[0] = -0.5


@compiled
def standings(table, seats, out):
    for p in range(table.num_players):
        out[p] = table.dug[p]


@compiled
def rewards(table, points, out):
    for p in range(table.num_players):
        out[p] = 1.0 if p == 0 else -1.0 / (table.num_players - 1)
        if table.fault == Fault.REWARD_RANGE:
            out[p] *= 3.0
        if table.fault == Fault.REWARD_SUM:
            out[p] = 0.5


@compiled
def redeal(table, seat, player, seed, state):
    state.table = table
    state.seats[player] = seat


@compiled
def check(state):
    return 7 if faulty(state.table, Fault.INVARIANT) else 0


@compiled
def wild(table, seat, player, mask, rng):
    """Choose a random action, legal or illegal."""
    return draw_below(rng, Stream.PLAY, 3)


def layout(options):
    return Layout(Block("turn", (1,), "turns / 30"), Block("dug", (1, MAX_PLAYERS), "dug by each seat / 20"))


FAULTY = Game(
    id="faulty_v0", title="Faulty", min_players=2, max_players=MAX_PLAYERS, options=FaultyOptions, table=TABLE, seat=SEAT,
    state=STATE, fields=FIELDS, actions=ActionTable(Family("dig", ("dig 0", "dig 1", "dig 2"))), layout=layout, deal=deal,
    legal=legal, apply=apply, encode=encode, standings=standings, rewards=rewards, redeal=redeal, check=check,
)  # fmt: skip
