"""Play games and check the whole game contract at each decision, for `dig-envs study fuzz`.

The loops are compiled for each game, like the kernels. Games are dealt and stepped by the batch's own code (`kernels.py`). The
agents are seated from the game's seed, and all actions are recorded, so a seed and a list of actions reproduce a fault.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.engine.kernels import (
    CALLER,
    call_bot,
    clear_observation,
    is_legal,
    observe,
    observe_mover,
    play_to_decision,
    seat_opponents,
    start_game,
    zero,
)
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import Domain, Stream, draw_legal, draw_seed, draw_unit, seed_generator

check = apply = lambda *_: None  # bound for each game (engine.py)

MAX_DECISIONS = 1 << 14  # of one game; no sound game has as many
SUM_IS_ZERO = 1e-9
COUNTS = 3
MOVES, GAMES, TRUNCATED = range(COUNTS)  # columns of `counts`
DETAIL, SEAT = range(2)  # indices of `details`
SOUND = np.int64(0)


class Fault(IntEnum):
    """The ways in which a game can break its contract."""

    NONE = 0
    INVARIANT = 1
    MOVER = 2
    TURN_LIMIT = 3
    ENDLESS = 4
    NO_ACTION = 5
    MASK = 6
    ILLEGAL = 7
    OBSERVATION = 8
    END = 9
    EARLY_REWARD = 10
    REWARD_SUM = 11
    REWARD_RANGE = 12


class Fuzz(NamedTuple):
    """The arrays of a fuzzing run besides the tables.

    Attributes:
        journal: int16 (n, MAX_DECISIONS), the actions of each table's game.
        counts: int64 (n, 3), the number of moves, games ended and games truncated.
        observation: float32 (layout.size,), working memory for the observation of another seat.
        details: int64 (2,), the detail of a fault (an invariant, an action, or an index of an observation) and its seat.
    """

    journal: Any
    counts: Any
    observation: Any
    details: Any


@compiled
def fuzz_tables(moves, tables, fuzz, faults):
    """Play `moves` moves at each table, up to the first fault. Returns the table of the fault, or -1."""
    for i in range(len(tables.states)):
        for _ in range(moves):
            faults[i] = fuzz_move(i, tables, fuzz)
            if faults[i] != SOUND:
                return i
    return -1


@compiled
def replay_game(seed, actions, tables, fuzz, faults):
    """Deal the game of a seed at table 0, and apply actions up to the first fault. Returns the number of actions applied."""
    faults[0] = deal_game(0, seed, tables, fuzz)
    played = 0
    while played < len(actions) and faults[0] == SOUND and tables.statuses[0].player != NOBODY:
        faults[0] = play_move(0, actions[played], tables, fuzz)
        played += 1
    return played


@compiled
def fuzz_move(i, tables, fuzz):
    """Play a move at table i, after dealing a game if none is running. Returns the fault."""
    status = tables.statuses[i]
    if status.player == NOBODY:
        fault = deal_game(i, draw_seed(status.next_games, Stream.DEAL), tables, fuzz)
        if fault != SOUND:
            return fault
    return play_move(i, choose_action(i, tables), tables, fuzz)


@compiled
def deal_game(i, seed, tables, fuzz):
    """Deal the game of a seed at table i, seat agents of the pool, and check the position. Returns the fault."""
    status = tables.statuses[i]
    status.done = 0
    status.truncated = 0
    zero(status.rewards)
    start_game(tables.states[i], status, tables.setup[0], tables.pool, seed)
    seed_generator(status.generators[0], seed, Domain.SEATING)
    status.learner = NOBODY
    seat_opponents(status, tables.pool, tables.states[i].table.num_players)
    for p in range(len(status.controllers)):
        status.controllers[p] = CALLER  # so that `play_to_decision` stops at each decision
    return check_position(i, tables, fuzz)


@compiled
def choose_action(i, tables):
    """Return the action of the agent that must decide at table i."""
    state, status = tables.states[i], tables.statuses[i]
    mover = np.int64(status.player)
    agent, generator = tables.pool[status.opponents[mover]], status.generators[mover]
    if agent.noise > 0.0 and draw_unit(generator, Stream.PLAY) < agent.noise:
        return draw_legal(tables.masks[i], generator)
    return call_bot(tables.bots[agent.controller], state.table, state.seats[mover], mover, tables.masks[i], generator)


@compiled
def play_move(i, action, tables, fuzz):
    """Record an action, apply it at table i if it is legal, and check the position. Returns the fault."""
    status, mask = tables.statuses[i], tables.masks[i]
    fuzz.counts[i, MOVES] += 1
    fuzz.journal[i, status.steps] = action
    status.steps += 1
    if not is_legal(action, mask):
        return fault_of(Fault.ILLEGAL, action, np.int64(status.player), fuzz)
    apply(tables.states[i], action)
    return check_position(i, tables, fuzz)


@compiled
def check_position(i, tables, fuzz):
    """Check the state at table i, step the table as a batch does, and check what the batch shows. Returns the fault."""
    state, status = tables.states[i], tables.statuses[i]
    broken = check(state)
    if broken != 0:
        return fault_of(Fault.INVARIANT, np.int64(broken), np.int64(state.secret.mover), fuzz)
    fault = fault_of_state(state, np.int64(status.steps), fuzz)
    if fault != SOUND:
        return fault
    play_to_decision(i, tables)
    clear_observation(i, tables)
    observe_mover(i, tables)
    if status.player == NOBODY:
        fuzz.counts[i, GAMES] += 1
        fuzz.counts[i, TRUNCATED] += status.truncated
        return fault_at_end(i, tables, fuzz)
    return fault_of_decision(i, tables, fuzz)


@compiled
def fault_of_state(state, steps, fuzz):
    """Check that a running game has a mover and is within its limits, and that an ended game has no mover."""
    table, mover = state.table, np.int64(state.secret.mover)
    turn, limit = np.int64(table.turn), np.int64(table.max_turns)
    if table.end == End.RUNNING:
        if mover < 0 or mover >= table.num_players:
            return fault_of(Fault.MOVER, mover, mover, fuzz)
        if limit > 0 and turn >= limit:
            return fault_of(Fault.TURN_LIMIT, turn, mover, fuzz)
        return fault_of(Fault.ENDLESS if steps >= MAX_DECISIONS else Fault.NONE, steps, mover, fuzz)
    if mover != NOBODY:
        return fault_of(Fault.MOVER, mover, mover, fuzz)
    if limit > 0 and turn > limit:
        return fault_of(Fault.TURN_LIMIT, turn, mover, fuzz)
    at_limit = limit > 0 and turn == limit
    sound = table.end == End.OVER or (table.end == End.TRUNCATED and at_limit)
    return fault_of(Fault.NONE if sound else Fault.END, np.int64(table.end), mover, fuzz)


@compiled
def fault_of_decision(i, tables, fuzz):
    """Check the mask and observation of the mover, the observation of another seat, and that all rewards are 0."""
    state, status, mask = tables.states[i], tables.statuses[i], tables.masks[i]
    mover = np.int64(status.player)
    count = 0
    for action in range(len(mask)):
        if mask[action] != 0 and mask[action] != 1:
            return fault_of(Fault.MASK, action, mover, fuzz)
        count += mask[action]
    if count == 0:
        return fault_of(Fault.NO_ACTION, np.int64(0), mover, fuzz)
    for p in range(len(status.rewards)):
        if status.rewards[p] != 0.0:
            return fault_of(Fault.EARLY_REWARD, np.int64(0), p, fuzz)
    outside = index_outside(tables.observations[i])
    if outside >= 0:
        return fault_of(Fault.OBSERVATION, outside, mover, fuzz)
    other = (mover + 1 + status.steps) % state.table.num_players
    return SOUND if other == mover else fault_of_view(i, other, tables, fuzz)


@compiled
def fault_at_end(i, tables, fuzz):
    """Check every seat's observation and reward at the end of a game."""
    num_players = np.int64(tables.states[i].table.num_players)
    for p in range(num_players):
        fault = fault_of_view(i, p, tables, fuzz)
        if fault != SOUND:
            return fault
    return fault_of_rewards(tables.states[i].table, tables.statuses[i].rewards, num_players, fuzz)


