"""Search a tree in waves: each decision goes down its tree (`tree.py`) to several leaves before any of them is judged.

A leaf whose value is not known yet counts as visited in what the tree prefers next, so that the leaves of a wave differ, and
with the mean value of its siblings ("WU-UCT", Liu et al. 2020: "Watch the unobserved: a simple approach to parallelizing Monte
Carlo tree search"), for a virtual loss would have to know the game's least reward.
"""

import numpy as np

from dig_envs.agents.search.lines import add_line, width_of
from dig_envs.agents.search.playouts import deal_world
from dig_envs.agents.search.records import NEW, RUNNING
from dig_envs.agents.search.tree import NO_NODE, ROOT, back_up, choose_most_visited, descend, plant
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.thread_team import share
from dig_envs.core.game import NOBODY
from dig_envs.core.rng import Domain, seed_generator

# Bound for each game by the engine.
part_of = kept = lambda *_: None


@compiled
def open_leaves(rows, job, wave, crew, threads):
    """Go down each decision's tree to the next leaves; returns how many decisions are not done."""
    work = (rows, job, wave)
    if threads == 1:
        return open_leaves_part(np.int64(0), len(rows), work)
    return share(part_of(open_leaves_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def open_leaves_part(first, last, work):
    rows, job, wave = work
    open_yet = 0
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == NEW:
            plant(k, job)
            job.nodes[k, ROOT].turn = np.int64(job.players[k])
        wave.counts[k] = 0
        if search.stage == RUNNING:
            open_yet += 1
            for _ in range(min(width_of(wave), job.setup[0].playouts - search.playouts)):
                open_leaf(k, job, wave)
    return open_yet


@compiled
def open_leaf(k, job, wave):
    """Go down the tree in one more determinization, add a node, and open a line there."""
    search = job.searches[k]
    world = deal_world(k, search.samples, job)
    search.samples += 1
    job.lines[k] = job.worlds[k, world]
    seed_generator(job.dice[k], search.world_seed, Domain.BOT)
    node = descend(k, job)
    row = add_line(k, job, wave)
    wave.states[row] = job.lines[k]
    wave.dice[row] = job.dice[k]
    wave.lines[row].node = node
    await_value(k, node, 1, job)


@compiled
def await_value(k, node, change, job):
    """Count visits that wait for their value, at a node and all above it."""
    while node != NO_NODE:
        here = job.nodes[k, node]
        here.pending += change
        node = np.int64(here.parent)


@compiled
def close_leaves(rows, job, wave, crew, threads):
    """Tell each tree what its leaves were worth, and choose where the budget is spent."""
    work = (rows, job, wave)
    if threads == 1:
        return close_leaves_part(np.int64(0), len(rows), work)
    return share(part_of(close_leaves_part, work), kept(work), len(rows), 1, crew, threads)


@compiled
def close_leaves_part(first, last, work):
    rows, job, wave = work
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == RUNNING:
            start = k * width_of(wave)
            for row in range(start, start + wave.counts[k]):
                close_leaf(k, row, job, wave)
            if search.playouts >= job.setup[0].playouts:
                choose_most_visited(k, job)
    return 0


@compiled
def close_leaf(k, row, job, wave):
    """Keep the priors of a new node, and back up what its line was worth."""
    node = np.int64(wave.lines[row].node)
    here = job.nodes[k, node]
    if here.visits == 0 and wave.lines[row].opener != NOBODY and len(wave.priors) > 0:
        here.turn = wave.lines[row].opener
        for action in range(wave.priors.shape[1]):
            job.priors[k, node, action] = wave.priors[row, action]
    await_value(k, node, -1, job)
    back_up(k, node, wave.points[row, 1], job)
