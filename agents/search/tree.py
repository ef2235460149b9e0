"""Search a tree of information sets: each playout goes down the tree in another determinization.

The tree holds the decisions of all seats as the player sees them, by the actions that led there, and not the dice: an open
loop. Single-observer information-set Monte Carlo tree search is of Cowling, Powley and Whitehouse 2012 ("Information set Monte
Carlo tree search"). PUCT (Rosin 2011; Silver et al. 2017) prefers what a policy would do: a bot, asked at each visit, or a
network, whose probabilities are kept at each node (`leaves.py`).
"""

import math

import numpy as np

from dig_envs.agents.search.playouts import deal_world, judge, play_out
from dig_envs.agents.search.records import DONE, NEW, RUNNING
from dig_envs.core.compiler import compiled
from dig_envs.core.compiler.thread_team import share
from dig_envs.core.engine.kernels import CHOICE, only_legal, zero
from dig_envs.core.game import End
from dig_envs.core.rng import Domain, Stream, count_legal, draw_below, seed_generator

# Bound for each game by the engine.
legal = apply = call_bot = lambda *_: None
part_of = kept = lambda *_: None

ROOT = 0
NO_NODE = -1

LOGS = np.log(np.maximum(np.arange(4096), 1))

NODE = np.dtype(
    [
        ("parent", "i4"),
        ("child", "i4"),  # the first
        ("sibling", "i4"),  # the next
        ("action", "i4"),
        ("mover", "i4"),  # the seat that chose the action
        ("turn", "i4"),  # the seat whose priors are kept
        ("visits", "i4"),
        ("pending", "i4"),  # visits whose value is not known yet
        ("available", "i4"),  # how often the action was legal when its parent was visited
        ("value", "f8"),  # the sum for the mover
    ]
)


@compiled
def grow(job, crew, threads):
    """Grow the trees of all decisions for a portion of their playouts; returns how many decisions are not done."""
    if threads == 1:
        return grow_part(np.int64(0), len(job.searches), job)
    return share(part_of(grow_part, job), kept(job), len(job.searches), 1, crew, threads)


@compiled
def grow_part(first, last, job):
    open_yet = 0
    for k in range(first, last):
        search = job.searches[k]
        if search.stage == NEW:
            plant(k, job)
        until = min(search.playouts + job.setup[0].portion, job.setup[0].playouts)
        while search.stage == RUNNING and search.playouts < until:
            play_through(k, job)
        if search.playouts >= job.setup[0].playouts and search.stage == RUNNING:
            choose_most_visited(k, job)
        open_yet += search.stage != DONE
    return open_yet


@compiled
def plant(k, job):
    """Begin with a root alone; a forced action needs no tree."""
    search = job.searches[k]
    seed_generator(search.generator, search.seed, Domain.REDEAL)
    search.base = only_legal(job.masks[k])
    search.action = search.base
    search.stage = RUNNING if search.base == CHOICE else DONE
    root = job.nodes[k, ROOT]
    root.parent = root.child = root.sibling = NO_NODE
    search.size = 1


@compiled
def play_through(k, job):
    """Go down the tree in a determinization, add a node, play on, and tell all nodes on the way what came of it."""
    search, setup = job.searches[k], job.setup[0]
    world = deal_world(k, search.samples, job)
    search.samples += 1
    job.lines[k] = job.worlds[k, world]
    seed_generator(job.dice[k], search.world_seed, Domain.BOT)
    node = descend(k, job)
    play_out(job.lines[k], job.dice[k], setup.depth, job.tables[k].turn + setup.turns, job.rooms[k], job.bots)
    judge(job.lines[k], setup.margin, job.points[k])
    back_up(k, node, job.points[k, 1], job)


@compiled
def back_up(k, node, values, job):
    """Tell a node and all above it what a playout was worth to each seat."""
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
    """Choose actions from the root on until a node is new or the game over; returns the last node."""
    search, line, mask = job.searches[k], job.lines[k], job.rooms[k]
    node = np.int64(ROOT)
    while line.table.end == End.RUNNING:
        mover = np.int64(line.secret.mover)
        zero(mask)
        legal(line.table, line.seats[mover], mover, mask)
        action = only_legal(mask)
        if action != CHOICE:
            apply(line, action)
            continue
        size = np.int64(search.size)
        node = next_node(k, node, mover, mask, job)
        apply(line, np.int64(job.nodes[k, node].action))
        if search.size > size:
            break
    return node


@compiled
def next_node(k, node, mover, mask, job):
    """Choose a legal action at a node by the method asked for, and return its node, made if there is none."""
    if job.setup[0].prior >= 0.0:
        find_children(k, node, mover, mask, job)
        action = by_prior(k, node, mover, mask, job)
        child = np.int64(job.children[k, action])
    elif count_children(k, node, mover, mask, job) == count_legal(mask):
        return by_confidence(k, node, mover, mask, job)
    else:
        find_children(k, node, mover, mask, job)
        action = untried(job.children[k], mask, job.dice[k])
        child = np.int64(NO_NODE)
    return add_node(k, node, mover, action, job) if child == NO_NODE else child


