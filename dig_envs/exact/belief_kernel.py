"""Carry out actions at the particles of beliefs, in compiled code, with chance as in `kernel.py`."""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled
from dig_envs.core.game import NOBODY, End
from dig_envs.exact.digests import FACTOR_1, FACTOR_2, ZERO, mix, mix_bytes
from dig_envs.exact.kernel import (
    AFTER,
    BEFORE,
    CARRIED_OUT,
    FIRST,
    MAX_CELLS,
    TOP,
    UNKNOWN_DRAW,
    carry_out_or_branch,
    copy_position,
)
from dig_envs.exact.tape import rewind

READY, MUST_GROW, UNLISTED = range(3)  # results of `carry_out_pairs`
PAIR, CHILDREN = range(2)  # indices of `Children.counts`

# Bound for each game (`beliefs.py`).
legal = standings = rewards = lambda *_: None
TABLE_BYTES = SEAT_BYTES = 0


class Pairs(NamedTuple):
    """The actions to carry out.

    Attributes:
        raw: uint8 (particles, bytes), the states of the particles.
        particles, actions, groups: int64 (pairs,), the particle, the action, and a number that the children inherit.
        weights: float64 (pairs, samples), the probability of the particle in its belief, times that of the action.
    """

    raw: Any
    particles: Any
    actions: Any
    groups: Any
    weights: Any


class Children(NamedTuple):
    """The states after the actions.

    Attributes:
        raw: uint8 (size, bytes).
        weights: float64 (size, samples).
        groups: int64 (size,).
        seen: uint64 (size,), the digest of what the responder sees.
        joint: uint64 (size,), the digest of everything that the seats see.
        is_end: int8 (size,).
        rewards: float64 (size, seats), at ends.
        counts: int64 (2,), the pairs carried out and the children so far.
    """

    raw: Any
    weights: Any
    groups: Any
    seen: Any
    joint: Any
    is_end: Any
    rewards: Any
    counts: Any


@compiled
def carry_out_pairs(stack, pairs, children, responder):
    """Carry out all pairs. Return READY, MUST_GROW (`children` must grow) or UNLISTED (a draw is unknown)."""
    counts = children.counts
    while counts[PAIR] < len(pairs.particles):
        pair, before = counts[PAIR], counts[CHILDREN]
        start_pair(stack, pairs, pair)
        while stack.counts[TOP] > FIRST:
            if counts[CHILDREN] == len(children.weights) or stack.counts[TOP] + MAX_CELLS >= len(stack.states):
                counts[CHILDREN] = before  # repeat the pair in larger arrays
                return MUST_GROW
            stack.counts[TOP] -= 1
            copy_position(stack, stack.counts[TOP], BEFORE)
            result = carry_out_or_branch(stack)
            if result == UNKNOWN_DRAW:
                return UNLISTED
            if result == CARRIED_OUT:
                add_child(stack, children, responder, pairs, pair)
        counts[PAIR] += 1
    return READY


@compiled
def start_pair(stack, pairs, pair):
    """Put the position of a pair on the empty stack."""
    for at in range(stack.raw.shape[1]):
        stack.raw[FIRST, at] = pairs.raw[pairs.particles[pair], at]
    node = stack.nodes[FIRST]
    node.pinned = ZERO
    node.tape = ZERO
    node.action = pairs.actions[pair]
    node.probability = 1.0
    stack.counts[TOP] = FIRST + 1


@compiled
def seen_by(stack, row, responder):
    """Return the digest of what the responder sees; of nothing for NOBODY."""
    if responder == NOBODY:
        return FACTOR_1
    digest = mix_bytes(FACTOR_2, stack.raw[row], 0, TABLE_BYTES)
    return mix_bytes(digest, stack.raw[row], TABLE_BYTES + responder * SEAT_BYTES, SEAT_BYTES)


@compiled
def add_child(stack, children, responder, pairs, pair):
    """Add the position AFTER, without traces of the tape, as a child of a pair."""
    child = children.counts[CHILDREN]
    state = stack.states[AFTER]
    rewind(state.secret.rng, ZERO)
    for at in range(stack.raw.shape[1]):
        children.raw[child, at] = stack.raw[AFTER, at]
    players = children.rewards.shape[1]
    for sample in range(children.weights.shape[1]):
        children.weights[child, sample] = pairs.weights[pair, sample] * stack.nodes[BEFORE].probability
    children.groups[child] = pairs.groups[pair]
    children.seen[child] = seen_by(stack, AFTER, responder)
    joint = mix_bytes(FACTOR_2, stack.raw[AFTER], 0, TABLE_BYTES + players * SEAT_BYTES)
    children.joint[child] = mix(joint, np.uint64(state.secret.mover + 1))
    children.is_end[child] = state.table.end != End.RUNNING
    if state.table.end != End.RUNNING:
        standings(state.table, state.seats, stack.points)
        rewards(state.table, stack.points, stack.pay)
        for p in range(players):
            children.rewards[child, p] = stack.pay[p]
    children.counts[CHILDREN] += 1


@compiled
def write_masks(states, raw, masks, keys):
    """Write the mask and the digest of the mover's record of each state; `masks` (int8) are zeroed."""
    for row in range(len(states)):
        mover = np.int64(states[row].secret.mover)
        legal(states[row].table, states[row].seats[mover], mover, masks[row])
        digest = mix_bytes(FACTOR_1, raw[row], 0, TABLE_BYTES)
        digest = mix_bytes(digest, raw[row], TABLE_BYTES + mover * SEAT_BYTES, SEAT_BYTES)
        keys[row] = mix(digest, np.uint64(mover))


@compiled
def number_groups(order, first_keys, second_keys, numbers):
    """Number the distinct pairs of keys in sorted order; return how many there are."""
    count = 0
    for at in range(len(order)):
        if at == 0:
            count = 1
        elif first_keys[order[at]] != first_keys[order[at - 1]] or second_keys[order[at]] != second_keys[order[at - 1]]:
            count += 1
        numbers[at] = count - 1
    return count
