"""Loops over many tables, compiled for each game with the game's functions bound to global names.

A table has two records: the game's *state* and a *status* (`status_dtype`). The status holds the controller and generator of
each seat, and the results of the last step. A controller is a number:

| controller | who decides |
|---|---|
| `CALLER` | the caller of the batch |
| 0, 1, … | a compiled bot: the index into `bots` |
| `FIRST_PYTHON_AGENT` - k | Python agent k; the table waits until the batch has called it |
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled, inlined, parallel
from dig_envs.core.compiler.parallel import WHOLE_SEGMENTS
from dig_envs.core.engine.c_functions import call_bot, call_features
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import RNG, Domain, Stream, count_legal, draw_below, draw_legal, draw_seed, draw_unit, seed_generator

CALLER = -1
FIRST_PYTHON_AGENT = -2
RANDOM_LEARNER = -1  # values of `setup.learner` besides seats: the seat is drawn for each game,
NO_LEARNER = -2  # or the caller decides for every seat
CHOICE = -1  # more than one action is legal
NO_ACTION = -1
REFUSED = -2  # the result of `advance_one` for an action that is not in the mask
ILLEGAL = 1 << 40  # added to the result of `advance` for each table at which a compiled bot chose an illegal action

POOL = np.dtype([("controller", "i2"), ("noise", "f4"), ("share", "f8")])
STATE_DTYPE = STATUS = SETUP = POOL  # bound for each game
WORD, FLOAT, BYTE = map(np.dtype, ("i8", "f4", "i1"))
NUM_POINTERS = 15  # of `pointers_of`

# Bound for each game (engine.py).
deal = legal = apply = write_observation = standings = rewards = redeal = known_state = forget = check = lambda *_: None
prefetch = array_at = lambda *_: None
MAX_PLAYERS = 0

MIN_ROWS = 4  # in a part for one thread
MAX_BOT_DECISIONS = 64  # at one table in one call; between calls Python handles an interrupt


class Tables(NamedTuple):
    """The arrays of N tables.

    Attributes:
        states: the games' states, structured (n,).
        statuses: `status_dtype` (n,).
        setup: `setup_dtype` (1,), the values that all tables share.
        pool: `POOL` (entries,), the agents that opponents are drawn from.
        bots: the addresses of the bots' functions, int64 (bots,).
        features: the address of the feature encoder, int64 (1,); empty (0,) without features.
        finals: each table's state at the end of its last game, structured (n,).
        observations: float32 (n, facts + features), the observation of the seat that must decide.
        masks: int8 (n, num_actions), 1 for each legal action of that seat.
    """

    states: Any
    statuses: Any
    setup: Any
    pool: Any
    bots: Any
    features: Any
    finals: Any
    observations: Any
    masks: Any


def pointers_of(tables: Tables, addresses: Iterable[int] | None = None) -> np.ndarray:
    """Return the addresses and sizes of the tables' arrays, int64 (NUM_POINTERS,). Numba takes one array faster than nine.

    `addresses` are those of copies of the arrays, for example on a GPU; None for the arrays themselves.
    """
    count, num_actions = tables.masks.shape
    sizes = count, len(tables.pool), len(tables.bots), len(tables.features), tables.observations.shape[1], num_actions
    return np.array([*(addresses or (array.ctypes.data for array in tables)), *sizes], np.int64)


def status_dtype(max_players: int) -> np.dtype:
    """Build the dtype of a table's status."""
    return np.dtype(
        [
            ("controllers", "i2", (max_players,)),
            ("opponents", "i2", (max_players,)),  # index into the pool; -1 for the learner
            ("noise", "f4", (max_players,)),  # probability of a random action of a bot
            ("generators", RNG, (max_players,)),  # of each seat's agent
            ("next_games", RNG),  # draws the seeds of further games
            ("seed", "i8"),  # of this game
            ("player", "i1"),  # seat that must decide, or NOBODY
            ("illegal", "i1"),  # 1 if the bot in that seat chose `illegal_action`
            ("illegal_action", "i8"),
            ("learner", "i1"),  # seat of the learner
            ("done", "i1"),  # 1 if a game ended in the last step
            ("truncated", "i1"),  # 1 if it ended by the turn limit
            ("last_learner", "i1"),  # `learner`, `opponents` and `steps` of the last game that ended
            ("last_opponents", "i2", (max_players,)),
            ("steps", "i4"),  # decisions of this game
            ("last_steps", "i4"),
            ("points", "f8", (max_players,)),  # standings of the last game that ended
            ("rewards", "f8", (max_players,)),  # of the last step
        ]
    )


