"""Search a tree of information sets: each playout descends the tree in another determinization.

This is single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012: "Information set Monte
Carlo tree search"). A node is a sequence of actions; the tree has no chance nodes (an open loop). PUCT (Rosin 2011; Silver et
al. 2017) prefers the actions of a policy: a bot, which is called at each visit, or a network, whose probabilities are stored at
each node (`tree_batches.py`).
"""

import math

import numpy as np

from dig_envs.agents.search.job import DONE, NEW, RUNNING
from dig_envs.agents.search.playouts import draw_determinization, evaluate, legal_action_of, play_out
from dig_envs.core.compiler import compiled, parallel
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import End
from dig_envs.core.rng import Domain, Stream, count_legal, draw_below, seed_generator

# Bound for each game by the engine.
legal = apply = lambda *_: None

ROOT = 0
NO_NODE = -1

LOGS = np.log(np.maximum(np.arange(4096), 1))

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("child", "i4"),  # the first child
        ("sibling", "i4"),  # the next child of the parent
        ("action", "i4"),
        ("mover", "i4"),  # the seat that chose the action
        ("prior_seat", "i4"),  # the seat whose priors are stored
        ("visits", "i4"),
        ("pending", "i4"),  # visits whose value is unknown
        ("available", "i4"),  # visits of the parent in which the action was legal
        ("value", "f8"),  # the sum of values for the mover
    ]
)


@parallel("len(job.searches)")
def grow(first, last, job):
    """Run a portion of the playouts of each decision; return the number of unfinished decisions."""
    unfinished = 0
    for k in range(first, last):
        search = job.searches[k]
        if search.stage == NEW:
            start_tree(k, job)
        until = min(search.playouts + job.setup[0].portion, job.setup[0].playouts)
        while search.stage == RUNNING and search.playouts < until:
            simulate(k, job)
        if search.playouts >= job.setup[0].playouts and search.stage == RUNNING:
            choose_most_visited(k, job)
        unfinished += search.stage != DONE
    return unfinished


@compiled
def start_tree(k, job):
    """Make the root of a tree. A forced action needs no search."""
    search = job.searches[k]
    seed_generator(search.rng, search.seed, Domain.REDEAL)
    search.base = only_legal(job.masks[k])
    search.action = search.base
    search.stage = RUNNING if search.base == CHOICE else DONE
    root = job.nodes[k, ROOT]
    root.parent = root.child = root.sibling = NO_NODE
    search.size = 1


@compiled
def simulate(k, job):
    """Run one playout: descend the tree in a determinization, add a node, play a rollout, and back up the values."""
    search, setup = job.searches[k], job.setup[0]
    index = draw_determinization(k, search.samples, job)
    search.samples += 1
    job.states[k] = job.determinizations[k, index]
    seed_generator(job.rngs[k], search.sample_seed, Domain.BOT)
    node = descend(k, job)
    play_out(job.states[k], job.rngs[k], setup.depth, job.tables[k].turn + setup.turns, job.playout_masks[k], job.bots)
    evaluate(job.states[k], setup.margin, job.outcomes[k])
    back_up(k, node, job.outcomes[k, 1], job)


@compiled
def back_up(k, node, values, job):
    """Add the values of a playout to a node and its ancestors."""
    job.searches[k].playouts += 1
    while node != NO_NODE:
        here = job.nodes[k, node]
        value = values[here.mover]
        here.visits += 1
        here.value += value
        if here.parent == ROOT:
            job.searches[k].value_squares[here.action] += value * value
        node = np.int64(here.parent)


@compiled
def descend(k, job):
    """Select actions from the root until a node is new or the game ends; return the last node."""
    search, state, mask = job.searches[k], job.states[k], job.playout_masks[k]
    node = np.int64(ROOT)
    while state.table.end == End.RUNNING:
        mover = np.int64(state.secret.mover)
        zero(mask)
        legal(state.table, state.seats[mover], mover, mask)
        action = only_legal(mask)
        if action != CHOICE:
            apply(state, action)
            continue
        size = np.int64(search.size)
        node = next_node(k, node, mover, mask, job)
        apply(state, np.int64(job.nodes[k, node].action))
        if search.size > size:
            break
    return node


@compiled
def next_node(k, node, mover, mask, job):
    """Select a legal action at a node, and return its child, which is made if it does not exist."""
    if job.setup[0].prior >= 0.0:
        find_children(k, node, mover, mask, job)
        action = best_by_puct(k, node, mover, mask, job)
        child = np.int64(job.children[k, action])
    elif count_children(k, node, mover, mask, job) == count_legal(mask):
        return best_by_ucb(k, node, mover, mask, job)
    else:
        find_children(k, node, mover, mask, job)
        action = draw_untried(job.children[k], mask, job.rngs[k])
        child = np.int64(NO_NODE)
    return add_node(k, node, mover, action, job) if child == NO_NODE else child


@compiled
def count_children(k, node, mover, mask, job):
    """Return the number of legal actions of the mover that have a node."""
    nodes, count = job.nodes[k], np.int64(0)
    child = np.int64(nodes[node].child)
    while child != NO_NODE:
        count += nodes[child].mover == mover and mask[nodes[child].action] != 0
        child = np.int64(nodes[child].sibling)
    return count


