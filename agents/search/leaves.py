"""Search a tree in waves: each decision selects several leaves of its tree (`tree.py`) before any of them is evaluated.

Pending visits count as visits in the selection, so that the leaves of a wave differ, but do not change the mean values
("WU-UCT", Liu et al. 2020: "Watch the unobserved: a simple approach to parallelizing Monte Carlo tree search"). A virtual loss
would need the game's lowest reward.
"""

import numpy as np

from dig_envs.agents.search.job import NEW, RUNNING
from dig_envs.agents.search.lines import add_line, width_of
from dig_envs.agents.search.playouts import draw_determinization
from dig_envs.agents.search.tree import NO_NODE, ROOT, back_up, choose_most_visited, descend, start_tree
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.game import NOBODY
from dig_envs.core.rng import Domain, seed_generator


@parallel("len(rows)")
def open_leaves(first, last, rows, job, wave):
    """Select the next leaves of each decision's tree; return the number of unfinished decisions."""
    unfinished = 0
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == NEW:
            start_tree(k, job)
            job.nodes[k, ROOT].prior_seat = np.int64(job.players[k])
        wave.counts[k] = 0
        if search.stage == RUNNING:
            unfinished += 1
            for _ in range(min(width_of(wave), job.setup[0].playouts - search.playouts)):
                open_leaf(k, job, wave)
    return unfinished


@compiled
def open_leaf(k, job, wave):
    """Select a leaf in one more determinization, add a node, and open a line from it."""
    search = job.searches[k]
    index = draw_determinization(k, search.samples, job)
    search.samples += 1
    job.states[k] = job.determinizations[k, index]
    seed_generator(job.rngs[k], search.sample_seed, Domain.BOT)
    node = descend(k, job)
    row = add_line(k, job, wave)
    wave.states[row] = job.states[k]
    wave.rngs[row] = job.rngs[k]
    wave.lines[row].node = node
    add_pending(k, node, 1, job)


@compiled
def add_pending(k, node, change, job):
    """Change the number of pending visits of a node and its ancestors."""
    while node != NO_NODE:
        here = job.nodes[k, node]
        here.pending += change
        node = np.int64(here.parent)


@parallel("len(rows)")
def close_leaves(first, last, rows, job, wave):
    """Back up the values of leaves, and choose the actions of decisions whose budget is spent."""
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
    """Store the priors of a new node, and back up the value of its line."""
    node = np.int64(wave.lines[row].node)
    here = job.nodes[k, node]
    if here.visits == 0 and wave.lines[row].first_mover != NOBODY and len(wave.priors) > 0:
        here.prior_seat = wave.lines[row].first_mover
        for action in range(wave.priors.shape[1]):
            job.priors[k, node, action] = wave.priors[row, action]
    add_pending(k, node, -1, job)
    back_up(k, node, wave.outcomes[row, 1], job)
