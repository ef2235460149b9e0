"""Enumerate a game depth first, in compiled code: `expand` pops positions from a stack until the stack is empty.

Chance is explicit and lazy. Draws come from a tape (`tape.py`). Hidden cards are a pool of exchangeable cells: the kind of a
card matters only when a seat sees it, so a position branches over kinds when its cell leaves the pool, not over all orders.

An information set is the digest of everything that its seat saw change (the table and its own record) and did: perfect recall.
Terminal histories with equal sequences of all seats are merged.
"""

from typing import Any, NamedTuple

import numpy as np

from dig_envs.core.compiler import compiled, inlined
from dig_envs.core.engine.kernels import NO_ACTION
from dig_envs.core.game import End
from dig_envs.exact.digests import FACTOR_1, FACTOR_2, ONE, ZERO, mix, mix_bytes, slot_of
from dig_envs.exact.tape import UNKNOWN, extended, rewind

BEFORE, AFTER, FIRST = range(3)  # rows of the stack: the position in work, the position after its action, the first position
MAX_CELLS = 64
DONE, PAUSED, MUST_GROW, UNLISTED = range(4)  # results of `expand`
CARRIED_OUT, BRANCHED, UNKNOWN_DRAW = range(3)  # results of `carry_out_or_branch`
TOP, POSITIONS, HISTORIES, DECISIONS, CHANCE, DEPTH = range(6)  # indices of `Stack.counts`

# Bound for each game (`enumeration.py`).
legal = carry_out = standings = rewards = lambda *_: None
hidden_cells = read_cell = write_cell = lambda *_: 0
TABLE_BYTES = SEAT_BYTES = NUM_KINDS = 0


def node_dtype(players: int) -> np.dtype:
    """Build the dtype of a node of the stack.

    | field | holds |
    |---|---|
    | `pinned` | the cells whose cards are already chosen for the action, as bits |
    | `tape` | the outcomes already chosen for the action |
    | `probability` | the product of the chances so far |
    | `memory` | for each seat the digest of everything that it saw and did |
    | `seen` | for each seat the digest of what it saw last |
    | `sequence` | for each seat the number of its last sequence; 0 for the empty sequence |
    | `action` | the action to carry out, or NO_ACTION at a root |
    | `depth` | the number of actions before the position |
    """
    each = (players,)
    return np.dtype(
        [("pinned", "u8"), ("tape", "u8"), ("probability", "f8"), ("memory", "u8", each), ("seen", "u8", each),
         ("sequence", "i4", each), ("action", "i4"), ("depth", "i4")]
    )  # fmt: skip


class Stack(NamedTuple):
    """The positions that wait for expansion, and memory for one position.

    Attributes:
        states: structured (size,); rows BEFORE and AFTER are work space.
        raw: the same memory, uint8 (size, bytes).
        nodes: `node_dtype` (size,).
        mask: int8 (num_actions,).
        points, pay: float64 (max_players,).
        counts: int64 (6,): the row above the top, then positions, histories, decisions, chance nodes and the greatest depth.
    """

    states: Any
    raw: Any
    nodes: Any
    mask: Any
    points: Any
    pay: Any
    counts: Any


class Form(NamedTuple):
    """The sequence form so far. The first index of most arrays is a seat. Sequence 0 is the empty one.

    Attributes:
        num_sets, num_sequences: int64 (players,), the entries in use.
        num_records, num_ends: int64 (1,).
        set_keys, set_numbers: uint64 and int32 (players, slots), a hash table of the information sets.
        parents: int32 (players, sets), the sequence that leads to an information set.
        firsts: int32 (players, sets), the sequence of its first legal action; the others follow.
        set_records: int32 (players, sets), the record that its seat sees.
        actions: int16 (players, sequences), the last action of a sequence.
        record_keys, record_numbers: uint64 and int32 (slots,).
        records: uint8 (records, bytes), the table, the deciding seat's record and the seat.
        end_keys, end_numbers: uint64 and int32 (slots,).
        end_sequences: int32 (ends, players), the last sequence of each seat.
        end_probabilities: float64 (ends,), the chance of the merged histories.
        end_finished: float64 (ends,), the part of this chance that ends by the rules, not by the turn limit.
        end_rewards: float64 (ends, players), the rewards times this chance.
    """

    num_sets: Any
    num_sequences: Any
    num_records: Any
    num_ends: Any
    set_keys: Any
    set_numbers: Any
    parents: Any
    firsts: Any
    set_records: Any
    actions: Any
    record_keys: Any
    record_numbers: Any
    records: Any
    end_keys: Any
    end_numbers: Any
    end_sequences: Any
    end_probabilities: Any
    end_finished: Any
    end_rewards: Any


