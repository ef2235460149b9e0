"""Loops over many tables. Written once, compiled for each game with its own functions bound to the names below.

A batch keeps two records a table: the game's state, and a *desk* (`desk_dtype`): who controls each seat, with which
generator, and what the last step brought. A seat's controller is the CALLER of the batch, a compiled bot (its index in
`bots`, 0 and up), or a Python agent (HELD_BY_AGENT - k), for whose decision the table waits.
"""

import numpy as np

from dig_envs.core.compile import compiled, inlined
from dig_envs.core.game import NOBODY, End
from dig_envs.core.rng import RNG, Domain, Stream, draw_below, draw_legal, draw_seed, draw_unit, seed_generator

CALLER = -1
HELD_BY_AGENT = -2
LEARNER_ANYWHERE = -1
NO_LEARNER = -2
CHOICE = -1

POOL = np.dtype([("controller", "i2"), ("noise", "f4"), ("share", "f8")])

# Bound for each game by engine.py.
deal = legal = apply = encode = standings = rewards = redeal = check = call_bot = prefetch = lambda *_: None
MAX_PLAYERS = 0


def desk_dtype(max_players: int) -> np.dtype:
    """What a batch keeps of each table beside the game's state."""
    return np.dtype(
        [
            ("controllers", "i2", (max_players,)),
            ("opponents", "i2", (max_players,)),  # index into the pool, -1 for the learner
            ("noise", "f4", (max_players,)),
            ("generators", RNG, (max_players,)),  # what the bot in each seat draws from
            ("next_games", RNG),
            ("seed", "i8"),
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
    """What all tables of a batch share."""
    return np.dtype([("template", state), ("learner", "i1"), ("deal_again", "i1"), ("skip_forced", "i1")])


# --- dealing


@compiled
def start_game(state, desk, setup, pool, seed):
    """The game of a seed up to its first decision, and who sits where in it."""
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
    """The learner's seat: the wanted one, or one drawn from the game's seed. Resets the generator of the seating."""
    seed_generator(desk.generators[0], seed, Domain.SEATING)
    desk.learner = wanted
    if wanted == LEARNER_ANYWHERE:
        desk.learner = draw_below(desk.generators[0], Stream.DEAL, np.int64(num_players))


@compiled
def seat_opponents(desk, pool, num_players):
    """An opponent from the pool for each seat but the learner's. Ends by giving seat 0 its own generator again."""
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
    """An entry of the pool, each as likely as its share; the shares add up to 1."""
    left = draw_unit(generator, Stream.DEAL)
    for k in range(len(pool) - 1):
        left -= pool[k].share
        if left < 0.0:
            return k
    return len(pool) - 1


@compiled
def deal_tables(tables, seeds, states, desks, setup, pool):
    """Deal the game of seeds[k] at table tables[k], and start that table's stream of further games."""
    for k in range(len(tables)):
        i = tables[k]
        seed_generator(desks[i].next_games, seeds[k], Domain.NEXT_GAMES)
        start_game(states[i], desks[i], setup[0], pool, seeds[k])


@compiled
def deal_next(tables, states, desks, setup, pool):
    """Deal the next game of each table's own stream."""
    for k in range(len(tables)):
        i = tables[k]
        start_game(states[i], desks[i], setup[0], pool, draw_seed(desks[i].next_games, Stream.DEAL))


# --- stepping


@compiled
def advance(tables, actions, states, desks, setup, pool, bots, finals, observations, masks):
    """Carry out actions[k] at table tables[k] (-1: none), then play on to the next decision that is asked for."""
    for k in range(len(tables)):
        i = tables[k]
        if k + 1 < len(tables):
            prefetch(states[tables[k + 1]])
            prefetch(desks[tables[k + 1]])
        zero(observations[i])
        if actions[k] >= 0:
            apply(states[i], actions[k])
            desks[i].steps += 1
        play_on(i, states, desks, setup, pool, bots, finals, masks)
        observe_mover(i, states, desks, observations, masks)


@compiled
def play_on(i, states, desks, setup, pool, bots, finals, masks):
    """Let bots play, and deal anew after an end, till somebody else must decide: has a choice, if forced ones are skipped."""
    state = states[i]
    desk = desks[i]
    while True:
        if state.table.end != End.RUNNING:
            if desk.player != NOBODY:  # an end that stands is told once
                finish_game(i, states, desks, finals)
            if setup[0].deal_again == 0:
                break
            start_game(state, desk, setup[0], pool, draw_seed(desk.next_games, Stream.DEAL))
        mover = np.int64(state.secret.mover)
        asked = desk.controllers[mover] < 0
        if asked and setup[0].skip_forced == 0:
            break
        zero(masks[i])
        legal(state.table, state.seats[mover], mover, masks[i])
        action = only_legal(masks[i]) if asked else bot_action(state, desk, mover, bots, masks[i])
        if action == CHOICE:
            break
        apply(state, action)
        desk.steps += 1
    desk.player = state.secret.mover


@compiled
def only_legal(mask):
    """The one legal action; CHOICE if there are more."""
    found = np.int64(CHOICE)
    for action in range(len(mask)):
        if mask[action]:
            if found != CHOICE:
                return np.int64(CHOICE)
            found = np.int64(action)
    return found


@compiled
def finish_game(i, states, desks, finals):
    """Keep what the ended game brought. A game that ends before its learner was asked does not count."""
    desk = desks[i]
    if desk.done == 0:
        desk.done = 1
        desk.truncated = states[i].table.end == End.TRUNCATED
        desk.last_learner = desk.learner
        desk.last_steps = desk.steps
        for p in range(MAX_PLAYERS):
            desk.last_opponents[p] = desk.opponents[p]
        standings(states[i].table, states[i].seats, desk.points)
        rewards(states[i].table, desk.points, desk.rewards)
        finals[i] = states[i]


@compiled
def bot_action(state, desk, mover, bots, mask):
    """What the compiled bot in that seat does; at the rate of its noise, anything legal."""
    generator = desk.generators[mover]
    if desk.noise[mover] > 0.0 and draw_unit(generator, Stream.PLAY) < desk.noise[mover]:
        return draw_legal(mask, generator)
    return call_bot(bots[desk.controllers[mover]], state.table, state.seats[mover], mover, mask, generator)


@compiled
def judge(actions, desks, masks, legal_here):
    """Write 1 for each table whose action is legal: in the mask, or -1 where no game is on."""
    for i in range(len(actions)):
        action = actions[i]
        if desks[i].player == NOBODY:
            legal_here[i] = action == -1
        else:
            legal_here[i] = 0 <= action < masks.shape[1] and masks[i, action] == 1


# --- observing


@inlined
def observe_mover(i, states, desks, observations, masks):
    """The observation and mask of the seat that must decide; zeros after the end.

    An observation's row was zeroed some time before: it is long, and its memory may take as long to come as a game to go on.
    """
    zero(masks[i])
    mover = np.int64(desks[i].player)
    if mover != NOBODY:
        observe(states[i], mover, observations[i], masks[i])


@inlined
def observe(state, mover, observation, mask):
    legal(state.table, state.seats[mover], mover, mask)
    encode(state.table, state.seats[mover], mover, observation)


@compiled
def encode_seats(states, seats, out):
    """Row k of `out` is what seat seats[k] observes in states[k]."""
    for k in range(len(states)):
        zero(out[k])
        encode(states[k].table, states[k].seats[seats[k]], seats[k], out[k])


@compiled
def appraise(states, seats, points, payments, out):
    """out[k] is what seat seats[k] would get if the game of states[k] ended as it stands."""
    for k in range(len(states)):
        standings(states[k].table, states[k].seats, points)
        rewards(states[k].table, points, payments)
        out[k] = payments[seats[k]]


@inlined
def zero(row):
    for i in range(len(row)):
        row[i] = 0


# --- agents, search, checks


@compiled
def act(bot, tables, seats, players, masks, generators, noise, actions):
    """A compiled bot's actions for a batch of decisions."""
    for k in range(len(tables)):
        if noise > 0.0 and draw_unit(generators[k], Stream.PLAY) < noise:
            actions[k] = draw_legal(masks[k], generators[k])
        else:
            player = np.int64(players[k])
            actions[k] = call_bot(bot[0], tables[k], seats[k], player, masks[k], generators[k])


@compiled
def redeal_states(tables, seats, players, seeds, states):
    """A whole state for each (table, seat, player, seed)."""
    for k in range(len(tables)):
        redeal(tables[k], seats[k], np.int64(players[k]), seeds[k], states[k])


@compiled
def check_states(states, broken):
    for k in range(len(states)):
        broken[k] = check(states[k])


@compiled
def random_steps(steps, states, desks, setup, pool, finals, observations, masks):
    """Random legal play of all tables, for so many steps each; every step writes mask and observation. Returns games ended."""
    ended = 0
    for _ in range(steps):
        for i in range(len(states)):
            desk = desks[i]
            if i + 1 < len(states):
                prefetch(states[i + 1])
                prefetch(desks[i + 1])
            zero(observations[i])
            action = draw_legal(masks[i], desk.generators[np.int64(desk.player)])
            apply(states[i], action)
            desk.done = 0
            if states[i].table.end != End.RUNNING:
                finish_game(i, states, desks, finals)
                start_game(states[i], desk, setup[0], pool, draw_seed(desk.next_games, Stream.DEAL))
                ended += 1
            desk.player = states[i].secret.mover
            observe_mover(i, states, desks, observations, masks)
    return ended