def setup_dtype(state: np.dtype) -> np.dtype:
    """Build the dtype of the values that all tables share; `facts` is the number of floats before the features."""
    return np.dtype([("template", state), ("learner", "i1"), ("deal_again", "i1"), ("skip_forced", "i1"), ("facts", "i4")])


# --- dealing


@compiled
def start_game(state, status, setup, pool, seed):
    """Deal the game of a seed, and seat the learner and its opponents."""
    state.table = setup.template.table
    state.secret = setup.template.secret
    for p in range(MAX_PLAYERS):
        state.seats[p] = setup.template.seats[p]
        seed_generator(status.generators[p], seed, Domain.BOT + p)
    status.seed = seed
    status.steps = 0
    status.illegal = 0
    seed_generator(state.secret.rng, seed, Domain.GAME)
    deal(state)
    status.player = state.secret.mover
    if setup.learner != NO_LEARNER:
        seat_learner(status, setup.learner, state.table.num_players, seed)
        seat_opponents(status, pool, state.table.num_players)


@compiled
def seat_learner(status, wanted, num_players, seed):
    """Seat the learner on `wanted`, or on a seat drawn from the game's seed. generators[0] becomes the seating's generator."""
    seed_generator(status.generators[0], seed, Domain.SEATING)
    status.learner = wanted
    if wanted == RANDOM_LEARNER:
        status.learner = draw_below(status.generators[0], Stream.DEAL, np.int64(num_players))


@compiled
def seat_opponents(status, pool, num_players):
    """Draw an opponent from the pool for each other seat with generators[0], then reset generators[0] for seat 0."""
    for p in range(num_players):
        if p == status.learner:
            status.opponents[p] = -1
            status.controllers[p] = CALLER
            status.noise[p] = 0.0
        else:
            k = draw_opponent(status.generators[0], pool)
            status.opponents[p] = k
            status.controllers[p] = pool[k].controller
            status.noise[p] = pool[k].noise
    seed_generator(status.generators[0], status.seed, Domain.BOT)


@compiled
def draw_opponent(generator, pool):
    """Draw the index of an entry of the pool, with its share as probability. The shares add up to 1."""
    left = draw_unit(generator, Stream.DEAL)
    for k in range(len(pool) - 1):
        left -= pool[k].share
        if left < 0.0:
            return k
    return len(pool) - 1


@compiled
def deal_tables(rows, seeds, tables):
    """Deal the game of seeds[k] at table rows[k], which also starts the table's stream of further games."""
    for k in range(len(rows)):
        status = tables.statuses[rows[k]]
        seed_generator(status.next_games, seeds[k], Domain.NEXT_GAMES)
        start_game(tables.states[rows[k]], status, tables.setup[0], tables.pool, seeds[k])


@compiled
def start_next_game(i, tables):
    """Deal the next game of table i's stream."""
    status = tables.statuses[i]
    start_game(tables.states[i], status, tables.setup[0], tables.pool, draw_seed(status.next_games, Stream.DEAL))


@compiled
def deal_next(rows, tables):
    """Deal the next game of the stream of each table in `rows`."""
    for k in range(len(rows)):
        start_next_game(rows[k], tables)


# --- stepping


@parallel("len(rows)", MIN_ROWS)
def advance(first, last, rows, actions, pointers):
    """Apply actions[k] at table rows[k] (NO_ACTION: none), then play to the next decision of the caller or of a Python agent.

    The tables are given by their `pointers_of`.

    Returns the number of tables where bots have more decisions than one call allows: call again, without actions. At a table
    where a bot chose an illegal action, the game stops, and the result is larger by `ILLEGAL`.
    """
    tables = tables_at(pointers)
    states, statuses = tables.states, tables.statuses
    unfinished = 0
    for k in range(first, last):
        i = rows[k]
        if k + 1 < last:
            prefetch(states[rows[k + 1]])
            prefetch(statuses[rows[k + 1]])
        clear_observation(i, tables)
        if actions[k] >= 0:
            apply(states[i], actions[k])
            statuses[i].steps += 1
        unfinished += play_to_decision(i, tables)
        observe_mover(i, tables)
    return unfinished


@compiled
def advance_one(action, address):
    """Apply an action (NO_ACTION: none) at a single table without bots, and return the next seat to decide, or NOBODY.

    An action that is not in the mask changes nothing, and the result is `REFUSED`. The table is given by the address of its
    `pointers_of`: Numba receives two numbers faster than arrays. Without bots and further games, less code is compiled.
    """
    tables = tables_at(array_at(address, (NUM_POINTERS,), WORD))
    state, status = tables.states[0], tables.statuses[0]
    if action != NO_ACTION:
        if not is_legal(action, tables.masks[0]):
            return np.int64(REFUSED)
        apply(state, action)
        status.steps += 1
    if state.table.end != End.RUNNING and status.player != NOBODY:
        finish_game(state, status, tables.finals, 0)
    status.player = state.secret.mover
    clear_observation(0, tables)
    observe_mover(0, tables)
    return np.int64(status.player)


