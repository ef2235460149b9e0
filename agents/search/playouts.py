"""Play a determinization on with bots in all seats, and tell what the end is worth to each of them."""

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import End
from dig_envs.core.rng import Domain, Stream, draw_seed, seed_generator

# Bound for each game by the engine.
legal = apply = standings = rewards = redeal = call_bot = lambda *_: None


@compiled
def as_it_stands(state, out):
    """Leave the rewards of a game that goes on as they would be if it ended here."""


estimate = as_it_stands  # bound to what the game's agents offer as `ESTIMATE`

EMPTY = -1  # the last place of a pool: a zeroed state
POLICY_OF_PLAYOUTS = 1  # its index in `bots`; 0 is the base policy


@compiled
def deal_world(k, sample, job):
    """Write the determinization of a sample of decision k; one of a pool that was used gets new dice. Returns its place."""
    search, places = job.searches[k], job.worlds.shape[1] - 1
    at = sample % places
    search.world_seed = draw_seed(search.generator, Stream.DEAL)
    if sample < places or job.setup[0].pool == 0:
        job.worlds[k, at] = job.worlds[k, EMPTY]
        redeal(job.tables[k], job.seats[k], np.int64(job.players[k]), search.world_seed, job.worlds[k, at])
    else:
        seed_generator(job.worlds[k, at].secret.rng, search.world_seed, Domain.REDEAL)
    return at


@compiled
def play_out(state, generator, depth, until, mask, bots):
    """Play on by the policy of playouts, for so many decisions or until a turn begins; returns how many it made."""
    for made in range(depth):
        if state.table.end != End.RUNNING or state.table.turn >= until:
            return made
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action == CHOICE:
            action = call_bot(bots[POLICY_OF_PLAYOUTS], state.table, state.seats[mover], mover, mask, generator)
        apply(state, action)
    return depth


@inlined
def judge(state, margin, points):
    """Write into points[1] what a state is worth to each seat: its reward, or the one to expect, and a share of its lead."""
    count = np.int64(state.table.num_players)
    standings(state.table, state.seats, points[0])
    rewards(state.table, points[0], points[1])
    if state.table.end == End.RUNNING:
        estimate(state, points[1])
    if margin != 0.0 and count > 1:
        total = 0.0
        for p in range(count):
            total += points[0, p]
        for p in range(count):
            points[1, p] += margin * (points[0, p] - (total - points[0, p]) / (count - 1))