@compiled
def find_children(k, node, mover, mask, job):
    """Write the node of each legal action of the mover, or NO_NODE, and count the nodes as available once more."""
    nodes, children = job.nodes[k], job.children[k]
    for action in range(len(mask)):
        children[action] = NO_NODE
    child = np.int64(nodes[node].child)
    while child != NO_NODE:
        here = nodes[child]
        if here.mover == mover and mask[here.action]:
            children[here.action] = child
            here.available += 1
        child = np.int64(here.sibling)


@compiled
def add_node(k, node, mover, action, job):
    """Append a child, and return its number."""
    search = job.searches[k]
    new = np.int64(search.size)
    search.size += 1
    here, parent = job.nodes[k, new], job.nodes[k, node]
    here.parent, here.child, here.sibling = node, NO_NODE, parent.child
    here.action, here.mover, here.available = action, mover, 1
    parent.child = new
    return new


@compiled
def draw_untried(children, mask, rng):
    """Draw a legal action without a node; return CHOICE if all legal actions have nodes."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] and children[action] == NO_NODE
    if count == 0:
        return np.int64(CHOICE)
    left = draw_below(rng, Stream.RESHUFFLE, np.int64(count))
    for action in range(len(mask)):
        if mask[action] and children[action] == NO_NODE:
            if left == 0:
                return np.int64(action)
            left -= 1
    return np.int64(CHOICE)


@compiled
def best_by_ucb(k, node, mover, mask, job):
    """Return the child with the highest upper confidence bound (Auer et al. 2002), and count legal children as available."""
    nodes, exploration = job.nodes[k], job.setup[0].exploration
    best, chosen = -math.inf, np.int64(NO_NODE)
    child = np.int64(nodes[node].child)
    while child != NO_NODE:
        here = nodes[child]
        if here.mover == mover and mask[here.action]:
            here.available += 1
            inverse, mean = 1.0 / (here.visits + here.pending), here.value / max(here.visits, 1)
            bound = mean + exploration * math.sqrt(log_count(np.int64(here.available)) * inverse)
            if bound > best or (bound == best and here.action < nodes[chosen].action):
                best, chosen = bound, child
        child = np.int64(here.sibling)
    return chosen


@compiled
def log_count(count):
    """Return the logarithm of a count from a table, as it takes most of the time of a bound."""
    return LOGS[count] if count < len(LOGS) else math.log(count)


@compiled
def best_by_puct(k, node, mover, mask, job):
    """Return the action with the highest PUCT score; the prior mixes the base policy with the uniform distribution."""
    setup, children, probabilities = job.setup[0], job.children[k], job.probabilities[k]
    write_probabilities(k, node, mover, mask, job)
    visits, known, value, count = 0, 0, 0.0, 0
    for action in range(len(mask)):
        count += mask[action]
        if mask[action] and children[action] != NO_NODE:
            here = job.nodes[k, children[action]]
            visits += here.visits + here.pending
            known += here.visits
            value += here.value
    unknown = value / known if known > 0 else 0.0
    best, chosen = -math.inf, np.int64(CHOICE)
    for action in range(len(mask)):
        if mask[action]:
            prior = (1.0 - setup.prior) / count + setup.prior * probabilities[action]
            visited, mean = 0, unknown
            if children[action] != NO_NODE:
                here = job.nodes[k, children[action]]
                visited = np.int64(here.visits + here.pending)
                mean = here.value / here.visits if here.visits > 0 else unknown
            score = mean + setup.exploration * prior * math.sqrt(visits + 1.0) / (1 + visited)
            if score > best:
                best, chosen = score, np.int64(action)
    return chosen


@compiled
def write_probabilities(k, node, mover, mask, job):
    """Write the base policy's probabilities of the legal actions: those stored at the node, or the action of a bot.

    Without stored probabilities for this seat and these actions, all actions are equally likely.
    """
    state, probabilities = job.states[k], job.probabilities[k]
    zero(probabilities)
    if job.priors.shape[1] == 0:
        probabilities[legal_action_of(job.bots[0], state.table, state.seats[mover], mover, mask, job.rngs[k])] = 1.0
        return
    count, total = 0, 0.0
    has_priors = job.nodes[k, node].prior_seat == mover
    for action in range(len(mask)):
        if mask[action]:
            count += 1
            total += job.priors[k, node, action] if has_priors else 0.0
    for action in range(len(mask)):
        if mask[action]:
            probabilities[action] = job.priors[k, node, action] / total if total > 0.0 else 1.0 / count


@compiled
def choose_most_visited(k, job):
    """Write the visits and values of the root's children, and choose the action with the most visits."""
    search, nodes = job.searches[k], job.nodes[k]
    search.stage = DONE
    most = 0
    child = np.int64(nodes[ROOT].child)
    while child != NO_NODE:
        here = nodes[child]
        search.visits[here.action] = here.visits
        search.values[here.action] = here.value
        if here.visits > most:
            most = here.visits
            search.action = here.action
        child = np.int64(here.sibling)
