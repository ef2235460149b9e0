"""Loop over many tables. Written once, compiled for each game with its own functions bound to the names below.

A batch keeps two records a table: the game's state, and a *desk* (`desk_dtype`): which controller each seat has, with which
generator, and what the last step brought. A seat's controller is the CALLER of the batch, a compiled bot (its index in
`bots`, 0 and up), or a Python agent (HELD_BY_AGENT - k), for whose decision the table waits.
"""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.compiler.thread_team import share
from dig_envs.core.engine.sparse_rows import ALL, BITS, FIELD
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import RNG, Domain, Stream, count_legal, draw_below, draw_legal, draw_seed, draw_unit, seed_generator

CALLER = -1
HELD_BY_AGENT = -2
LEARNER_ANYWHERE = -1
NO_LEARNER = -2
CHOICE = -1
NO_ACTION = -1

POOL = np.dtype([("controller", "i2"), ("noise", "f4"), ("share", "f8")])

# Bound for each game by engine.py.
deal = legal = apply = encode = standings = rewards = redeal = check = lambda *_: None
call_bot = call_features = prefetch = prefetch_at = lambda *_: None
part_of = kept = lambda *_: None
clear_observation = write_observation = prefetch_observation = lambda *_: None
SECTION_STARTS = SECTION_ENDS = np.zeros(1, np.int64)  # of `encode` (core/sections.py)
MAX_PLAYERS = 0

FLOATS_A_LINE = 16  # of the cache
LEAST_ROWS = 4  # that a thread takes at once
DECISIONS_AT_ONCE = 64  # of bots at one table, before Python may see to an interrupt


class Tables(NamedTuple):
    """The arrays that step N tables together.

    Attributes:
        states: the games, structured (n,).
        desks: `desk_dtype`, (n,).
        setup: `setup_dtype`, (1,): what all tables share.
        pool: `POOL`, (entries,): the agents that opponents are drawn from.
        bots: function pointers, int64 (bots,).
        features: the function pointer of the feature set, int64 (1,); empty for facts alone.
        finals: each table's state at the end of its last game, structured (n,).
        observations: float32 (n, facts + features).
        masks: int8 (n, num_actions).
    """

    states: Any
    desks: Any
    setup: Any
    pool: Any
    bots: Any
    features: Any
    finals: Any
    observations: Any
    masks: Any


PER_TABLE = ("states", "desks", "finals", "observations", "masks")  # the fields of `Tables` that have a row a table


def desk_dtype(max_players: int) -> np.dtype:
    """Build the record of what a batch keeps of each table beside the game's state."""
    return np.dtype(
        [
            ("controllers", "i2", (max_players,)),
            ("opponents", "i2", (max_players,)),  # index into the pool, -1 for the learner
            ("noise", "f4", (max_players,)),
            ("generators", RNG, (max_players,)),  # what the bot in each seat draws from
            ("next_games", RNG),
            ("seed", "i8"),
            ("extents", "i8"),  # how far the sections of the observation's row may hold more than zeros (core/sections.py)
            ("player", "i1"),
            ("learner", "i1"),
            ("done", "i1"),
            ("truncated", "i1"),
            ("last_learner", "i1"),  # in the game that ended: the learner's seat, and the opponents
            ("last_opponents", "i2", (max_players,)),
            ("steps", "i4"),  # decisions of the game so far, and of the last
            ("last_steps", "i4"),
            ("points", "f8", (max_players,)),
            ("rewards", "f8", (max_players,)),
        ]
    )


def setup_dtype(state: np.dtype) -> np.dtype:
    """Build the record of what all tables of a batch share; `facts` counts the floats of an observation before its features."""
    return np.dtype([("template", state), ("learner", "i1"), ("deal_again", "i1"), ("skip_forced", "i1"), ("facts", "i4")])


# --- dealing


@compiled
def start_game(state, desk, setup, pool, seed):
    """Deal the game of a seed up to its first decision, and seat the learner and its opponents."""
    state.table = setup.template.table
    state.secret = setup.template.secret
    for p in range(MAX_PLAYERS):
        state.seats[p] = setup.template.seats[p]
        seed_generator(desk.generators[p], seed, Domain.BOT + p)
    desk.seed = seed
    desk.steps = 0
    seed_generator(state.secret.rng, seed, Domain.GAME)
    deal(state)
    desk.player = state.secret.mover
    if setup.learner != NO_LEARNER:
        seat_learner(desk, setup.learner, state.table.num_players, seed)
        seat_opponents(desk, pool, state.table.num_players)


