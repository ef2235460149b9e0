"""Play games with every promise of a game checked at each decision. Compiled for each game, as the kernels are.

A game is dealt and stepped by the batch's own code (`kernels.py`). Which agent of the pool has which seat is drawn for each
game from its seed, and every action is noted: a seed and a list of actions are enough to come back to what was found.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.engine.kernels import (
    CALLER,
    call_bot,
    clear_observation,
    observe,
    observe_mover,
    play_on,
    seat_opponents,
    start_game,
    zero,
)
from dig_envs.core.game import NOBODY, End, Reward
from dig_envs.core.rng import Domain, Stream, draw_legal, draw_seed, draw_unit, seed_generator

check = apply = lambda *_: None  # bound for each game by engine.py

MOST_DECISIONS = 1 << 14  # of one game; more than any takes
SUM_IS_ZERO = 1e-9
COUNTS = 3
MOVES, GAMES, TRUNCATED = range(COUNTS)  # columns of `counts`
DETAIL, SEAT = range(2)  # cells of `found`
SOUND = np.int64(0)


class Fault(IntEnum):
    """What can be wrong with a game."""

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
    """What fuzzing needs besides the tables.

    Attributes:
        journal: int16 (n, MOST_DECISIONS), the actions of the game at each table.
        counts: int64 (n, 3): moves, games ended, games truncated.
        room: float32 (layout.size,), for the observation of another seat.
        found: int64 (2,): of a fault the detail (an invariant, an action, the place in an observation) and the seat.
    """

    journal: Any
    counts: Any
    room: Any
    found: Any


@compiled
def fuzz_tables(moves, tables, fuzz, faults):
    """Play so many moves at each table, up to the first fault. Returns the table of the fault, or -1."""
    for i in range(len(tables.states)):
        for _ in range(moves):
            faults[i] = fuzz_move(i, tables, fuzz)
            if faults[i] != SOUND:
                return i
    return -1


@compiled
def replay_game(seed, actions, tables, fuzz, faults):
    """Deal the game of a seed at table 0, and carry out these actions up to the first fault. Returns how many it were."""
    faults[0] = deal_game(0, seed, tables, fuzz)
    done = 0
    while done < len(actions) and faults[0] == SOUND and tables.desks[0].player != NOBODY:
        faults[0] = play_move(0, actions[done], tables, fuzz)
        done += 1
    return done


@compiled
def fuzz_move(i, tables, fuzz):
    """Play a move at table i, and deal a game before it where none is on. Returns the fault."""
    desk = tables.desks[i]
    if desk.player == NOBODY:
        fault = deal_game(i, draw_seed(desk.next_games, Stream.DEAL), tables, fuzz)
        if fault != SOUND:
            return fault
    return play_move(i, choose(i, tables), tables, fuzz)


@compiled
def deal_game(i, seed, tables, fuzz):
    """Deal the game of a seed at table i, seat agents of the pool, and check it."""
    desk = tables.desks[i]
    desk.done = 0
    desk.truncated = 0
    zero(desk.rewards)
    start_game(tables.states[i], desk, tables.setup[0], tables.pool, seed)
    seed_generator(desk.generators[0], seed, Domain.SEATING)
    desk.learner = NOBODY
    seat_opponents(desk, tables.pool, tables.states[i].table.num_players)
    for p in range(len(desk.controllers)):
        desk.controllers[p] = CALLER  # `play_on` then stops at each decision
    return go_on(i, tables, fuzz)


@compiled
def choose(i, tables):
    """Return the action of the agent that has to decide at table i."""
    state, desk = tables.states[i], tables.desks[i]
    mover = np.int64(desk.player)
    agent, generator = tables.pool[desk.opponents[mover]], desk.generators[mover]
    if agent.noise > 0.0 and draw_unit(generator, Stream.PLAY) < agent.noise:
        return draw_legal(tables.masks[i], generator)
    return call_bot(tables.bots[agent.controller], state.table, state.seats[mover], mover, tables.masks[i], generator)


@compiled
def play_move(i, action, tables, fuzz):
    """Note an action, carry it out at table i if it is legal, and check what comes of it."""
    desk, mask = tables.desks[i], tables.masks[i]
    fuzz.counts[i, MOVES] += 1
    fuzz.journal[i, desk.steps] = action
    desk.steps += 1
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return fault_of(Fault.ILLEGAL, action, np.int64(desk.player), fuzz)
    clear_observation(i, tables)
    apply(tables.states[i], action)
    return go_on(i, tables, fuzz)


@compiled
def go_on(i, tables, fuzz):
    """Check the state at table i, go on to its next decision or end as a batch does, and check what is shown there."""
    state, desk = tables.states[i], tables.desks[i]
    broken = check(state)
    if broken != 0:
        return fault_of(Fault.INVARIANT, np.int64(broken), np.int64(state.secret.mover), fuzz)
    fault = fault_of_course(state, np.int64(desk.steps), fuzz)
    if fault != SOUND:
        return fault
    play_on(i, tables)
    observe_mover(i, tables)
    if desk.player == NOBODY:
        fuzz.counts[i, GAMES] += 1
        fuzz.counts[i, TRUNCATED] += desk.truncated
        return fault_at_end(i, tables, fuzz)
    return fault_of_decision(i, tables, fuzz)


@compiled
def fault_of_course(state, steps, fuzz):
    """Check that a game that goes on has a seat to decide and is within its limits, and that one that has ended has neither."""
    table, mover = state.table, np.int64(state.secret.mover)
    turn, limit = np.int64(table.turn), np.int64(table.max_turns)
    if table.end == End.RUNNING:
        if mover < 0 or mover >= table.num_players:
            return fault_of(Fault.MOVER, mover, mover, fuzz)
        if limit > 0 and turn >= limit:
            return fault_of(Fault.TURN_LIMIT, turn, mover, fuzz)
        return fault_of(Fault.ENDLESS if steps >= MOST_DECISIONS else Fault.NONE, steps, mover, fuzz)
    if mover != NOBODY:
        return fault_of(Fault.MOVER, mover, mover, fuzz)
    if limit > 0 and turn > limit:
        return fault_of(Fault.TURN_LIMIT, turn, mover, fuzz)
    at_limit = limit > 0 and turn == limit
    sound = table.end == End.OVER or (table.end == End.TRUNCATED and at_limit)
    return fault_of(Fault.NONE if sound else Fault.END, np.int64(table.end), mover, fuzz)


@compiled
def fault_of_decision(i, tables, fuzz):
    """Check mask and observation of the seat that must decide, the observation of another seat, and that nobody is paid yet."""
    state, desk, mask = tables.states[i], tables.desks[i], tables.masks[i]
    mover = np.int64(desk.player)
    count = 0
    for action in range(len(mask)):
        if mask[action] != 0 and mask[action] != 1:
            return fault_of(Fault.MASK, action, mover, fuzz)
        count += mask[action]
    if count == 0:
        return fault_of(Fault.NO_ACTION, np.int64(0), mover, fuzz)
    for p in range(len(desk.rewards)):
        if desk.rewards[p] != 0.0:
            return fault_of(Fault.EARLY_REWARD, np.int64(0), p, fuzz)
    outside = place_outside(tables.observations[i])
    if outside >= 0:
        return fault_of(Fault.OBSERVATION, outside, mover, fuzz)
    other = (mover + 1 + desk.steps) % state.table.num_players
    return SOUND if other == mover else fault_of_view(i, other, tables, fuzz)


@compiled
def fault_at_end(i, tables, fuzz):
    """Check what every seat sees at the end of a game, and what it is paid."""
    num_players = np.int64(tables.states[i].table.num_players)
    for p in range(num_players):
        fault = fault_of_view(i, p, tables, fuzz)
        if fault != SOUND:
            return fault
    return fault_of_rewards(tables.states[i].table, tables.desks[i].rewards, num_players, fuzz)


@compiled
def fault_of_rewards(table, rewards, num_players, fuzz):
    """Check that rewards are finite and add up to 0 (C-8), those of `win` and `rank` within -1 to 1. Alone, any is right."""
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
    """Check what a seat observes at table i, whether it must decide or not."""
    zero(fuzz.room)
    observe(tables.states[i], seat, tables.features, np.int64(tables.setup[0].facts), fuzz.room)
    outside = place_outside(fuzz.room)
    return fault_of(Fault.NONE if outside < 0 else Fault.OBSERVATION, outside, seat, fuzz)


@compiled
def place_outside(observation):
    """Return the first place of an observation that is outside its space, 0 to 1, or no number; -1 if all are inside."""
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
    """Return a fault, and note its details."""
    fuzz.found[DETAIL] = detail
    fuzz.found[SEAT] = seat
    return np.int64(fault)
