"""Improve a bot in batches: each playout is a root action in a determinization of a round (`improve.py`, `playouts.py`)."""

import numpy as np

from dig_envs.agents.search.improve import end_round, start_search
from dig_envs.agents.search.job import NEW, RUNNING
from dig_envs.agents.search.playout_batch import add_playout, width_of
from dig_envs.agents.search.playouts import draw_determinization
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.rng import Domain, seed_generator

apply = lambda *_: None  # noqa: E731  bound for each game by the engine


@parallel("len(rows)")
def start_samples(first, last, rows, job, batch):
    """Start the playouts of the next samples of each decision; return the number of unfinished decisions."""
    unfinished = 0
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == NEW:
            start_search(k, job)
        batch.counts[k] = 0
        if search.stage == RUNNING:
            unfinished += 1
            for sample in range(samples_at_once(search, width_of(batch))):
                start_sample(k, search.samples + sample, job, batch)
    return unfinished


@compiled
def samples_at_once(search, width):
    """Return the number of samples of the round that fit into a batch."""
    return min(search.round_end - search.samples, width // (search.rivals + 1))


@compiled
def start_sample(k, sample, job, batch):
    """Start a playout for the base policy's action and for each rival, in one determinization with common random numbers."""
    search = job.searches[k]
    index = draw_determinization(k, sample, job)
    base = np.int64(search.base)
    start_playout(k, base, index, job, batch)
    for action in range(len(search.alive)):
        if search.alive[action] and action != base:
            start_playout(k, action, index, job, batch)


@compiled
def start_playout(k, action, index, job, batch):
    row = add_playout(k, job, batch)
    batch.states[row] = job.determinizations[k, index]
    seed_generator(batch.rngs[row], job.searches[k].sample_seed, Domain.BOT)
    apply(batch.states[row], action)
    batch.playouts[row].action = action


@parallel("len(rows)")
def finish_samples(first, last, rows, job, batch):
    """Add the values of the playouts to their decisions, and end complete rounds."""
    for at in range(first, last):
        k = rows[at]
        if job.searches[k].stage == RUNNING:
            close_decision(k, job, batch)
    return 0


@compiled
def close_decision(k, job, batch):
    """Add the value of each playout, and its gain over the base policy's playout of the same sample."""
    search = job.searches[k]
    start, player = k * width_of(batch), np.int64(job.players[k])
    value_of_base = 0.0
    for row in range(start, start + batch.counts[k]):
        action, value = np.int64(batch.playouts[row].action), batch.outcomes[row, 1, player]
        search.playouts += 1
        search.visits[action] += 1
        search.values[action] += value
        search.value_squares[action] += value * value
        if action == search.base:
            value_of_base = value
            search.samples += 1
        else:
            gain = value - value_of_base
            search.gains[action] += gain
            search.gain_squares[action] += gain * gain
    if search.samples == search.round_end:
        end_round(search, job.setup[0])