@compiled
def seat_learner(desk, wanted, num_players, seed):
    """Set the learner's seat: the wanted one, or one drawn from the game's seed. Resets the generator of the seating."""
    seed_generator(desk.generators[0], seed, Domain.SEATING)
    desk.learner = wanted
    if wanted == LEARNER_ANYWHERE:
        desk.learner = draw_below(desk.generators[0], Stream.DEAL, np.int64(num_players))


@compiled
def seat_opponents(desk, pool, num_players):
    """Draw an opponent from the pool for each seat but the learner's, then give seat 0 its own generator again."""
    for p in range(num_players):
        if p == desk.learner:
            desk.opponents[p] = -1
            desk.controllers[p] = CALLER
            desk.noise[p] = 0.0
        else:
            k = draw_opponent(desk.generators[0], pool)
            desk.opponents[p] = k
            desk.controllers[p] = pool[k].controller
            desk.noise[p] = pool[k].noise
    seed_generator(desk.generators[0], desk.seed, Domain.BOT)


@compiled
def draw_opponent(generator, pool):
    """Draw an entry of the pool, each as likely as its share; the shares add up to 1."""
    left = draw_unit(generator, Stream.DEAL)
    for k in range(len(pool) - 1):
        left -= pool[k].share
        if left < 0.0:
            return k
    return len(pool) - 1


@compiled
def deal_tables(rows, seeds, tables):
    """Deal the game of seeds[k] at table rows[k], and start that table's stream of further games."""
    for k in range(len(rows)):
        desk = tables.desks[rows[k]]
        seed_generator(desk.next_games, seeds[k], Domain.NEXT_GAMES)
        start_game(tables.states[rows[k]], desk, tables.setup[0], tables.pool, seeds[k])


@compiled
def start_next_game(i, tables):
    """Deal the next game of table i's own stream."""
    desk = tables.desks[i]
    start_game(tables.states[i], desk, tables.setup[0], tables.pool, draw_seed(desk.next_games, Stream.DEAL))


@compiled
def deal_next(rows, tables):
    """Deal the next game of each table's own stream."""
    for k in range(len(rows)):
        start_next_game(rows[k], tables)


# --- stepping


@compiled
def advance(rows, actions, tables, crew, threads):
    """Carry out actions[k] at table rows[k] (-1: none), then play on to the next decision that is asked for.

    Returns how many tables are not there yet, for bots have much to decide: call again, without actions.
    """
    job = (rows, actions, tables)
    if threads == 1:
        return advance_part(np.int64(0), len(rows), job)
    return share(part_of(advance_part, job), kept(job), len(rows), LEAST_ROWS, crew, threads)


@compiled
def advance_part(first, last, job):
    rows, actions, tables = job
    states, desks = tables.states, tables.desks
    on_the_way = 0
    for k in range(first, last):
        i = rows[k]
        if k + 1 < last:
            prefetch(states[rows[k + 1]])
            prefetch(desks[rows[k + 1]])
        clear_observation(i, tables)
        if actions[k] >= 0:
            apply(states[i], actions[k])
            desks[i].steps += 1
        if k + 1 < last:
            prefetch_observation(rows[k + 1], tables)
        on_the_way += play_on(i, tables)
        observe_mover(i, tables)
    return on_the_way


@compiled
def play_on(i, tables):
    """Let bots play, and deal anew after an end, until a decision of another controller: with skip_forced, a choice.

    Returns 1 if that takes more decisions than are made at once, else 0.
    """
    state, desk, mask = tables.states[i], tables.desks[i], tables.masks[i]
    setup = tables.setup[0]
    decisions = 0
    while True:
        if state.table.end != End.RUNNING:
            if desk.player != NOBODY:  # an end that stands is told once
                finish_game(state, desk, tables.finals, i)
            if setup.deal_again == 0:
                break
            start_next_game(i, tables)
        mover = np.int64(state.secret.mover)
        asked = desk.controllers[mover] < 0
        if asked and setup.skip_forced == 0:
            break
        if decisions == DECISIONS_AT_ONCE:
            desk.player = mover
            return 1
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask) if asked else bot_action(state, desk, mover, tables.bots, mask)
        if action == CHOICE:
            break
        apply(state, action)
        desk.steps += 1
        decisions += 1
    desk.player = state.secret.mover
    return 0