@compiled
def expand(stack, form, max_nodes):
    """Expand at most `max_nodes` nodes from the top of the stack.

    Return DONE, PAUSED, MUST_GROW (arrays must grow) or UNLISTED (a draw is unknown).
    """
    counts = stack.counts
    for _ in range(max_nodes):
        if counts[TOP] == FIRST:
            return DONE
        if is_nearly_full(stack, form):
            return MUST_GROW
        counts[TOP] -= 1
        copy_position(stack, counts[TOP], BEFORE)
        if stack.nodes[BEFORE].action != NO_ACTION:
            result = carry_out_or_branch(stack)
            if result == UNKNOWN_DRAW:
                return UNLISTED
            if result == BRANCHED:
                continue
            remember_action(stack)
        add_position(stack, form)
    return PAUSED


@compiled
def is_nearly_full(stack, form):
    """Return whether one more position might not fit."""
    branches = max(len(stack.mask), MAX_CELLS)
    if stack.counts[TOP] + branches >= len(stack.states):
        return True
    for p in range(len(form.num_sets)):
        if form.num_sets[p] + 1 >= form.parents.shape[1] or form.num_sets[p] * 2 >= form.set_keys.shape[1]:
            return True
        if form.num_sequences[p] + branches >= form.actions.shape[1]:
            return True
    if form.num_records[0] + 1 >= len(form.records) or form.num_records[0] * 2 >= len(form.record_keys):
        return True
    return form.num_ends[0] + 1 >= len(form.end_probabilities) or form.num_ends[0] * 2 >= len(form.end_keys)


@inlined
def copy_record(stack, source, target):
    """Copy the bytes of a state from one row to another."""
    for at in range(stack.raw.shape[1]):
        stack.raw[target, at] = stack.raw[source, at]


@compiled
def copy_position(stack, source, target):
    """Copy a state and its node."""
    copy_record(stack, source, target)
    stack.nodes[target] = stack.nodes[source]


@compiled
def push(stack):
    """Push a copy of the position BEFORE, and return its row."""
    row = stack.counts[TOP]
    copy_position(stack, BEFORE, row)
    stack.counts[TOP] += 1
    return row


# --- chance


@compiled
def carry_out_or_branch(stack):
    """Carry out the action of the position BEFORE in a copy, AFTER. If chance decides, push a position for each event instead.

    Return CARRIED_OUT, BRANCHED, or UNKNOWN_DRAW if the events of a draw cannot be listed.
    """
    copy_record(stack, BEFORE, AFTER)
    rng = stack.states[AFTER].secret.rng
    rewind(rng, np.uint64(stack.nodes[BEFORE].tape))
    carry_out(stack.states[AFTER], np.int64(stack.nodes[BEFORE].action))
    if rng.key[1] == np.uint64(UNKNOWN):
        return UNKNOWN_DRAW
    if branch_over_kinds(stack) or branch_over_outcomes(stack):
        stack.counts[CHANCE] += 1
        return BRANCHED
    return CARRIED_OUT


@compiled
def branch_over_kinds(stack):
    """If the action reveals a card whose kind is still open, push a position for each possible kind."""
    hidden = np.uint64(hidden_cells(stack.states[BEFORE])) & ~np.uint64(stack.nodes[BEFORE].pinned)
    revealed = hidden & ~np.uint64(hidden_cells(stack.states[AFTER]))
    if revealed == ZERO:
        return False
    cell = lowest_bit(revealed)
    total = 0
    for kind in range(NUM_KINDS):
        total += cells_of_kind(stack.states[BEFORE], hidden, kind)
    for kind in range(NUM_KINDS):
        count = cells_of_kind(stack.states[BEFORE], hidden, kind)
        if count > 0:
            row = push(stack)
            stack.nodes[row].pinned |= ONE << np.uint64(cell)
            stack.nodes[row].probability *= count / total
            exchange(stack.states[row], hidden, cell, kind)
    return True


@compiled
def lowest_bit(bits):
    """Return the number of the lowest set bit."""
    at = 0
    while (bits >> np.uint64(at)) & ONE == ZERO:
        at += 1
    return at


@compiled
def cells_of_kind(state, cells, kind):
    """Return how many of the cells hold a card of a kind."""
    count = 0
    for cell in range(MAX_CELLS):
        if (cells >> np.uint64(cell)) & ONE != ZERO and read_cell(state, cell) == kind:
            count += 1
    return count


@compiled
def exchange(state, cells, cell, kind):
    """Exchange the card in a cell for a card of a kind from one of the cells."""
    for other in range(MAX_CELLS):
        if (cells >> np.uint64(other)) & ONE != ZERO and read_cell(state, other) == kind:
            write_cell(state, other, read_cell(state, cell))
            write_cell(state, cell, kind)
            return


@compiled
def branch_over_outcomes(stack):
    """If the action draws a number that the tape lacks, push a position for each outcome."""
    rng = stack.states[AFTER].secret.rng
    bound = np.int64(rng.key[1])
    for outcome in range(bound):
        row = push(stack)
        stack.nodes[row].tape = extended(np.uint64(stack.nodes[row].tape), np.int64(rng.drawn[0]), outcome)
        stack.nodes[row].probability /= bound
    return bound > 0