@compiled
def count_children(k, node, mover, mask, job):
    """Return how many legal actions of the mover have a node."""
    nodes, count = job.nodes[k], np.int64(0)
    child = np.int64(nodes[node].child)
    while child != NO_NODE:
        count += nodes[child].mover == mover and mask[nodes[child].action] != 0
        child = np.int64(nodes[child].sibling)
    return count


@compiled
def find_children(k, node, mover, mask, job):
    """Write the node of each legal action of the mover, or NO_NODE; those that are there count as available once more."""
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
    """Append a child; returns its number."""
    search = job.searches[k]
    new = np.int64(search.size)
    search.size += 1
    here, parent = job.nodes[k, new], job.nodes[k, node]
    here.parent, here.child, here.sibling = node, NO_NODE, parent.child
    here.action, here.mover, here.available = action, mover, 1
    parent.child = new
    return new


@compiled
def untried(children, mask, dice):
    """Draw a legal action that has no node, or return CHOICE if all have one."""
    count = 0
    for action in range(len(mask)):
        count += mask[action] and children[action] == NO_NODE
    if count == 0:
        return np.int64(CHOICE)
    left = draw_below(dice, Stream.RESHUFFLE, np.int64(count))
    for action in range(len(mask)):
        if mask[action] and children[action] == NO_NODE:
            if left == 0:
                return np.int64(action)
            left -= 1
    return np.int64(CHOICE)


@compiled
def by_confidence(k, node, mover, mask, job):
    """Return the node of the highest upper confidence bound (Auer et al. 2002); each legal one is available once more."""
    nodes, exploration = job.nodes[k], job.setup[0].exploration
    best, found = -math.inf, np.int64(NO_NODE)
    child = np.int64(nodes[node].child)
    while child != NO_NODE:
        here = nodes[child]
        if here.mover == mover and mask[here.action]:
            here.available += 1
            inverse, worth = 1.0 / (here.visits + here.pending), here.value / max(here.visits, 1)
            bound = worth + exploration * math.sqrt(log_of(np.int64(here.available)) * inverse)
            if bound > best or (bound == best and here.action < nodes[found].action):
                best, found = bound, child
        child = np.int64(here.sibling)
    return found


@compiled
def log_of(count):
    """Return the logarithm of a count: looked up, for it takes longer than all the rest of a bound."""
    return LOGS[count] if count < len(LOGS) else math.log(count)


@compiled
def by_prior(k, node, mover, mask, job):
    """Return the action of the highest PUCT score; the base policy's chances have the share `prior`, all share the rest."""
    setup, children, chances = job.setup[0], job.children[k], job.chances[k]
    foresee(k, node, mover, mask, job)
    visits, known, value, count = 0, 0, 0.0, 0
    for action in range(len(mask)):
        count += mask[action]
        if mask[action] and children[action] != NO_NODE:
            here = job.nodes[k, children[action]]
            visits += here.visits + here.pending
            known += here.visits
            value += here.value
    unknown = value / known if known > 0 else 0.0
    best, found = -math.inf, np.int64(CHOICE)
    for action in range(len(mask)):
        if mask[action]:
            share_here = (1.0 - setup.prior) / count + setup.prior * chances[action]
            tried, worth = 0, unknown
            if children[action] != NO_NODE:
                here = job.nodes[k, children[action]]
                tried = np.int64(here.visits + here.pending)
                worth = here.value / here.visits if here.visits > 0 else unknown
            score = worth + setup.exploration * share_here * math.sqrt(visits + 1.0) / (1 + tried)
            if score > best:
                best, found = score, np.int64(action)
    return found


@compiled
def foresee(k, node, mover, mask, job):
    """Write how likely the base policy is to take each legal action: what is kept at the node, or what a bot says.

    Where nothing is kept for these actions of this seat, each is equally likely.
    """
    line, chances = job.lines[k], job.chances[k]
    zero(chances)
    if job.priors.shape[1] == 0:
        chances[call_bot(job.bots[0], line.table, line.seats[mover], mover, mask, job.dice[k])] = 1.0
        return
    count, mass = 0, 0.0
    mine = job.nodes[k, node].turn == mover
    for action in range(len(mask)):
        if mask[action]:
            count += 1
            mass += job.priors[k, node, action] if mine else 0.0
    for action in range(len(mask)):
        if mask[action]:
            chances[action] = job.priors[k, node, action] / mass if mass > 0.0 else 1.0 / count


@compiled
def choose_most_visited(k, job):
    """Write the root's visits and values by action, and take the action with the most visits."""
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