@compiled
def only_legal(mask):
    """Return the only legal action, or CHOICE if there are more. It has no branch an action, for most decisions are choices."""
    if count_legal(mask) != 1:
        return np.int64(CHOICE)
    found = np.int64(0)
    for action in range(len(mask)):
        found += action * mask[action]
    return found


@compiled
def finish_game(state, desk, finals, i):
    """Keep the results of the game that ended at table i. A game that ends before its learner was asked does not count."""
    if desk.done == 0:
        desk.done = 1
        desk.truncated = state.table.end == End.TRUNCATED
        desk.last_learner = desk.learner
        desk.last_steps = desk.steps
        for p in range(MAX_PLAYERS):
            desk.last_opponents[p] = desk.opponents[p]
        standings(state.table, state.seats, desk.points)
        rewards(state.table, desk.points, desk.rewards)
        finals[i] = state


@compiled
def bot_action(state, desk, mover, bots, mask):
    """Ask the compiled bot in that seat for its action; at the rate of its noise, draw any legal one."""
    generator = desk.generators[mover]
    if desk.noise[mover] > 0.0 and draw_unit(generator, Stream.PLAY) < desk.noise[mover]:
        return draw_legal(mask, generator)
    return call_bot(bots[desk.controllers[mover]], state.table, state.seats[mover], mover, mask, generator)


@compiled
def judge(actions, desks, masks, legal_here, crew, threads):
    """Write 1 for each table whose action is legal: in the mask, or -1 where no game is on."""
    job = (actions, desks, masks, legal_here)
    if threads == 1:
        return judge_part(np.int64(0), len(actions), job)
    return share(part_of(judge_part, job), kept(job), len(actions), LEAST_ROWS, crew, threads)


@compiled
def judge_part(first, last, job):
    actions, desks, masks, legal_here = job
    for i in range(first, last):
        action = actions[i]
        if desks[i].player == NOBODY:
            legal_here[i] = action == NO_ACTION
        else:
            legal_here[i] = 0 <= action < masks.shape[1] and masks[i, action] == 1
    return 0


# --- observing


@inlined
def clear_whole(i, tables):
    """Zero the observation's row of table i some time before it is written: it is long, and its memory may take as long to
    come as a game to go on."""
    zero(tables.observations[i])


@inlined
def clear_sections(i, tables):
    """Zero the row of table i as `clear_whole` does, but of each section only the part that the last observation wrote.

    They count as written whole until the next observation is complete: whatever stops it on the way, no float stays for good.
    """
    row, extents = tables.observations[i], tables.desks[i].extents
    tables.desks[i].extents = ALL
    zero_between(row, np.int64(0), SECTION_STARTS[0])
    for k in range(len(SECTION_STARTS)):
        zero_between(row, SECTION_STARTS[k], end_of_section(k, extents, tables))
    zero_between(row, np.int64(tables.setup[0].facts), len(row))


@inlined
def end_of_section(k, extents, tables):
    """Return where the written part of a section ends; no further than the section, nor than the facts under these options."""
    return min((extents >> (BITS * k)) & FIELD, min(SECTION_ENDS[k], np.int64(tables.setup[0].facts)))


@inlined
def prefetch_sections(i, tables):
    """Ask for the memory that `clear_sections` will write: parts that lie apart, which the processor can't foresee."""
    row, extents = tables.observations[i], tables.desks[i].extents
    for at in range(0, SECTION_STARTS[0], FLOATS_A_LINE):
        prefetch_at(row, at)
    for k in range(len(SECTION_STARTS)):
        for at in range(SECTION_STARTS[k], end_of_section(k, extents, tables), FLOATS_A_LINE):
            prefetch_at(row, at)


@inlined
def prefetch_nothing(i, tables):
    """Leave a row that is zeroed whole to the processor, which foresees that."""


@inlined
def observe_mover(i, tables):
    """Write the observation, into its cleared row, and the mask of the seat that must decide; zeros after the end."""
    mask = tables.masks[i]
    zero(mask)
    mover = np.int64(tables.desks[i].player)
    extents = np.int64(0)
    if mover != NOBODY:
        state = tables.states[i]
        legal(state.table, state.seats[mover], mover, mask)
        extents = observe(state, mover, tables.features, np.int64(tables.setup[0].facts), tables.observations[i])
    tables.desks[i].extents = extents