@inlined
def tables_at(pointers):
    """Make arrays of the addresses and sizes that `pointers_of` returned."""
    count, size, num_actions = pointers[9], pointers[13], pointers[14]
    return Tables(
        array_at(pointers[0], (count,), STATE_DTYPE),
        array_at(pointers[1], (count,), STATUS),
        array_at(pointers[2], (1,), SETUP),
        array_at(pointers[3], (pointers[10],), POOL),
        array_at(pointers[4], (pointers[11],), WORD),
        array_at(pointers[5], (pointers[12],), WORD),
        array_at(pointers[6], (count,), STATE_DTYPE),
        array_at(pointers[7], (count, size), FLOAT),
        array_at(pointers[8], (count, num_actions), BYTE),
    )


@compiled
def play_to_decision(i, tables):
    """Let bots play, and deal the next game after an end, until another controller must decide.

    With `skip_forced`, a decision with one legal action is made at once. Returns 1 after `MAX_BOT_DECISIONS`, `ILLEGAL` after
    an illegal action of a bot, else 0.
    """
    state, status, mask = tables.states[i], tables.statuses[i], tables.masks[i]
    setup = tables.setup[0]
    decisions = 0
    while True:
        if state.table.end != End.RUNNING:
            if status.player != NOBODY:  # an end without a next game is reported once
                finish_game(state, status, tables.finals, i)
            if setup.deal_again == 0:
                break
            start_next_game(i, tables)
        mover = np.int64(state.secret.mover)
        external = status.controllers[mover] < 0
        if external and setup.skip_forced == 0:
            break
        if decisions == MAX_BOT_DECISIONS:
            status.player = mover
            return 1
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        if external:
            action = only_legal(mask)
            if action == CHOICE:
                break
        else:
            action = bot_action(state, status, mover, tables.bots, mask)
            if not is_legal(action, mask):
                status.player, status.illegal, status.illegal_action = mover, 1, action
                return ILLEGAL
        apply(state, action)
        status.steps += 1
        decisions += 1
    status.player = state.secret.mover
    return 0


@compiled
def is_legal(action, mask):
    return 0 <= action < len(mask) and mask[action] == 1


@compiled
def only_legal(mask):
    """Return the only legal action, or CHOICE if several are legal."""
    if count_legal(mask) != 1:
        return np.int64(CHOICE)
    legal_action = np.int64(0)
    for action in range(len(mask)):
        legal_action += action * mask[action]
    return legal_action


@compiled
def finish_game(state, status, finals, i):
    """Store the results of table i's game, unless another game has ended in this step.

    A further game in one step ended before its learner had a decision, and does not count.
    """
    if status.done == 0:
        status.done = 1
        status.truncated = state.table.end == End.TRUNCATED
        status.last_learner = status.learner
        status.last_steps = status.steps
        for p in range(MAX_PLAYERS):
            status.last_opponents[p] = status.opponents[p]
        standings(state.table, state.seats, status.points)
        rewards(state.table, status.points, status.rewards)
        finals[i] = state


@inlined
def clear_result(status):
    """Clear the result of a game that ended in the step before."""
    if status.done:
        status.done = status.truncated = 0
        zero(status.rewards)


@compiled
def bot_action(state, status, mover, bots, mask):
    """Return the action of the compiled bot in seat `mover`; with the probability of its noise, a random legal action."""
    generator = status.generators[mover]
    if status.noise[mover] > 0.0 and draw_unit(generator, Stream.PLAY) < status.noise[mover]:
        return draw_legal(mask, generator)
    return call_bot(bots[status.controllers[mover]], state.table, state.seats[mover], mover, mask, generator)


@parallel("len(actions)", MIN_ROWS)
def check_legality(first, last, actions, statuses, masks, results):
    """Write whether each table's action is legal (0 or 1): in the mask, or -1 after the end of the game."""
    for i in range(first, last):
        if statuses[i].player == NOBODY:
            results[i] = actions[i] == NO_ACTION
        else:
            results[i] = is_legal(actions[i], masks[i])
    return 0


# --- observing


@inlined
def clear_observation(i, tables):
    """Zero the observation's row of table i.

    That happens before the rules run, because loading the row's memory may take as long as the rules.
    """
    zero(tables.observations[i])