# --- positions


@compiled
def remember_action(stack):
    """Make the position after the action the one in work; the seat that acted remembers the action."""
    node = stack.nodes[BEFORE]
    mover = np.int64(stack.states[BEFORE].secret.mover)
    node.memory[mover] = mix(np.uint64(node.memory[mover]), np.uint64(node.action + 1))
    copy_record(stack, AFTER, BEFORE)


@compiled
def add_position(stack, form):
    """Let all seats see the position, and add it as a decision or as an end."""
    counts, node, state = stack.counts, stack.nodes[BEFORE], stack.states[BEFORE]
    counts[POSITIONS] += 1
    counts[DEPTH] = max(counts[DEPTH], np.int64(node.depth))
    row = stack.raw[BEFORE]
    shared = mix_bytes(FACTOR_2, row, 0, TABLE_BYTES)
    for p in range(len(form.num_sets)):
        seen = mix_bytes(shared, row, TABLE_BYTES + p * SEAT_BYTES, SEAT_BYTES)
        if seen != node.seen[p]:
            node.memory[p] = mix(np.uint64(node.memory[p]), seen)
            node.seen[p] = seen
    if state.table.end == End.RUNNING:
        counts[DECISIONS] += 1
        add_decision(stack, form)
    else:
        counts[HISTORIES] += 1
        add_end(stack, form)


@compiled
def add_end(stack, form):
    """Add the chance, its part that ends by the rules, and the rewards of an end to the entry of its sequences."""
    node, state = stack.nodes[BEFORE], stack.states[BEFORE]
    players = len(form.num_sets)
    key = FACTOR_1
    for p in range(players):
        key = mix(key, np.uint64(node.sequence[p]))
    slot = slot_of(form.end_keys, key | ONE)
    if form.end_keys[slot] == ZERO:
        form.end_keys[slot] = key | ONE
        form.end_numbers[slot] = form.num_ends[0]
        for p in range(players):
            form.end_sequences[form.num_ends[0], p] = node.sequence[p]
        form.num_ends[0] += 1
    end = np.int64(form.end_numbers[slot])
    standings(state.table, state.seats, stack.points)
    rewards(state.table, stack.points, stack.pay)
    form.end_probabilities[end] += node.probability
    if state.table.end == End.OVER:
        form.end_finished[end] += node.probability
    for p in range(players):
        form.end_rewards[end, p] += node.probability * stack.pay[p]


@compiled
def add_decision(stack, form):
    """Find or add the information set of the seat that decides, and push the position once for each legal action."""
    node, state = stack.nodes[BEFORE], stack.states[BEFORE]
    mover = np.int64(state.secret.mover)
    for action in range(len(stack.mask)):
        stack.mask[action] = 0
    legal(state.table, state.seats[mover], mover, stack.mask)
    key = np.uint64(node.memory[mover]) | ONE
    slot = slot_of(form.set_keys[mover], key)
    if form.set_keys[mover, slot] == ZERO:
        form.set_keys[mover, slot] = key
        form.set_numbers[mover, slot] = form.num_sets[mover]
        add_set(stack, form, mover)
    sequence = np.int64(form.firsts[mover, form.set_numbers[mover, slot]])
    for action in range(len(stack.mask)):
        if stack.mask[action]:
            row = push(stack)
            child = stack.nodes[row]
            child.action = action
            child.tape = ZERO
            child.pinned = ZERO
            child.depth += 1
            child.sequence[mover] = sequence
            sequence += 1


@compiled
def add_set(stack, form, mover):
    """Add an information set of the seat that decides, and a sequence for each legal action."""
    number = form.num_sets[mover]
    form.parents[mover, number] = stack.nodes[BEFORE].sequence[mover]
    form.firsts[mover, number] = form.num_sequences[mover]
    form.set_records[mover, number] = record_number(stack, form, mover)
    form.num_sets[mover] += 1
    for action in range(len(stack.mask)):
        if stack.mask[action]:
            form.actions[mover, form.num_sequences[mover]] = action
            form.num_sequences[mover] += 1


@compiled
def record_number(stack, form, mover):
    """Return the number of the record that the deciding seat sees. A new record is added."""
    key = mix(np.uint64(stack.nodes[BEFORE].seen[mover]), np.uint64(mover + 1)) | ONE
    slot = slot_of(form.record_keys, key)
    if form.record_keys[slot] == ZERO:
        number = form.num_records[0]
        form.record_keys[slot] = key
        form.record_numbers[slot] = number
        for at in range(TABLE_BYTES):
            form.records[number, at] = stack.raw[BEFORE, at]
        for at in range(SEAT_BYTES):
            form.records[number, TABLE_BYTES + at] = stack.raw[BEFORE, TABLE_BYTES + mover * SEAT_BYTES + at]
        form.records[number, TABLE_BYTES + SEAT_BYTES] = mover
        form.num_records[0] += 1
    return np.int64(form.record_numbers[slot])
