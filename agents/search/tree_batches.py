"""Search a tree in batches: each decision selects several leaves of its tree (`tree.py`) before any of them is evaluated.

Pending visits count as visits in the selection, so that the leaves of a batch differ, but do not change the mean values
("WU-UCT", Liu et al. 2020: "Watch the unobserved: a simple approach to parallelizing Monte Carlo tree search"). A virtual loss
would need the game's lowest reward.
"""

import numpy as np

from dig_envs.agents.search.job import NEW, RUNNING
from dig_envs.agents.search.playout_batch import add_playout, width_of
from dig_envs.agents.search.playouts import draw_determinization
from dig_envs.agents.search.tree import NO_NODE, ROOT, back_up, choose_most_visited, descend, start_tree
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.game import NOBODY
from dig_envs.core.rng import Domain, seed_generator


@parallel("len(rows)")
def select_leaves(first, last, rows, job, batch):
    """Select the next leaves of each decision's tree; return the number of unfinished decisions."""
    unfinished = 0
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == NEW:
            start_tree(k, job)
            job.nodes[k, ROOT].prior_seat = np.int64(job.players[k])
        batch.counts[k] = 0
        if search.stage == RUNNING:
            unfinished += 1
            for _ in range(min(width_of(batch), job.setup[0].playouts - search.playouts)):
                select_leaf(k, job, batch)
    return unfinished


@compiled
def select_leaf(k, job, batch):
    """Select a leaf in one more determinization, add a node, and start a playout from it."""
    search = job.searches[k]
    index = draw_determinization(k, search.samples, job)
    search.samples += 1
    job.states[k] = job.determinizations[k, index]
    seed_generator(job.rngs[k], search.sample_seed, Domain.BOT)
    node = descend(k, job)
    row = add_playout(k, job, batch)
    batch.states[row] = job.states[k]
    batch.rngs[row] = job.rngs[k]
    batch.playouts[row].node = node
    add_pending(k, node, 1, job)


@compiled
def add_pending(k, node, change, job):
    """Change the number of pending visits of a node and its ancestors."""
    while node != NO_NODE:
        here = job.nodes[k, node]
        here.pending += change
        node = np.int64(here.parent)


@parallel("len(rows)")
def back_up_leaves(first, last, rows, job, batch):
    """Back up the values of leaves, and choose the actions of decisions whose budget is spent."""
    for at in range(first, last):
        k = rows[at]
        search = job.searches[k]
        if search.stage == RUNNING:
            start = k * width_of(batch)
            for row in range(start, start + batch.counts[k]):
                back_up_leaf(k, row, job, batch)
            if search.playouts >= job.setup[0].playouts:
                choose_most_visited(k, job)
    return 0


@compiled
def back_up_leaf(k, row, job, batch):
    """Store the priors of a new node, and back up the value of its playout."""
    node = np.int64(batch.playouts[row].node)
    here = job.nodes[k, node]
    if here.visits == 0 and batch.playouts[row].first_mover != NOBODY and len(batch.priors) > 0:
        here.prior_seat = batch.playouts[row].first_mover
        for action in range(batch.priors.shape[1]):
            job.priors[k, node, action] = batch.priors[row, action]
    add_pending(k, node, -1, job)
    back_up(k, node, batch.outcomes[row, 1], job)