@inlined
def observe(state, seat, features, facts, observation):
    """Write the facts that a seat may know into a zeroed row and, after them, the features if a set is asked for.

    Returns how far the sections were written.
    """
    extents = write_observation(state.table, state.seats[seat], seat, observation)
    if len(features) > 0:
        call_features(features[0], state.table, state.seats[seat], seat, observation, facts)
    return extents


@inlined
def write_whole(table, seat, player, out):
    """Call an encoder that has no sections."""
    encode(table, seat, player, out)
    return np.int64(ALL)


@compiled
def encode_seats(states, seats, features, facts, out):
    """Write into row k of `out` what seat seats[k] observes in states[k]."""
    for k in range(len(states)):
        zero(out[k])
        observe(states[k], seats[k], features, facts, out[k])


@compiled
def encode_features(tables, seats, players, features, out):
    """Write the features of each (table, seat, player) into a zeroed row of `out`, from its first float on."""
    for k in range(len(tables)):
        call_features(features[0], tables[k], seats[k], np.int64(players[k]), out[k], np.int64(0))


@compiled
def rewards_if_ended(states, seats, points, payments, out):
    """Write into out[k] the reward that seat seats[k] would get if the game of states[k] ended as it stands."""
    for k in range(len(states)):
        standings(states[k].table, states[k].seats, points)
        rewards(states[k].table, points, payments)
        out[k] = payments[seats[k]]


@inlined
def zero(row):
    for i in range(len(row)):
        row[i] = 0


@inlined
def zero_between(row, start, end):
    """Zero row[start:end]; nothing if that is empty. Unsigned: no index counts from the end."""
    for i in range(np.uint64(start), np.uint64(end)):
        row[i] = 0


# --- agents, search, checks


@compiled
def act(bot, tables, seats, players, masks, generators, noise, actions):
    """Write a compiled bot's actions for a batch of decisions."""
    for k in range(len(tables)):
        if noise > 0.0 and draw_unit(generators[k], Stream.PLAY) < noise:
            actions[k] = draw_legal(masks[k], generators[k])
        else:
            player = np.int64(players[k])
            actions[k] = call_bot(bot[0], tables[k], seats[k], player, masks[k], generators[k])


@compiled
def redeal_states(tables, seats, players, seeds, states):
    """Write a determinization, a whole state, for each (table, seat, player, seed)."""
    for k in range(len(tables)):
        redeal(tables[k], seats[k], np.int64(players[k]), seeds[k], states[k])


@compiled
def check_states(states, broken):
    for k in range(len(states)):
        broken[k] = check(states[k])


@compiled
def random_steps(steps, tables, crew, threads):
    """Play random legal actions at all tables, so many each, writing mask and observation each time. Returns games ended."""
    job = (steps, tables)
    count = len(tables.states)
    if threads == 1:
        return random_part(np.int64(0), count, job)
    return share(part_of(random_part, job), kept(job), count, count, crew, threads)


@compiled
def random_part(first, last, job):
    steps, tables = job
    states, desks, masks = tables.states, tables.desks, tables.masks
    ended = 0
    for _ in range(steps):
        action = draw_legal(masks[first], desks[first].generators[np.int64(desks[first].player)])
        for i in range(first, last):
            state, desk = states[i], desks[i]
            clear_observation(i, tables)
            apply(state, action)
            if i + 1 < last:  # here, so that the drawing overlaps with the encoding
                prefetch(states[i + 1])
                action = draw_legal(masks[i + 1], desks[i + 1].generators[np.int64(desks[i + 1].player)])
                prefetch_observation(i + 1, tables)
            if i + 2 < last:
                prefetch(desks[i + 2])
            desk.steps += 1
            if desk.done:
                desk.done = desk.truncated = 0
                zero(desk.rewards)
            if state.table.end != End.RUNNING:
                finish_game(state, desk, tables.finals, i)
                start_next_game(i, tables)
                ended += 1
            desk.player = state.secret.mover
            observe_mover(i, tables)
    return ended


@compiled
def sample(desks, masks, actions, crew, threads):
    """Draw a legal action of each table from the generator of the seat that must decide; -1 after the end."""
    job = (desks, masks, actions)
    if threads == 1:
        return sample_part(np.int64(0), len(desks), job)
    return share(part_of(sample_part, job), kept(job), len(desks), LEAST_ROWS, crew, threads)


@compiled
def sample_part(first, last, job):
    desks, masks, actions = job
    for i in range(first, last):
        mover = np.int64(desks[i].player)
        actions[i] = NO_ACTION if mover == NOBODY else draw_legal(masks[i], desks[i].generators[mover])
    return 0