@compiled
def fault_of_rewards(table, rewards, num_players, fuzz):
    """Check that rewards are finite and add up to 0 (C-8), and that `win` and `rank` lie in [-1, 1].

    The reward of a single player may be any finite number.
    """
    total = 0.0
    for p in range(num_players):
        total += rewards[p]
        most = np.inf if table.reward == Reward.SCORE or num_players == 1 else 1.0
        if not (abs(rewards[p]) <= most and abs(rewards[p]) < np.inf):
            return fault_of(Fault.REWARD_RANGE, np.int64(0), p, fuzz)
    if num_players > 1 and not abs(total) < SUM_IS_ZERO:
        return fault_of(Fault.REWARD_SUM, np.int64(0), np.int64(NOBODY), fuzz)
    return SOUND


@compiled
def fault_of_view(i, seat, tables, fuzz):
    """Check the observation of a seat at table i, whether the seat must decide or not."""
    zero(fuzz.observation)
    observe(tables.states[i], seat, tables.features, np.int64(tables.setup[0].facts), fuzz.observation)
    outside = index_outside(fuzz.observation)
    return fault_of(Fault.NONE if outside < 0 else Fault.OBSERVATION, outside, seat, fuzz)


@compiled
def index_outside(observation):
    """Return the index of the first float that is NaN or outside [0, 1]; -1 if there is none."""
    inside = 0
    for k in range(len(observation)):
        inside += (observation[k] >= 0.0) & (observation[k] <= 1.0)
    if inside == len(observation):
        return np.int64(-1)
    k = 0
    while 0.0 <= observation[k] <= 1.0:
        k += 1
    return np.int64(k)


@compiled
def fault_of(fault, detail, seat, fuzz):
    """Return a fault as a number, and record its details."""
    fuzz.details[DETAIL] = detail
    fuzz.details[SEAT] = seat
    return np.int64(fault)
