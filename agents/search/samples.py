"""Improve a bot in waves: each line is a root action in a determinization of a round (`improve.py`, `lines.py`)."""

import numpy as np

from dig_envs.agents.search.improve import end_round, start_search
from dig_envs.agents.search.job import NEW, RUNNING
from dig_envs.agents.search.lines import add_line, width_of
from dig_envs.agents.search.playouts import draw_determinization
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.rng import Domain, seed_generator

apply = lambda *_: None  # noqa: E731  bound for each game by the engine


@parallel("len(rows)")
def open_samples(first, last, rows, job, wave):
    """Open the lines of the next samples of each decision; return the number of unfinished decisions."""
    unfinished = 0
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == NEW:
            start_search(k, job)
        wave.counts[k] = 0
        if search.stage == RUNNING:
            unfinished += 1
            for sample in range(samples_at_once(search, width_of(wave))):
                open_sample(k, search.samples + sample, job, wave)
    return unfinished


@compiled
def samples_at_once(search, width):
    """Return the number of samples of the round that fit into a wave."""
    return min(search.round_end - search.samples, width // (search.rivals + 1))


@compiled
def open_sample(k, sample, job, wave):
    """Open a line for the base policy's action and for each rival, in one determinization with common random numbers."""
    search = job.searches[k]
    index = draw_determinization(k, sample, job)
    base = np.int64(search.base)
    open_line(k, base, index, job, wave)
    for action in range(len(search.alive)):
        if search.alive[action] and action != base:
            open_line(k, action, index, job, wave)


@compiled
def open_line(k, action, index, job, wave):
    row = add_line(k, job, wave)
    wave.states[row] = job.determinizations[k, index]
    seed_generator(wave.rngs[row], job.searches[k].sample_seed, Domain.BOT)
    apply(wave.states[row], action)
    wave.lines[row].action = action


@parallel("len(rows)")
def close_samples(first, last, rows, job, wave):
    """Add the values of the lines to their decisions, and end complete rounds."""
    for at in range(first, last):
        k = rows[at]
        if job.searches[k].stage == RUNNING:
            close_decision(k, job, wave)
    return 0


@compiled
def close_decision(k, job, wave):
    """Add the value of each line, and its gain over the base policy's line of the same sample."""
    search = job.searches[k]
    start, player = k * width_of(wave), np.int64(job.players[k])
    value_of_base = 0.0
    for row in range(start, start + wave.counts[k]):
        action, value = np.int64(wave.lines[row].action), wave.outcomes[row, 1, player]
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