@inlined
def observe_mover(i, tables):
    """Write the mask and the observation of the seat that must decide. After the end of the game both are zero."""
    mask = tables.masks[i]
    zero(mask)
    mover = np.int64(tables.statuses[i].player)
    if mover != NOBODY:
        state = tables.states[i]
        legal(state.table, state.seats[mover], mover, mask)
        observe(state, mover, tables.features, np.int64(tables.setup[0].facts), tables.observations[i])


@inlined
def observe(state, seat, features, facts, observation):
    """Write a seat's observation into a zeroed row, then its features if there are any."""
    write_observation(state.table, state.seats[seat], seat, observation)
    if len(features) > 0:
        call_features(features[0], state.table, state.seats[seat], seat, observation, facts)


@compiled
def encode_seats(states, seats, features, facts, out):
    """Write the observation of seat seats[k] in states[k] into out[k]."""
    for k in range(len(states)):
        zero(out[k])
        observe(states[k], seats[k], features, facts, out[k])


@compiled
def encode_features(tables, seats, players, features, out):
    """Write the features of (tables[k], seats[k], players[k]) into out[k], which is zeroed."""
    for k in range(len(tables)):
        call_features(features[0], tables[k], seats[k], np.int64(players[k]), out[k], np.int64(0))


@compiled
def rewards_if_ended(states, seats, points, payments, out):
    """Write the reward of seat seats[k], if the game of states[k] ended in this position, into out[k].

    `points` and `payments`, float64 (max_players,), then hold the standings and rewards of the last state.
    """
    for k in range(len(states)):
        standings(states[k].table, states[k].seats, points)
        rewards(states[k].table, points, payments)
        out[k] = payments[seats[k]]


@inlined
def zero(row):
    for i in range(len(row)):
        row[i] = 0


# --- agents, determinizations, checks


@compiled
def act(bot, tables, seats, players, masks, generators, noise, actions):
    """Write the actions of the compiled bot bot[0] for decisions (n,)."""
    for k in range(len(tables)):
        if noise > 0.0 and draw_unit(generators[k], Stream.PLAY) < noise:
            actions[k] = draw_legal(masks[k], generators[k])
        else:
            player = np.int64(players[k])
            actions[k] = call_bot(bot[0], tables[k], seats[k], player, masks[k], generators[k])


@compiled
def redeal_states(tables, seats, players, seeds, states):
    """Write a determinization of (tables[k], seats[k], players[k], seeds[k]) into states[k], which is zeroed."""
    for k in range(len(tables)):
        redeal(tables[k], seats[k], np.int64(players[k]), seeds[k], states[k])


@compiled
def know_states(states, players, blank, known):
    """Write the part of states[k] that seat players[k] knows into known[k], which is zeroed.

    Player NOBODY is an onlooker, who knows what every seat knows. `blank` (1,) is a zeroed state to work with.
    """
    forget(blank[0])
    for k in range(len(states)):
        seat = blank[0].seats[0] if players[k] == NOBODY else states[k].seats[players[k]]
        known_state(states[k].table, seat, np.int64(players[k]), known[k])


@compiled
def check_states(states, broken):
    for k in range(len(states)):
        broken[k] = check(states[k])


@parallel("len(tables.states)", WHOLE_SEGMENTS)
def random_steps(first, last, steps, tables):
    """Play `steps` random legal actions at each table, and write mask and observation each time. Returns the games ended."""
    states, statuses, masks = tables.states, tables.statuses, tables.masks
    ended = 0
    for _ in range(steps):
        action = draw_legal(masks[first], statuses[first].generators[np.int64(statuses[first].player)])
        for i in range(first, last):
            state, status = states[i], statuses[i]
            clear_observation(i, tables)
            apply(state, action)
            if i + 1 < last:  # drawn here, so that it overlaps with the encoding
                prefetch(states[i + 1])
                action = draw_legal(masks[i + 1], statuses[i + 1].generators[np.int64(statuses[i + 1].player)])
            if i + 2 < last:
                prefetch(statuses[i + 2])
            status.steps += 1
            clear_result(status)
            if state.table.end != End.RUNNING:
                finish_game(state, status, tables.finals, i)
                start_next_game(i, tables)
                ended += 1
            status.player = state.secret.mover
            observe_mover(i, tables)
    return ended


@parallel("len(statuses)", MIN_ROWS)
def sample(first, last, statuses, masks, actions):
    """Draw each table's legal action with the generator of the seat that must decide; -1 after the end of the game."""
    for i in range(first, last):
        mover = np.int64(statuses[i].player)
        actions[i] = NO_ACTION if mover == NOBODY else draw_legal(masks[i], statuses[i].generators[mover])
    return 0
